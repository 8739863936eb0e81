"""`parlour transcripts`: games that were played elsewhere, imported, listed, read and exported."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from parlour.cli.recount import recount
from parlour.errors import UsageError
from parlour.lab.transcripts import (
    CORPORA,
    GameTranscript,
    Happening,
    TranscriptSummary,
    find_transcript,
    format_transcript,
    import_corpus,
    summaries,
    transcript_schema_text,
)
from parlour.store import Store
from parlour.views.terminal import AsJson, Db, ListColumn, print_json, print_list, tell_broken

app = typer.Typer(no_args_is_help=True, help="Import and read games that people played elsewhere.")

GameId = Annotated[str, typer.Argument(help="A game's id, or the beginning of it.", metavar="GAME")]
CorpusName = Annotated[
    str, typer.Option("--corpus", help="Only the games of this corpus.", metavar="KIND", show_default=False)
]


def _print_schema(is_asked: bool) -> None:
    if is_asked:
        typer.echo(transcript_schema_text(), nl=False)
        raise typer.Exit


@app.callback()
def transcripts(
    schema: Annotated[
        bool,
        typer.Option(
            "--schema", callback=_print_schema, is_eager=True, help="Print the form's JSON Schema and leave."
        ),
    ] = False,
) -> None:
    """Import and read games that people, or others' agents, played elsewhere.

    They are kept in one open form, and can be read and measured; they cannot be replayed.
    """
    del schema


@app.command("import")
def import_games(
    kind: Annotated[str, typer.Argument(help="The corpus: parlour transcripts corpora lists them.")],
    folder: Annotated[Path, typer.Argument(help="Where it lies.")],
    replace: Annotated[
        bool, typer.Option("--replace", help="Put games in the place of others with their ids.")
    ] = False,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Import recorded games: all of them, or none if one cannot be read.

    First names become seats, in the talk too. What is odd in the source is kept, and told on standard error
    with file, row and field. A game that is here already, letter by letter, is left as it is.
    """
    taken: Counter[bool] = Counter()

    def tell(game: GameTranscript, is_new: bool) -> None:
        taken[is_new] += 1
        for each in game.oddities:
            name = f" {each.field}:" if each.field else ""
            typer.echo(f"{game.id}: {each.where}:{name} {each.told} ({each.flag})", err=True)

    CORPORA.find(kind)
    with Store.open(db) as store:
        lines = import_corpus(store, kind, folder, is_replacing=replace, on_game=tell)
        place = store.place
    _print(lines, as_json=as_json)
    for line in _totals(lines, new=taken[True], present=taken[False]):
        typer.echo(line, err=True)
    typer.echo(f"kept in {place}", err=True)


@app.command("list")
def show_list(corpus: CorpusName = "", db: Db = None, as_json: AsJson = False) -> None:
    """List the recorded games that were imported."""
    with Store.reading(db) as store:
        lines = summaries(store, _known(corpus))
    if not lines and not as_json:
        typer.echo("no recorded game yet: parlour transcripts import KIND FOLDER", err=True)
    _print(lines, as_json=as_json)


@app.command()
def corpora(as_json: AsJson = False) -> None:
    """List the kinds of collections that can be imported."""
    tell_broken(CORPORA.broken())
    found = CORPORA.installed()
    if as_json:
        print_json([{"kind": name, "title": each.title, "wants": each.wants} for name, each in found.items()])
        return
    columns = (
        ListColumn(head="kind", is_typed=True),
        ListColumn(head="what it is"),
        ListColumn(head="wants"),
    )
    print_list(columns, [(name, each.title, each.wants) for name, each in found.items()])


@app.command()
def show(game: GameId, db: Db = None, as_json: AsJson = False) -> None:
    """Show a recorded game: its seats and roles, what was said and done, how it ended, and what is odd."""
    with Store.reading(db) as store:
        found = find_transcript(store, game)
    if as_json:
        print_json(found.model_dump(mode="json"))
        return
    for line in _told(found):
        typer.echo(line)


app.command()(recount)


@app.command()
def export(
    games: Annotated[
        list[str] | None,
        typer.Argument(help="Their ids; all games if left out.", metavar="[GAME]...", show_default=False),
    ] = None,
    corpus: CorpusName = "",
    out: Annotated[Path | None, typer.Option(help="The file to write; printed if left out.")] = None,
    db: Db = None,
) -> None:
    """Write recorded games as JSON lines in the open form, a game per line.

    What is written comes back with: parlour transcripts import jsonl FILE.
    """
    if games and corpus:
        raise UsageError("name games or a corpus, not both")
    with Store.reading(db) as store:
        ids = [store.recorded.named(each) for each in games or ()] or store.recorded.ids(_known(corpus))
        if out is None:
            for each in ids:
                typer.echo(format_transcript(find_transcript(store, each)))
            return
        try:
            with out.open("x", encoding="utf-8", newline="\n") as opened:
                opened.writelines(f"{format_transcript(find_transcript(store, each))}\n" for each in ids)
        except FileExistsError as error:
            raise UsageError(f"{out} is there already; name another file") from error
        except OSError as error:
            raise UsageError(f"{out} cannot be written: {error.strerror or error}") from error
    typer.echo(f"{out}: {len(ids)} games", err=True)


@app.command()
def delete(
    games: Annotated[
        list[str], typer.Argument(help="Their ids, or the beginnings of them.", metavar="GAME...")
    ],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    db: Db = None,
) -> None:
    """Delete recorded games from the store."""
    with Store.reading(db) as store:
        ids = [store.recorded.named(each) for each in games]
        if not yes:
            raise UsageError(f"this deletes {', '.join(ids)}; say --yes to do it")
        store.recorded.delete(ids)
    typer.echo(f"{len(ids)} deleted", err=True)


def _known(corpus: str) -> str:
    if corpus:
        CORPORA.find(corpus)
    return corpus


def _totals(lines: Sequence[TranscriptSummary], *, new: int, present: int) -> Iterator[str]:
    flags: Counter[str] = Counter()
    for line in lines:
        flags.update(line.flags)
    utterances, votes = sum(line.utterances for line in lines), sum(line.votes for line in lines)
    players = sum(line.players for line in lines)
    yield f"{len(lines)} games, {players} seats, {utterances} utterances, {votes} votes"
    yield f"{new} taken in, {present} there already"
    told = ", ".join(f"{flag} {count}" for flag, count in sorted(flags.items()))
    yield f"{sum(flags.values())} oddities{': ' if told else ''}{told}"


_COLUMNS = (
    ListColumn(head="game", is_typed=True),
    ListColumn(head="of", is_typed=True),
    ListColumn(head="players", is_number=True),
    ListColumn(head="utterances", is_number=True),
    ListColumn(head="votes", is_number=True),
    ListColumn(head="winner"),
    ListColumn(head="flags"),
)


def _print(lines: Sequence[TranscriptSummary], *, as_json: bool) -> None:
    if as_json:
        print_json([line.model_dump(mode="json") for line in lines])
    elif lines:
        print_list(_COLUMNS, [_row(line) for line in lines])


def _row(line: TranscriptSummary) -> tuple[str, ...]:
    flags = "\n".join(f"{flag} {count}" for flag, count in line.flags.items())
    counts = (str(line.players), str(line.utterances), str(line.votes))
    return line.id, line.game, *counts, line.winner or "unknown", flags


def _told(game: GameTranscript) -> Iterator[str]:
    source = game.source
    yield f"{game.id} ({game.game}): {game.title}"
    yield f"from {source.name}, {source.file} ({source.licence}; {source.revision})"
    yield "imported: it was played elsewhere" + (f"; {game.rules}" if game.rules else "")
    for member in game.cast:
        roles = " -> ".join(role or "?" for role in (member.start, member.end))
        holder = ", ".join(filter(None, (member.holder, member.model, member.method)))
        yield f"  {member.player}: {roles} ({holder})"
    if game.centre:
        yield f"  in the middle: {', '.join(game.centre)}"
    yield from map(_line, game.events)
    outcome = game.outcome
    won = "unknown" if outcome.winners is None else ", ".join(outcome.winners) or "nobody"
    yield f"out: {', '.join(outcome.out) or 'nobody'}; won, by {outcome.basis}: {won}"
    if outcome.stated is not None:
        yield f"the source says: {outcome.stated}"
    for each in game.oddities:
        yield f"odd: {each.where}: {each.told} ({each.flag})"


def _line(each: Happening) -> str:
    clock = "" if each.time is None else f"[{int(each.time) // 60}:{int(each.time) % 60:02}] "
    who = each.speaker or "*"
    aside = "" if each.visible_to is None else f" (to {', '.join(each.visible_to) or 'nobody'})"
    chosen = f" -> {', '.join(each.target) or 'nobody'}" if each.target or each.kind == "vote" else ""
    deed = f" {each.deed or each.kind}" if each.kind != "speech" else ""
    labels = f" [{'; '.join(each.labels)}]" if each.labels else ""
    return f"{clock}{who}{deed}{chosen}{aside}: {each.text}{labels}".rstrip(": ")
