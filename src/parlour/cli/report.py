"""`parlour report`: what a run came to, on the terminal, as files, as a page, and beside another model's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console, RenderableType
from rich.table import Table

from parlour.cli.labelling import LabelsAsked, has_labels, print_agreement, write_page
from parlour.cli.options import AsJson, Db
from parlour.experiments.report import (
    WIDTH,
    Difference,
    Results,
    Row,
    RunSummary,
    compare,
    comparison,
    exchanges,
    find_run,
    read_results,
    rows,
    runs,
    side_by_side,
    tables,
    write_comparison,
    write_report,
)
from parlour.store import Store

app = typer.Typer(help="Set what a run came to beside what was published.")


@app.command()
def report(
    run: Annotated[
        str | None,
        typer.Argument(
            help="A run's id or its beginning, or a suite's name for its newest run; left out, all runs."
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", help="Also write CSV, JSON, figures (PNG, SVG) and one HTML page into this folder."
        ),
    ] = None,
    strict: Annotated[
        bool,
        typer.Option("--strict", help="Add what comes out without questions that are known to be wrong."),
    ] = False,
    models: Annotated[
        tuple[str, str] | None,
        typer.Option("--compare", help="Two models: the newest run of the suite on each, side by side."),
    ] = None,
    labels: Annotated[
        Path | None,
        typer.Option(
            "--labels",
            help="Labels that somebody gave (CSV or JSON of the page that --out writes): how far they agree.",
            rich_help_panel="Labels",
        ),
    ] = None,
    judge: Annotated[
        str, typer.Option(help="A model that labels the same deeds.", rich_help_panel="Labels")
    ] = "",
    items: Annotated[
        int, typer.Option(help="How many deeds are sampled for labelling.", min=1, rich_help_panel="Labels")
    ] = 60,
    budget: Annotated[
        float | None,
        typer.Option(help="Dollars that the judge may cost.", min=0, rich_help_panel="Labels"),
    ] = None,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Print ours beside the published: the difference, the interval, n, faults, and what to mind.

    Intervals are over matches, in Werewolf over tables. A star is a t-test over evaluations, as in the
    papers. Where the two cannot be compared, a note says why.
    """
    with Store.open(db) as store:
        if run is None:
            _list(runs(store), store.place, as_json=as_json)
        elif models:
            one, other = (read_results(store, find_run(store, run, [model])) for model in models)
            told = compare(one, other)
            _print_comparison(one, other, told, as_json=as_json)
            _name(write_comparison(told, out) if out else [])
        elif labels or judge:
            asked = LabelsAsked(file=labels, model=judge, items=items, budget=budget)
            print_agreement(read_results(store, find_run(store, run)), store, asked, as_json=as_json)
        else:
            results, table = print_run(store, find_run(store, run), strict=strict, as_json=as_json)
            written = write_report(results, table, store, out) if out else []
            if out and has_labels(results):
                asked = LabelsAsked(file=None, model="", items=items, budget=None)
                written.append(write_page(results, store, asked, out))
            _name(written)


def print_run(store: Store, run: str, *, strict: bool = False, as_json: bool) -> tuple[Results, list[Row]]:
    """Prints the table of a run, by its whole id, and returns it."""
    results = read_results(store, run)
    told = rows(results, strict=strict)
    if as_json:
        typer.echo(json.dumps([row.model_dump() for row in told], ensure_ascii=False, indent=2))
        return results, told
    spoken = side_by_side(exchanges(results, store)) if results.suite.figure == "dialogues" else ()
    _print(*spoken, *tables(results, told))
    return results, told


def _print(*told: RenderableType) -> None:
    console = Console(width=WIDTH, highlight=False)
    for each in told:
        console.print(each)


def _print_comparison(one: Results, other: Results, told: list[Difference], *, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps([each.model_dump() for each in told], ensure_ascii=False, indent=2))
        return
    _print(*comparison(one, other, told))


def _name(written: list[Path]) -> None:
    for path in written:
        typer.echo(f"written: {path}", err=True)


def _list(found: list[RunSummary], place: str, *, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps([_line(each) for each in found], ensure_ascii=False, indent=2))
    elif not found:
        typer.echo(f"no runs in {place} yet: parlour run SUITE (see parlour suites)")
    else:
        table = Table("run", "model", "played on", "matches", "started", box=None)
        for each in found:
            asked = each.started.run
            started = each.started.started[:16].replace("T", " ")
            table.add_row(
                each.id, asked.model, asked.stories, f"{each.done} of {each.started.cells}", started
            )
        Console().print(table)


def _line(summary: RunSummary) -> dict[str, str | int]:
    asked = summary.started.run
    return {
        "run": summary.id,
        "suite": asked.suite,
        "model": asked.model,
        "stories": asked.stories,
        "done": summary.done,
        "cells": summary.started.cells,
        "started": summary.started.started,
    }
