"""The plan of a run, for people and for programs."""

from __future__ import annotations

import json

import typer
from rich.console import Console
from rich.table import Table

from parlour.experiments import RunPlan, sample_sizes

APART = "Matches of each to tell two win rates apart"
MEETING = "Matches of a pairing to tell its total win rate from an even chance"


def print_sample_sizes(plan: RunPlan, *, as_json: bool) -> None:
    """Prints how many matches of each condition tell its win rate from the reference's."""
    sizes = list(sample_sizes(plan))
    if as_json:
        typer.echo(json.dumps([vars(size) for size in sizes], ensure_ascii=False, indent=2))
        return
    told = MEETING if any(arm.own for arm in plan.suite.conditions) else APART
    title = f"{told} (two-sided, at 0.05, with power 0.8)"
    reference = plan.suite.reference or "an even chance"
    table = Table(
        "win rate of", "", f"{reference}", "it", "matches", box=None, title=title, title_justify="left"
    )
    for size in sizes:
        needed = "equal" if size.matches is None else str(size.matches)
        table.add_row(size.condition, size.source, f"{size.reference:.3f}", f"{size.rate:.3f}", needed)
    Console().print(table)
