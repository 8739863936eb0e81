"""The plan of a run, for people and for programs."""

from __future__ import annotations

import typer

from parlour.evaluation import metric
from parlour.experiments import RunPlan, SampleSize, sample_sizes, stories_of
from parlour.experiments.report.spelling import plural
from parlour.views.terminal import ListColumn, print_json, print_list

MEETING = "Matches of a pairing to tell its total win rate from an even chance"


def print_sample_sizes(plan: RunPlan, *, as_json: bool) -> None:
    """Prints how many matches of each condition tell its win rate from the reference's."""
    sizes = list(sample_sizes(plan))
    if as_json:
        print_json([vars(size) for size in sizes])
        return
    title = f"{_title(plan)} (two-sided, at 0.05, with power 0.8)"
    reference = plan.suite.reference or "an even chance"
    columns = (
        ListColumn(head="win rate of", is_typed=True),
        ListColumn(head="source"),
        ListColumn(head=reference, is_number=True),
        ListColumn(head="it", is_number=True),
        ListColumn(head="matches", is_number=True),
    )
    typer.echo(title)
    print_list(columns, [_row(size) for size in sizes])


def _row(size: SampleSize) -> tuple[str, ...]:
    needed = "equal" if size.matches is None else str(size.matches)
    return size.condition, size.source, f"{size.reference:.3f}", f"{size.rate:.3f}", needed


def _title(plan: RunPlan) -> str:
    arm, drawn = plan.suite.conditions[0], stories_of(plan.suite.game).drawn
    if arm.own:
        return MEETING
    return f"{plural(drawn).capitalize()} of each to tell two rates apart, {metric(arm.wins).label.lower()}"
