"""`parlour plan`: how many matches tell an effect of a given size from nothing."""

from __future__ import annotations

from typing import Annotated

import typer

from parlour.cli.tables import print_sample_size, print_sample_sizes
from parlour.errors import UsageError
from parlour.experiments import StudyDesign, sample_size
from parlour.experiments.report import held_plan
from parlour.store import Store
from parlour.views.terminal import AsJson, Db

USUAL = StudyDesign()

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
        print_sample_size(sample_size(*rates, design), design, as_json=as_json)
        return
    with Store.open(db) as store:
        found = held_plan(store, run or "")
    print_sample_sizes(found, design, as_json=as_json)
