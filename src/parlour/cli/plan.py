"""`parlour plan`: how many matches tell an effect of a given size from nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from parlour.errors import UsageError
from parlour.evaluation import metric
from parlour.experiments import RunPlan, SampleSize, StudyDesign, sample_size, sample_sizes, stories_of
from parlour.experiments.report import stored_plan
from parlour.experiments.report.row import plural
from parlour.store import Store
from parlour.views.terminal import AsJson, Db, columns, print_json, print_list

USUAL = StudyDesign()
MEETING = "Matches of a pairing to tell its total win rate from an even chance"

app = typer.Typer(help="Say how many matches tell two win rates apart.")


@app.command()
def plan(
    run: Annotated[
        str | None,
        typer.Argument(help="A suite, FILE.yaml, or a run by its id: of published and of measured rates."),
    ] = None,
    rates: Annotated[tuple[float, float] | None, typer.Option(help="Two win rates, between 0 and 1.")] = None,
    difference: Annotated[
        list[float] | None,
        typer.Option(help="A difference of rates to be found, such as .1; can be repeated."),
    ] = None,
    power: Annotated[
        float, typer.Option(help="How often a difference that is there shall be found.")
    ] = USUAL.power,
    alpha: Annotated[
        float, typer.Option(help="How often a difference may be found where there is none.")
    ] = USUAL.alpha,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Say how many matches it takes to tell two win rates apart, before they are paid for.

    Of a suite or an experiment: for the rates that were published, for those that its newest run has measured
    so far, and for some differences. Where two methods meet, how many tell the rate from an even chance.
    """
    design = StudyDesign(alpha=alpha, power=power, differences=tuple(difference or USUAL.differences))
    if (run is None) == (rates is None):
        raise UsageError("name a suite, a file or a run, or give two rates: parlour plan --rates .5 .6")
    if rates:
        title = "Matches of each to tell two rates apart"
        _print_sizes([sample_size(*rates, design)], title, "one", design, as_json=as_json)
        return
    with Store.open(db) as store:
        run_plan = stored_plan(store, run or "")
    print_sample_sizes(run_plan, design, as_json=as_json)


def print_sample_sizes(plan: RunPlan, design: StudyDesign = USUAL, *, as_json: bool) -> None:
    """Prints how many matches of each condition tell its win rate from the reference's."""
    arm, drawn = plan.suite.conditions[0], stories_of(plan.suite.game).drawn
    title = f"{plural(drawn).capitalize()} of each to tell two rates apart, {metric(arm.wins).label.lower()}"
    sizes = list(sample_sizes(plan, design))
    _print_sizes(sizes, MEETING if arm.own else title, plan.suite.reference, design, as_json=as_json)


def _print_sizes(
    sizes: Sequence[SampleSize], title: str, reference: str, design: StudyDesign, *, as_json: bool
) -> None:
    if as_json:
        print_json([vars(size) for size in sizes])
        return
    heads = columns("win rate of!", "source", f"{reference or 'an even chance'}#", "it#", "matches#")
    typer.echo(f"{title} (two-sided, at {design.alpha:g}, with power {design.power:g})")
    rows = [
        (size.condition, size.source, f"{size.reference:.3f}", f"{size.rate:.3f}", str(needed or "equal"))
        for size in sizes
        for needed in [size.matches]
    ]
    print_list(heads, rows)
