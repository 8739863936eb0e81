"""`parlour replay`: run a recorded match again, without any model, and compare."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from parlour.arena import Record
from parlour.cli.finale import print_finale
from parlour.cli.screen import Screen
from parlour.errors import ReplayDiffers, UsageError
from parlour.library import load
from parlour.llm import Ledger
from parlour.views.terminal import AsJson, Db, MatchId, print_json, terminal

app = typer.Typer(help="Run a recorded match again and compare.")


@app.command()
def replay(
    match: MatchId,
    db: Db = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Say only whether it is identical.")] = False,
    html: Annotated[
        Path | None,
        typer.Option("--html", help="Also write it as one page that opens without a server."),
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
        _write_page(found.record, html)
    console = terminal(is_quiet=quiet or as_json)
    told = found.replay(Screen(setup=found.setup, console=console, ledger=Ledger()))
    if as_json:
        line = {"match": found.id, "identical": told.is_identical, "events": told.events}
        print_json(line, indent=None)
    if not told.is_identical:
        raise ReplayDiffers(f"{found.id} differs: {told.difference}")
    print_finale(console, found.record)
    if not as_json:
        typer.echo(f"\n{found.id}: identical, {told.events} events")


def _write_page(record: Record, path: Path) -> None:
    from parlour.web.export import page_of

    try:
        path.write_text(page_of(record), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from error
    typer.echo(f"written: {path}", err=True)
