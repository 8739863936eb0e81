"""`parlour audit`: whether any prompt held what its player may not know, and what went wrong."""

from __future__ import annotations

import json
from collections import Counter

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from parlour.arena import Record, faults
from parlour.evaluation import Leak
from parlour.evaluation import audit as audited
from parlour.store import Store
from parlour.views.terminal import AsJson, Db, MatchId

app = typer.Typer(help="Check what every prompt of a match gave away.")


@app.command()
def audit(match: MatchId, db: Db = None, as_json: AsJson = False) -> None:
    """Check each prompt's parts against what its player may know, and list the faults.

    Faults (unreadable replies, speeches cut to their limit) are reported; only a leak makes the exit code 1.
    """
    with Store.open(db) as store:
        record = store.record(match)
    leaks = audited(record)
    if as_json:
        typer.echo(_spelled(record, leaks))
    else:
        _print(record, leaks)
    if leaks:
        raise typer.Exit(1)


def _spelled(record: Record, leaks: list[Leak]) -> str:
    line = {
        "match": record.match,
        "leaks": [vars(leak) for leak in leaks],
        "faults": [fault.model_dump() for fault in faults(record)],
    }
    return json.dumps(line, ensure_ascii=False, indent=2)


def _print(record: Record, leaks: list[Leak]) -> None:
    console = Console(soft_wrap=True)
    parts = sum(len(call.system) + len(call.user) for call in record.calls)
    console.print(f"{record.match}: {len(record.calls)} calls, {parts} parts of prompts", highlight=False)
    for leak in leaks:
        where = f"{leak.player}, {leak.purpose}, {leak.request}: {leak.problem}"
        console.print(f"[red]leak[/] {escape(where)}", highlight=False)
    if not leaks:
        console.print("[green]no leaks[/]: every prompt held only what its player may know")
    found = faults(record)
    console.print(f"{len(found)} faults")
    if found:
        console.print(_by_purpose(record))


def _by_purpose(record: Record) -> Table:
    table = Table("player", "purpose", "faults", "the last of them", box=None)
    counts = Counter((fault.player, fault.purpose) for fault in faults(record))
    last = {(fault.player, fault.purpose): fault.problem for fault in faults(record)}
    for (player, purpose), count in counts.most_common():
        table.add_row(escape(player), purpose, str(count), escape(last[player, purpose][:100]))
    return table
