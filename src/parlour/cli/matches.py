"""`parlour matches`: what the store holds."""

from __future__ import annotations

import json

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from parlour.store import MatchSummary, Store
from parlour.views.terminal import AsJson, Db

app = typer.Typer(help="List the matches on record.")


@app.command()
def matches(db: Db = None, as_json: AsJson = False) -> None:
    """List the matches on record, newest first.

    A match that is *stopped*, or *running* though nobody runs it, goes on with `parlour play --resume`.
    """
    with Store.open(db) as store:
        found = store.matches()
        place = store.place
    if as_json:
        typer.echo(json.dumps([_line(each) for each in found], ensure_ascii=False, indent=2))
    elif not found:
        typer.echo(f"no matches in {place} yet: parlour play")
    else:
        Console().print(_table(found))


def _line(summary: MatchSummary) -> dict[str, str]:
    return {
        "match": summary.match,
        "game": summary.game,
        "script": summary.script,
        "status": summary.status.value,
        "started": summary.started,
    }


def _table(found: tuple[MatchSummary, ...]) -> Table:
    table = Table("match", "game", "script", "status", "started", box=None)
    for summary in found:
        started = summary.started[:16].replace("T", " ")
        table.add_row(summary.match, summary.game, escape(summary.title), summary.status.value, started)
    return table
