"""The table of a run, for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator

import typer
from rich.console import Console
from rich.table import Table

from parlour.evaluation import estimate
from parlour.experiments import Agenda, sample_sizes


def print_cells(plan: Agenda, *, as_json: bool) -> None:
    """Prints what every condition came to."""
    lines = list(_lines(plan))
    if as_json:
        typer.echo(json.dumps(lines, ensure_ascii=False, indent=2))
        return
    table = Table("condition", "metric", "value", "low", "high", "n", "faults", box=None)
    shown = ("condition", "metric", "ours", "low", "high", "n", "faults")
    for line in lines:
        table.add_row(*(_spelled(line[key]) for key in shown))
    Console().print(table)


def print_sample_sizes(plan: Agenda, *, as_json: bool) -> None:
    """Prints how many matches of each condition tell its win rate from the reference's."""
    sizes = list(sample_sizes(plan))
    if as_json:
        typer.echo(json.dumps([vars(size) for size in sizes], ensure_ascii=False, indent=2))
        return
    title = "Matches of each to tell two win rates apart (two-sided, at 0.05, with power 0.8)"
    reference = plan.suite.reference or "an even chance"
    table = Table(
        "win rate of", "", f"{reference}", "it", "matches", box=None, title=title, title_justify="left"
    )
    for size in sizes:
        needed = "equal" if size.matches is None else str(size.matches)
        table.add_row(size.condition, size.source, f"{size.reference:.3f}", f"{size.rate:.3f}", needed)
    Console().print(table)


def _lines(plan: Agenda) -> Iterator[dict[str, object]]:
    for condition in plan.suite.conditions:
        scores = [
            played.score
            for played in plan.held.values()
            if played.condition == condition.name and played.score
        ]
        for metric in plan.suite.metrics:
            told = estimate(scores, metric)
            yield {
                "suite": plan.suite.name,
                "condition": condition.name,
                "script": "",
                "metric": metric,
                "published": None,
                "ours": told.value,
                "low": told.low,
                "high": told.high,
                "n": told.n,
                "faults": told.faults,
                "note": "",
            }


def _spelled(value: object) -> str:
    return f"{value:.3f}" if isinstance(value, float) else "" if value is None else str(value)
