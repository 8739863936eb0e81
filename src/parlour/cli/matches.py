"""`parlour matches`: what the store holds."""

from __future__ import annotations

import typer

from parlour.store import MatchSummary, Store
from parlour.views.terminal import AsJson, Db, ListColumn, print_json, print_list

app = typer.Typer(help="List the matches on record.")


@app.command()
def matches(db: Db = None, as_json: AsJson = False) -> None:
    """List the matches on record, newest first.

    A match that is *stopped*, or *running* though nobody runs it, goes on with `parlour play --resume`.
    """
    with Store.reading(db) as store:
        found = store.matches()
        place = store.place
    if not found:
        typer.echo(f"no matches in {place} yet: parlour play", err=as_json)
    if as_json:
        print_json([_line(each) for each in found])
    elif found:
        print_list(_COLUMNS, [_row(each) for each in found])


def _line(summary: MatchSummary) -> dict[str, str]:
    return {
        "match": summary.match,
        "game": summary.game,
        "script": summary.script,
        "status": summary.status.value,
        "started": summary.started,
    }


_COLUMNS = (
    ListColumn(head="match", is_typed=True),
    ListColumn(head="game", is_typed=True),
    ListColumn(head="script"),
    ListColumn(head="status", is_typed=True),
    ListColumn(head="started", is_typed=True),
)


def _row(summary: MatchSummary) -> tuple[str, ...]:
    started = summary.started[:16].replace("T", " ")
    return summary.match, summary.game, summary.title, summary.status.value, started
