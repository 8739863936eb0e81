"""List, check, import and read scripts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.console import Console
from rich.text import Text

from parlour.errors import ScriptError, UsageError
from parlour.games.mystery import (
    Category,
    Difficulty,
    DifficultyReport,
    Hypothesis,
    Script,
    Solution,
    SolutionProblem,
    difficulty_report,
    generate,
    library,
    solve,
)
from parlour.games.mystery.twins import TWINS, generate_twins
from parlour.games.mystery.verbs.statistics import COLUMNS, statistics
from parlour.games.mystery.wellplay import is_wellplays, patch_lines
from parlour.views.terminal import ListColumn, print_json, print_list, terminal

app = typer.Typer(no_args_is_help=True, help="List, check, import and read the scripts of murder mysteries.")
imports = typer.Typer(no_args_is_help=True, help="Read scripts from another layout into your library.")
app.add_typer(imports, name="import")

Json = Annotated[bool, typer.Option("--json", help="Print JSON for a program, and nothing else.")]


@app.command("list")
def show_list(as_json: Json = False) -> None:
    """List the scripts that can be played: those that ship and those you imported."""
    shelf = library.shelf()
    for error in shelf.broken:
        typer.echo(f"left out: {error}", err=True)
    _print([entry.script for entry in shelf.entries], as_json=as_json)


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(help="YAML files.")],
    solving: Annotated[
        bool, typer.Option("--solve", help="Prove who did it from the texts, and tell how hard that is.")
    ] = False,
) -> None:
    """Check files against the form: an error is named with its file, line and field.

    With --solve, also read what the texts say in the controlled language: the murderers must follow from all
    of it together, and from no innocent part alone. Where they do not, the sentences that clash are named,
    and the command ends with 1.
    """
    console, is_good, is_solved = terminal(soft_wrap=True), True, True
    for file in files:
        try:
            script = library.load(file)
        except ScriptError as error:
            typer.echo(f"error: {error}", err=True)
            is_good = False
            continue
        console.print(Text.assemble(("good", "green"), f" {file}: {_summary(script)}"))
        for warning in (*library.hidden(file), *library.advise(script)):
            console.print(Text.assemble("  ", ("warning", "yellow"), f" {warning}"))
        is_solved = is_solved and (not solving or _proves(script, console))
    if not (is_good and is_solved):
        raise typer.Exit(1 if is_good else 2)


@app.command("new")
def write_smallest(
    file: Annotated[
        Path | None, typer.Argument(help="The file to write; printed if left out.", show_default=False)
    ] = None,
    lang: Annotated[library.Language, typer.Option(help="en or zh.")] = "en",
) -> None:
    """Write the smallest script that can be played, with a remark on each field: write yours over it."""
    if file is None:
        typer.echo(library.smallest(lang), nl=False)
        return
    try:
        with file.open("x", encoding="utf-8", newline="\n") as opened:
            opened.write(library.smallest(lang))
    except FileExistsError as error:
        raise UsageError(f"{file} is there already; name another file") from error
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror}") from error
    typer.echo(f"{file}: check it with parlour scripts check {file}", err=True)


@app.command("generate")
def make(
    seed: Annotated[int, typer.Option(help="All its chance: the same seed gives the same script.")],
    players: Annotated[
        int | None,
        typer.Option(help="Characters, 3 to 12; 6 if left out, or as many as the difficulty wants."),
    ] = None,
    victims: Annotated[int, typer.Option(help="Victims, 1 to 4.")] = 1,
    murderers: Annotated[
        int | None, typer.Option(help="How many of the characters killed; as many as victims if it can be.")
    ] = None,
    acts: Annotated[int, typer.Option(help="Acts in which each part is told, 1 to 4.")] = 1,
    difficulty: Annotated[
        str,
        typer.Option(
            metavar="2-6|easy|normal|hard",
            help="How much must be put together. 2 to 6: how many testimonies must be combined, one's own"
            " among them; hard: more than one other must be heard (from 5 players on).",
        ),
    ] = Difficulty.NORMAL.value,
    lang: Annotated[library.Language, typer.Option(help="en or zh; the story is the same.")] = "en",
    twin: Annotated[
        Literal["a", "b"] | None,
        typer.Option(
            help="One of two that differ only in who holds the fact on which a case depends: a or b; of"
            " difficulty normal, hard or 3."
        ),
    ] = None,
    needed: Annotated[
        str | None,
        typer.Option(
            metavar="SEAT",
            help="Whose words are needed before it follows who did it: a seat by number or name; of"
            " difficulty easy, normal or hard.",
        ),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="The file to write; printed if left out.")] = None,
) -> None:
    """Write a new mystery by chance, in the controlled language, and proved to have exactly one solution."""
    if twin and needed:
        raise UsageError("witness twins say themselves whose words are needed: leave out --needed")
    if twin and acts > 1:
        raise UsageError("witness twins are told in one act: leave out --acts")
    if twin:
        twins = generate_twins(
            seed, players=players, victims=victims, murderers=murderers, difficulty=difficulty, lang=lang
        )
        script = twins.scripts[TWINS.index(twin)]
    else:
        script = generate(
            seed,
            players=players,
            victims=victims,
            murderers=murderers,
            acts=acts,
            difficulty=difficulty,
            lang=lang,
            needed=needed,
        )
    if out is None:
        typer.echo(library.saves(script), nl=False)
        return
    library.save(script, out)
    typer.echo(f"{out}: {_summary(script)}", err=True)


@imports.command("wellplay")
def import_wellplay(
    folder: Annotated[Path, typer.Argument(help="A game's folder, a language's, or the whole collection.")],
    lang: Annotated[
        library.Language | None, typer.Option(help="Only the games in this language: en or zh.")
    ] = None,
    shuffle: Annotated[
        int | None, typer.Option(help="Shuffle the options by this seed, and record it.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Import WellPlay from its authors' files; rows that are malformed are repaired and flagged.

    Scripts go into your library; importing one again replaces it. What was done to which row of which file
    is told on standard error, and gives nothing away.
    """
    pairs = library.import_folder(folder, lang)
    imported = [script for script, _ in pairs]
    if shuffle is not None:
        imported = [script.with_shuffled_options(shuffle) for script in imported]
    _print([library.add(script) for script in imported], as_json=as_json)
    for script, notes in pairs:
        for note in notes:
            typer.echo(f"{script.title} ({script.language}): {note}", err=True)
    typer.echo(f"kept in {library.folder()}", err=True)


@app.command("statistics")
def print_statistics(
    lang: Annotated[library.Language | None, typer.Option(help="Only in this language: en or zh.")] = None,
    as_json: Json = False,
) -> None:
    """Count what you imported of WellPlay, beside table 1 of its paper: seats, questions, tokens.

    Where the paper prints another number, it stands in brackets. Tokens are an estimate of ours; the paper
    does not say whose tokenizer counted its own.
    """
    scripts = [entry.script for entry in library.shelf().entries if not entry.ships]
    wellplay_scripts = [
        script for script in scripts if is_wellplays(script) and lang in (None, script.language)
    ]
    spoken: dict[library.Language, None] = dict.fromkeys(script.language for script in wellplay_scripts)
    if not spoken:
        raise UsageError("nothing of WellPlay is imported: `parlour scripts import wellplay FOLDER`")
    rows = [
        row
        for language in spoken
        for row in statistics([script for script in scripts if script.language == language], language)
    ]
    if as_json:
        print_json([row.record() for row in rows])
    else:
        print_list(COLUMNS, [row.cells() for row in rows])


@app.command("repairs")
def print_repairs() -> None:
    """Print a patch for keys of imported scripts that contradict the murderers of their own story.

    It holds digests and no word of any script. Parlour ships one for eight games of WellPlay; for others,
    keep what this prints in a file, and name it in PARLOUR_REPAIRS before you run what is scored by it.
    """
    for entry in library.shelf().entries:
        if patch := library.repairs(entry.script):
            typer.echo(f"# {entry.script.id}, {entry.script.language}: {len(patch)}")
            typer.echo("\n".join(patch_lines(patch)))


@app.command()
def show(
    name: Annotated[str, typer.Argument(help="An id, a story or a file.")],
    lang: Annotated[library.Language | None, typer.Option(help="Which translation: en or zh.")] = None,
    spoilers: Annotated[bool, typer.Option("--spoilers", help="Show everything, the murderers too.")] = False,
) -> None:
    """Show what a script is about, without giving anything away."""
    console = terminal(soft_wrap=True)
    for line in library.describe(library.find(name, lang), spoilers=spoilers):
        console.print(line)


def _proves(script: Script, console: Console) -> bool:
    """Prints what follows from a script, and returns whether that is what should."""
    solution = solve(script)
    for line in (*proof_lines(solution), *difficulty_lines(difficulty_report(solution))):
        console.print(f"  {line}")
    return solution.is_proved and not solution.knowing


def _summary(script: Script) -> str:
    counts = {"player": len(script.players), "victim": len(script.victims), "question": len(script.questions)}
    amounts = ", ".join(f"{count} {word}{'' if count == 1 else 's'}" for word, count in counts.items())
    return f"{script.title!r} ({script.language}), {amounts}"


def _print(scripts: Sequence[Script], *, as_json: bool) -> None:
    if as_json:
        print_json([_record(script) for script in scripts])
        return
    print_list(_COLUMNS, [_row(script) for script in scripts])


_COLUMNS = (
    ListColumn(head="script", is_typed=True),
    ListColumn(head="lang", is_typed=True),
    ListColumn(head="id", is_typed=True),
    ListColumn(head="players", is_number=True),
    ListColumn(head="victims", is_number=True),
    ListColumn(head="questions", is_typed=True),
    ListColumn(head="flags"),
)
"""Questions are counted by category: objective, reasoning, relations."""


def _row(script: Script) -> tuple[str, ...]:
    questions = "+".join(str(script.rows(category)) for category in Category)
    flags = "\n".join(f"{flag} {count}" for flag, count in library.flags(script).items())
    counts = (str(len(script.players)), str(len(script.victims)), questions)
    return script.story, script.language, script.id, *counts, flags


def _record(script: Script) -> dict[str, object]:
    return {
        "id": script.id,
        "story": script.story,
        "title": script.title,
        "language": script.language,
        "players": len(script.players),
        "victims": len(script.victims),
        "questions": {str(category): script.rows(category) for category in Category},
        "flags": library.flags(script),
    }


def proof_lines(solution: Solution) -> Iterator[str]:
    """Yields whether a script is solved, and if not, which sentences stand in the way."""
    victims = solution.evidence.victims
    if solution.is_proved:
        yield f"solved: {_verdict(solution.truth, victims)}; from all that is said, exactly that follows"
    else:
        yield f"not solved: answers that are possible: {len(solution.survivors)}, not exactly the one meant"
    for problem in solution.problems:
        yield from _problem_lines(problem, victims)
    yield from (f"too easy: {name} can tell alone, before anybody speaks" for name in solution.knowing)


def difficulty_lines(report: DifficultyReport) -> Iterator[str]:
    """Yields lines on the difficulty of a script."""
    if report.needed is None:
        yield "fewest testimonies: all of them together are not enough"
    else:
        count = len(report.needed) + 1
        others = ", ".join(report.needed) or "nobody"
        yield f"fewest testimonies: {count}, one's own among them; {report.placed} must hear {others}"
    yield "bits by testimony: " + ", ".join(f"{name} {bits:.2f}" for name, bits in report.bits.items())
    yield f"answers left open if the murderers are silent, or lie: {report.silent}"
    shields = (f"{name} {'public' if n is None else n}" for name, n in report.shields.items())
    yield "honest witnesses to disbelieve before it can have killed: " + ", ".join(shields)
    yield f"framed by one lie: {', '.join(report.framed) or 'nobody'}"


def _problem_lines(problem: SolutionProblem, victims: tuple[str, ...]) -> Iterator[str]:
    verdict = _verdict(problem.hypothesis, victims)
    if problem.is_meant:
        yield f"meant, but impossible: {verdict}; these sentences clash:"
    elif problem.sentences:
        yield f"not meant, but possible: {verdict}; only the word of the accused speaks against it:"
    else:
        yield f"not meant, but possible: {verdict}; no sentence speaks against it"
    yield from (f"  {sentence.source or 'synopsis'}: {sentence.text}" for sentence in problem.sentences)


def _verdict(hypothesis: Hypothesis, victims: tuple[str, ...]) -> str:
    pairs = zip(hypothesis, victims, strict=True)
    return ", ".join(f"{' and '.join(killers)} killed {victim}" for killers, victim in pairs)
