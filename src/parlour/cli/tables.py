"""The plan of a run, for people and for programs."""

from __future__ import annotations

from collections.abc import Sequence

import typer

from parlour.evaluation import metric
from parlour.experiments import RunPlan, SampleSize, StudyDesign, sample_sizes, stories_of
from parlour.experiments.report.spelling import plural
from parlour.views.terminal import ListColumn, print_json, print_list

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
        print_json([vars(size) for size in sizes])
        return
    columns = (
        ListColumn(head="win rate of", is_typed=True),
        ListColumn(head="source"),
        ListColumn(head=reference or "an even chance", is_number=True),
        ListColumn(head="it", is_number=True),
        ListColumn(head="matches", is_number=True),
    )
    typer.echo(f"{title} (two-sided, at {design.alpha:g}, with power {design.power:g})")
    print_list(columns, [_row(size) for size in sizes])


def _row(size: SampleSize) -> tuple[str, ...]:
    needed = "equal" if size.matches is None else str(size.matches)
    return size.condition, size.source, f"{size.reference:.3f}", f"{size.rate:.3f}", needed


def _title(plan: RunPlan) -> str:
    arm, drawn = plan.suite.conditions[0], stories_of(plan.suite.game).drawn
    if arm.own:
        return MEETING
    return f"{plural(drawn).capitalize()} of each to tell two rates apart, {metric(arm.wins).label.lower()}"
