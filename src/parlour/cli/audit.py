"""`parlour audit`: whether any prompt held what its player may not know, and what went wrong."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from parlour.arena import Fault
from parlour.evaluation import Leak
from parlour.library import Match, load
from parlour.views.terminal import AsJson, Db, MatchId

app = typer.Typer(help="Check what every prompt of a match gave away.")


@app.command()
def audit(match: MatchId, db: Db = None, as_json: AsJson = False) -> None:
    """Check each prompt's parts against what its player may know, and list the faults.

    Faults (unreadable replies, speeches cut to their limit) are reported; only a leak makes the exit code 1.
    """
    found = load(match, db=db)
    leaks = found.audit()
    if as_json:
        typer.echo(_spelled(found, leaks))
    else:
        _print(found, leaks)
    if leaks:
        raise typer.Exit(1)


def _spelled(match: Match, leaks: list[Leak]) -> str:
    line = {
        "match": match.id,
        "leaks": [vars(leak) for leak in leaks],
        "faults": [fault.model_dump() for fault in match.faults],
    }
    return json.dumps(line, ensure_ascii=False, indent=2)


def _print(match: Match, leaks: list[Leak]) -> None:
    console = Console(soft_wrap=True)
    parts = sum(len(call.system) + len(call.user) for call in match.calls)
    console.print(f"{match.id}: {len(match.calls)} calls, {parts} parts of prompts", highlight=False)
    for leak in leaks:
        where = f"{leak.player}, {leak.purpose}, {leak.request}: {leak.problem}"
        console.print(f"[red]leak[/] {escape(where)}", highlight=False)
    if not leaks:
        console.print("[green]no leaks[/]: every prompt held only what its player may know")
    console.print(f"{len(match.faults)} faults")
    if match.faults:
        console.print(_by_purpose(match.faults))


def _by_purpose(faults: Sequence[Fault]) -> Table:
    table = Table("player", "purpose", "faults", "the last of them", box=None)
    counts = Counter((fault.player, fault.purpose) for fault in faults)
    last = {(fault.player, fault.purpose): fault.problem for fault in faults}
    for (player, purpose), count in counts.most_common():
        table.add_row(escape(player), purpose, str(count), escape(last[player, purpose][:100]))
    return table
