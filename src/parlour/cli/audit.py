"""`parlour audit`: whether any prompt held what its player may not know, and what went wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import typer
from rich.text import Text

from parlour.arena import Fault
from parlour.evaluation import Leak
from parlour.library import Match, load
from parlour.views.terminal import AsJson, Db, ListColumn, MatchId, print_json, print_list, terminal

app = typer.Typer(help="Check what every prompt of a match gave away.")


@app.command()
def audit(match: MatchId, db: Db = None, as_json: AsJson = False) -> None:
    """Check each prompt's parts against what its player may know, and list the faults.

    Faults (unreadable replies, speeches cut to their limit) are reported; only a leak makes the exit code 1.
    """
    found = load(match, db=db)
    leaks = found.audit()
    if as_json:
        print_json(_spelled(found, leaks))
    else:
        _print(found, leaks)
    if leaks:
        raise typer.Exit(1)


def _spelled(match: Match, leaks: list[Leak]) -> dict[str, object]:
    return {
        "match": match.id,
        "leaks": [vars(leak) for leak in leaks],
        "faults": [fault.model_dump() for fault in match.faults],
        **({"controls": list(controls)} if (controls := match.setup.controls) else {}),
    }


def _print(match: Match, leaks: list[Leak]) -> None:
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
        _print_by_purpose(match.faults)


def _print_by_purpose(found: Sequence[Fault]) -> None:
    columns = (
        ListColumn(head="player", is_typed=True),
        ListColumn(head="purpose", is_typed=True),
        ListColumn(head="faults", is_number=True),
        ListColumn(head="the last of them"),
    )
    counts = Counter((fault.player, fault.purpose) for fault in found)
    last = {(fault.player, fault.purpose): fault.problem for fault in found}
    told = ((*seat, str(count), last[seat][:100]) for seat, count in counts.most_common())
    print_list(columns, list(told))
