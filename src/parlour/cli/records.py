"""The matches and runs on record: listed, exported, imported, deleted, replayed and audited."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from parlour.cli.screen import Screen, print_finale
from parlour.errors import ReplayDiffers, UsageError
from parlour.evaluation import Leak
from parlour.experiments.report import find_subject
from parlour.library.match import Match, load
from parlour.llm import Ledger
from parlour.store import Store
from parlour.store.archive import Form, ImportedMatches, describe_deletion, export, foreseen, import_export
from parlour.views.terminal import AsJson, Db, MatchId, columns, print_json, print_list, terminal

SubjectName = Annotated[
    str,
    typer.Argument(
        help="A match or a run: its id or the beginning of it; a suite's name for its newest run.",
        metavar="MATCH|RUN",
    ),
]
matches_app = typer.Typer(help="List the matches on record.")


@matches_app.command()
def matches(db: Db = None, as_json: AsJson = False) -> None:
    """List the matches on record, newest first.

    A match that is *stopped*, or *running* though nobody runs it, goes on with `parlour play --resume`.
    """
    with Store.reading(db) as store:
        summaries = store.matches()
        place = store.location
    if not summaries:
        typer.echo(f"no matches in {place} yet: parlour play", err=as_json)
    if as_json:
        fields = ("match", "game", "script", "status", "started")
        print_json([{name: getattr(summary, name) for name in fields} for summary in summaries])
    elif summaries:
        rows = [
            (
                summary.match,
                summary.game,
                summary.title,
                summary.status.value,
                summary.started[:16].replace("T", " "),
            )
            for summary in summaries
        ]
        print_list(columns("match!", "game!", "script", "status!", "started!"), rows)


export_app = typer.Typer(help="Write a match or a run as JSON lines or Parquet.")


@export_app.command(name="export")
def export_subject(
    subject: SubjectName,
    out: Annotated[Path, typer.Option("--out", help="A folder of its own, which is made.")],
    form: Annotated[Form, typer.Option("--format", help="Of the files.")] = "jsonl",
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Write events, actions, thoughts, calls, votes and scores into a folder, a file per table.

    It is the whole record, with everything that was private at the table: roles, scripts, thoughts, prompts.
    """
    with Store.reading(db) as store:
        manifest = export(store, find_subject(store, subject), out, form)
    if as_json:
        print_json(manifest.model_dump(mode="json"))
        return
    counts = (f"{table.rows} {name}" for name, table in manifest.tables.items() if table.rows)
    typer.echo(f"{out}: {', '.join(counts)}")
    typer.echo("it holds everything that was private at the table: whom you give it sees all", err=True)


import_app = typer.Typer(help="Take in what parlour export wrote.")


@import_app.command(name="import")
def import_files(
    path: Annotated[Path, typer.Argument(help="The folder, its manifest.json, or a zip of it.")],
    under: Annotated[
        str,
        typer.Option(
            "--as", help="Another name for the match or the run.", metavar="NAME", show_default=False
        ),
    ] = "",
    skip: Annotated[
        bool, typer.Option("--skip", help="Leave alone what is there under the same name and differs.")
    ] = False,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Take in what was exported, after every row was found to be as it was written.

    A match that is there already, byte for byte, is left as it is.
    """
    with Store.open(db) as store:
        imported = import_export(store, path, under=under, is_skipping=skip)
    if as_json:
        print_json(vars(imported))
    else:
        typer.echo(_import_summary(imported))


def _import_summary(imported: ImportedMatches) -> str:
    new_matches, skipped = imported.taken, imported.skipped
    names = f": {', '.join(new_matches[:5])}{', …' if len(new_matches) > 5 else ''}" if new_matches else ""
    lines = [f"{len(new_matches)} taken in{names}"]
    if imported.present:
        lines.append(f"{len(imported.present)} were there already")
    if skipped:
        lines.append(f"{len(skipped)} left out, since others have their names: {', '.join(skipped[:5])}")
    if imported.run:
        lines.append(f"run {imported.run}: {imported.cells} cells taken in")
    return "\n".join(lines)


delete_app = typer.Typer(help="Delete a match, or a run with its matches.")


@delete_app.command()
def delete(
    subject: SubjectName,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Delete a match, or a run with all its matches: what was said, thought, asked of models and replied.

    Texts of prompts that other matches have as well stay with those. Nothing brings it back but an export.
    """
    with Store.reading(db) as store:
        gone = foreseen(store, find_subject(store, subject))
        for line in describe_deletion(gone):
            typer.echo(line, err=True)
        if not yes and not sys.stdin.isatty():
            raise UsageError("nobody can be asked here: say --yes to delete")
        if not yes:
            typer.confirm(f"delete {(gone.runs or gone.matches)[0]}?", abort=True, err=True)
        store.delete(gone)
    if as_json:
        print_json(vars(gone))
    else:
        typer.echo("deleted")


replay_app = typer.Typer(help="Run a recorded match again and compare.")


@replay_app.command()
def replay(
    match: MatchId,
    db: Db = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Say only whether it is identical.")] = False,
    html: Annotated[
        Path | None, typer.Option("--html", help="Also write it as one page that opens without a server.")
    ] = None,
    as_json: AsJson = False,
    model: Annotated[str | None, typer.Option("--model", hidden=True)] = None,
) -> None:
    """Run a recorded match again from its recorded replies, and say whether it comes out identical.

    No model is asked. Exit code 1 if it differs.
    """
    recording = load(match, db=db)
    if model is not None:
        played = (
            ", ".join(dict.fromkeys(seat.model for seat in recording.setup.seats if seat.model)) or "no model"
        )
        raise UsageError(
            f"--model {model}: a replay asks no model, and {recording.id} was played with {played}: "
            "for another one, play anew (`parlour play`) or ask `parlour what-if`"
        )
    if html:
        from parlour.web.export import page_of

        try:
            html.write_text(page_of(recording.record), encoding="utf-8")
        except OSError as error:
            raise UsageError(f"{html} cannot be written: {error.strerror}") from error
        typer.echo(f"written: {html}", err=True)
    console = terminal(is_quiet=quiet or as_json)
    replayed = recording.replay(Screen(setup=recording.setup, console=console, ledger=Ledger()))
    if as_json:
        line = {"match": recording.id, "identical": replayed.is_identical, "events": replayed.events}
        print_json(line, indent=None)
    if not replayed.is_identical:
        raise ReplayDiffers(f"{recording.id} differs: {replayed.difference}")
    print_finale(console, recording.record)
    if not as_json:
        typer.echo(f"\n{recording.id}: identical, {replayed.events} events")


audit_app = typer.Typer(help="Check what every prompt of a match gave away.")


@audit_app.command()
def audit(match: MatchId, db: Db = None, as_json: AsJson = False) -> None:
    """Check each prompt's parts against what its player may know, and list the faults.

    Faults (unreadable replies, speeches cut to their limit) are reported; only a leak makes the exit code 1.
    """
    recording = load(match, db=db)
    leaks = recording.audit()
    if as_json:
        controls = {"controls": list(recording.setup.controls)} if recording.setup.controls else {}
        faults = [fault.model_dump() for fault in recording.faults]
        print_json(
            {"match": recording.id, "leaks": [vars(leak) for leak in leaks], "faults": faults, **controls}
        )
    else:
        _print_audit(recording, leaks)
    if leaks:
        raise typer.Exit(1)


def _print_audit(match: Match, leaks: list[Leak]) -> None:
    console = terminal(soft_wrap=True)
    parts = sum(len(call.system) + len(call.user) for call in match.calls)
    console.print(f"{match.id}: {len(match.calls)} calls, {parts} parts of prompts")
    for leak in leaks:
        location = f"{leak.player}, {leak.purpose}, {leak.request}: {leak.problem}"
        console.print(Text.assemble(("leak", "red"), f" {location}"))
    for player in match.setup.controls:
        sentence = f" {player} was told the truth: a control of an experiment, and no player"
        console.print(Text.assemble(("control", "yellow"), sentence))
    if not leaks:
        sentence = ": every prompt held only what its player may know"
        console.print(Text.assemble(("no leaks", "green"), sentence))
    console.print(f"{len(match.faults)} faults")
    if match.faults:
        counts = Counter((fault.player, fault.purpose) for fault in match.faults)
        last = {(fault.player, fault.purpose): fault.problem for fault in match.faults}
        rows = [(*seat, str(count), last[seat][:100]) for seat, count in counts.most_common()]
        print_list(columns("player!", "purpose!", "faults#", "the last of them"), rows)
