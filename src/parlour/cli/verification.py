"""`parlour replay` and `parlour audit`: a recorded match run again and compared, and its prompts checked."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from parlour.cli.screen import Screen, print_finale
from parlour.errors import ReplayDiffers, UsageError
from parlour.evaluation import Leak
from parlour.library.match import Match, load
from parlour.llm import Ledger
from parlour.views.terminal import AsJson, Db, MatchId, columns, print_json, print_list, terminal

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
    found = load(match, db=db)
    if model is not None:
        played = (
            ", ".join(dict.fromkeys(seat.model for seat in found.setup.seats if seat.model)) or "no model"
        )
        raise UsageError(
            f"--model {model}: a replay asks no model, and {found.id} was played with {played}: "
            "for another one, play anew (`parlour play`) or ask `parlour what-if`"
        )
    if html:
        from parlour.web.export import page_of

        try:
            html.write_text(page_of(found.record), encoding="utf-8")
        except OSError as error:
            raise UsageError(f"{html} cannot be written: {error.strerror}") from error
        typer.echo(f"written: {html}", err=True)
    console = terminal(is_quiet=quiet or as_json)
    replayed = found.replay(Screen(setup=found.setup, console=console, ledger=Ledger()))
    if as_json:
        line = {"match": found.id, "identical": replayed.is_identical, "events": replayed.events}
        print_json(line, indent=None)
    if not replayed.is_identical:
        raise ReplayDiffers(f"{found.id} differs: {replayed.difference}")
    print_finale(console, found.record)
    if not as_json:
        typer.echo(f"\n{found.id}: identical, {replayed.events} events")


audit_app = typer.Typer(help="Check what every prompt of a match gave away.")


@audit_app.command()
def audit(match: MatchId, db: Db = None, as_json: AsJson = False) -> None:
    """Check each prompt's parts against what its player may know, and list the faults.

    Faults (unreadable replies, speeches cut to their limit) are reported; only a leak makes the exit code 1.
    """
    found = load(match, db=db)
    leaks = found.audit()
    if as_json:
        controls = {"controls": list(found.setup.controls)} if found.setup.controls else {}
        faults = [fault.model_dump() for fault in found.faults]
        print_json({"match": found.id, "leaks": [vars(leak) for leak in leaks], "faults": faults, **controls})
    else:
        _print_audit(found, leaks)
    if leaks:
        raise typer.Exit(1)


def _print_audit(match: Match, leaks: list[Leak]) -> None:
    console = terminal(soft_wrap=True)
    parts = sum(len(call.system) + len(call.user) for call in match.calls)
    console.print(f"{match.id}: {len(match.calls)} calls, {parts} parts of prompts")
    for leak in leaks:
        where = f"{leak.player}, {leak.purpose}, {leak.request}: {leak.problem}"
        console.print(Text.assemble(("leak", "red"), f" {where}"))
    for player in match.setup.controls:
        told = f" {player} was told the truth: a control of an experiment, and no player"
        console.print(Text.assemble(("control", "yellow"), told))
    if not leaks:
        told = ": every prompt held only what its player may know"
        console.print(Text.assemble(("no leaks", "green"), told))
    console.print(f"{len(match.faults)} faults")
    if match.faults:
        counts = Counter((fault.player, fault.purpose) for fault in match.faults)
        last = {(fault.player, fault.purpose): fault.problem for fault in match.faults}
        rows = [(*seat, str(count), last[seat][:100]) for seat, count in counts.most_common()]
        print_list(columns("player!", "purpose!", "faults#", "the last of them"), rows)
