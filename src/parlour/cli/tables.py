"""The plan of a run, for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from parlour.evaluation import metric
from parlour.experiments import RunPlan, SampleSize, StudyDesign, sample_sizes, stories_of
from parlour.experiments.report.spelling import plural

USUAL = StudyDesign()
MEETING = "Matches of a pairing to tell its total win rate from an even chance"


def print_sample_sizes(plan: RunPlan, design: StudyDesign = USUAL, *, as_json: bool) -> None:
    """Prints how many matches of each condition tell its win rate from the reference's."""
    _print(list(sample_sizes(plan, design)), _title(plan), plan.suite.reference, design, as_json=as_json)


def print_sample_size(size: SampleSize, design: StudyDesign, *, as_json: bool) -> None:
    """Prints how many matches of each tell two given rates apart."""
    _print([size], "Matches of each to tell two rates apart", "one", design, as_json=as_json)


def _print(
    sizes: Sequence[SampleSize], title: str, reference: str, design: StudyDesign, *, as_json: bool
) -> None:
    if as_json:
        typer.echo(json.dumps([vars(size) for size in sizes], ensure_ascii=False, indent=2))
        return
    heads = ("win rate of", "", escape(reference or "an even chance"), "it", "matches")
    table = Table(*heads, box=None)
    for size in sizes:
        needed = "equal" if size.matches is None else str(size.matches)
        rates = (f"{size.reference:.3f}", f"{size.rate:.3f}")
        table.add_row(escape(size.condition), size.source, *rates, needed)
    sure = f"two-sided, at {design.alpha:g}, with power {design.power:g}"
    console = Console(highlight=False)
    console.print(f"{escape(title)} ({sure})", style="italic")
    console.print(table)


def _title(plan: RunPlan) -> str:
    arm, drawn = plan.suite.conditions[0], stories_of(plan.suite.game).drawn
    if arm.own:
        return MEETING
    return f"{plural(drawn).capitalize()} of each to tell two rates apart, {metric(arm.wins).label.lower()}"
