"""`parlour report` and `parlour cite`: the results of a run as tables, files and a page, and its papers."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Literal

import typer
from pydantic import BaseModel
from rich.console import RenderableType

from parlour.cli.progress import embedding_bar
from parlour.errors import UsageError
from parlour.evaluation.richness import TIMES
from parlour.experiments.report import (
    REPORTS,
    WIDTH,
    LabelsAsked,
    Results,
    RichResults,
    Row,
    RunSummary,
    bibtex,
    calibration_rows,
    calibration_table,
    check_metrics,
    compare,
    comparison,
    contrast_tables,
    contrasts,
    exchanges,
    find_run,
    labelled_suites,
    labelling_of,
    latex,
    markdown,
    mixed_effects,
    mixed_table,
    papers_of,
    provenance,
    read_results,
    rich_results,
    rows,
    runs,
    side_by_side,
    suite_named,
    tables,
    write_comparison,
    write_report,
)
from parlour.experiments.what_if import what_if_rows
from parlour.llm import settle
from parlour.store import Store
from parlour.views.terminal import (
    AsJson,
    Db,
    Effort,
    ModelFile,
    Set,
    Temperature,
    check_folder,
    columns,
    print_json,
    print_list,
    read_model_options,
    terminal,
)

ReportPart = Literal["contrasts", "mixed", "calibration", "run"]
ReportFormat = Literal["text", "markdown", "latex"]
Metrics = Annotated[
    list[str] | None,
    typer.Option(help="Add a metric to the table, of any installed package; can be repeated."),
]
Strict = Annotated[
    bool,
    typer.Option("--strict", help="Add what comes out without flagged questions, and by keys put right."),
]
RUN_HELP = "A run's id or its beginning, or a suite's name or an experiment's file for its newest run"
app = typer.Typer(help="Set what a run came to beside what was published.")


@app.command()
def report(
    run: Annotated[str | None, typer.Argument(help=f"{RUN_HELP}; left out, all runs.")] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            help="Also write CSV, JSON, Markdown, LaTeX, BibTeX, figures and one HTML page into this folder.",
        ),
    ] = None,
    strict: Strict = False,
    models: Annotated[
        tuple[str, str] | None,
        typer.Option("--compare", help="Two models: the newest run of the suite on each, side by side."),
    ] = None,
    human: Annotated[
        bool,
        typer.Option("--human", help="What agents reached against people, and what people said of them."),
    ] = False,
    matches: Annotated[
        str,
        typer.Option(
            "--matches", help="A report over all matches on record, by its name: human, retrieval, …"
        ),
    ] = "",
    labels: Annotated[
        Path | None,
        typer.Option(
            "--labels",
            help="Labels that somebody gave (CSV or JSON of the page that --out writes): how far they agree.",
            rich_help_panel="Labels and judgement",
        ),
    ] = None,
    judge: Annotated[
        str,
        typer.Option(
            help="A model that labels the same deeds, or judges how rich the games of a suite are.",
            rich_help_panel="Labels and judgement",
        ),
    ] = "",
    items: Annotated[
        int,
        typer.Option(
            help="How many deeds are sampled for labelling.", min=1, rich_help_panel="Labels and judgement"
        ),
    ] = 60,
    budget: Annotated[
        float | None,
        typer.Option(help="Dollars that the judge may cost.", min=0, rich_help_panel="Labels and judgement"),
    ] = None,
    models_file: ModelFile = None,
    temperature: Temperature = None,
    reasoning_effort: Effort = None,
    settings: Set = None,
    metric: Metrics = None,
    part: Annotated[
        ReportPart | None,
        typer.Option(
            "--only",
            help="contrasts: each condition less the reference, story by story. mixed: the same by mixed"
            " effects of stories and seeds (extra `stats`). calibration: of what seats held at each"
            " vote. run: how it was made: command, seeds, commit, models, intervals, licences.",
        ),
    ] = None,
    form: Annotated[
        ReportFormat,
        typer.Option("--format", help="text for a terminal, markdown for a page, latex for a paper."),
    ] = "text",
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Print ours beside the published: the difference, the interval, n, faults, and what to mind.

    Intervals are over matches. A star is a t-test over evaluations, as in the
    papers. Where the two cannot be compared, a note says why.
    """
    if part and out:
        raise UsageError("--only prints a part and writes nothing: left out, --out writes that, too")
    if form != "text" and (as_json or part or models or human or matches or labels):
        raise UsageError(f"--format {form} is of a run's whole table: leave --json and parts of it out")
    if out:
        check_folder(out)
    chosen = read_model_options(models_file, temperature, reasoning_effort, settings)
    chosen.refuse_unused([judge])
    judge = judge and settle(chosen.on(judge))
    with Store.reading(db) as store:
        if human or matches:
            if run or models or labels or judge or strict:
                option = "--human" if human else f"--matches {matches}"
                raise UsageError(f"{option} reads all matches on record: name no run with it")
            _name(REPORTS.find("human" if human else matches)(store, out, as_json=as_json))
            return
        if run is None:
            _list(runs(store), store.location, as_json=as_json)
            return
        if models:
            _compare(store, run, models, out, strict=strict, as_json=as_json)
            return
        check_metrics(metric or ())
        results = read_results(store, find_run(store, run), suite_named(run)).with_metrics(metric or ())
        if part:
            _print_part(results, part, as_json=as_json)
            return
        labelling = labelling_of(results.suite)
        if labels and not labelling:
            raise UsageError(f"{results.suite.name} has no labels: {', '.join(labelled_suites())} has")
        if labelling and (labels or judge):
            request = LabelsAsked(file=labels, model=judge, items=items, budget=budget)
            labelling.tell_agreement(results, store, request, as_json=as_json)
            return
        table, rich = print_run(
            results, store, strict=strict, judge=judge, budget=budget, as_json=as_json, form=form
        )
        written = write_report(results, table, store, out, rich) if out else []
        if out and labelling:
            written.append(labelling.write_page(results, store, LabelsAsked(items=items), out))
        _name(written)


def _print_part(results: Results, part: ReportPart, *, as_json: bool) -> None:
    if part == "run":
        origin = provenance(results)
        if as_json:
            print_json(origin.model_dump(mode="json"))
        else:
            print_list(columns("how it was made", ""), [(fact.name, fact.value) for fact in origin.facts])
        return
    table_rows: Sequence[BaseModel]
    match part:
        case "contrasts":
            contrast_rows = contrasts(results)
            table_rows, renderables = contrast_rows, tuple(contrast_tables(contrast_rows))
        case "mixed":
            effects = mixed_effects(results)
            table_rows, renderables = effects, (mixed_table(effects),)
        case "calibration":
            belief_rows = calibration_rows(results)
            table_rows, renderables = belief_rows, (calibration_table(belief_rows),)
    if as_json:
        print_json([row.model_dump(mode="json") for row in table_rows])
    else:
        _print(*renderables)


def print_run(
    results: Results,
    store: Store,
    *,
    strict: bool,
    as_json: bool,
    judge: str = "",
    budget: float | None = None,
    form: ReportFormat = "text",
) -> tuple[list[Row], RichResults | None]:
    """Prints the table of a run, and returns it with what its measures of richness were taken from."""
    if judge:
        games = sum(len(results.scores(view.name)) for view in results.suite.rows)
        typer.echo(f"judging {games} games, {TIMES} times each, but for what is kept", err=True)
    with embedding_bar(terminal(to_stderr=True)) as embedded:
        rich = asyncio.run(rich_results(results, store, judge_model=judge, budget=budget, embedded=embedded))
    if rich and rich.judging and rich.verdicts:
        dollars, verdicts = rich.judging.usage.dollars, rich.verdicts
        price = "at a price unknown" if dollars is None else f"${dollars:.2f}"
        unread = f"{verdicts.unreadable} of {verdicts.requests} replies unreadable"
        typer.echo(f"judged: {rich.judging.calls} calls, {price}, {unread}", err=True)
    table_rows = [*rows(results, rich, strict=strict), *what_if_rows(results, store)]
    if as_json:
        print_json([row.model_dump() for row in table_rows])
        return table_rows, rich
    if form != "text":
        typer.echo((latex if form == "latex" else markdown)(results, table_rows))
        return table_rows, rich
    dialogues = side_by_side(exchanges(results, store)) if results.suite.figure == "dialogues" else ()
    contrast_parts = contrast_tables(contrasts(results)) if results.played else ()
    _print(*dialogues, *tables(results, table_rows), *contrast_parts)
    return table_rows, rich


def _print(*renderables: RenderableType) -> None:
    console = terminal(width=WIDTH)
    for renderable in renderables:
        console.print(renderable)


def _compare(
    store: Store, run: str, models: tuple[str, str], out: Path | None, *, strict: bool, as_json: bool
) -> None:
    suite = suite_named(run)
    results, other = (read_results(store, find_run(store, run, [model]), suite) for model in models)
    differences = compare(results, other, strict=strict)
    if as_json:
        print_json([difference.model_dump() for difference in differences])
    else:
        _print(*comparison(results, other, differences))
    _name(write_comparison(differences, out) if out else [])


def _name(written: list[Path]) -> None:
    for path in written:
        typer.echo(f"written: {path}", err=True)


def _list(summaries: list[RunSummary], place: str, *, as_json: bool) -> None:
    if not summaries:
        typer.echo(f"no runs in {place} yet: parlour run SUITE (see parlour suites)", err=as_json)
    if as_json:
        print_json([_line(summary) for summary in summaries])
    elif summaries:
        print_list(columns("run!", "model", "played on", "matches!", "started!"), [*map(_row, summaries)])


def _row(summary: RunSummary) -> tuple[str, ...]:
    definition, started = summary.started.run, summary.started.started[:16].replace("T", " ")
    return (
        summary.id,
        definition.thinks_with,
        definition.stories,
        f"{summary.done} of {summary.started.cells}",
        started,
    )


def _line(summary: RunSummary) -> dict[str, str | int]:
    definition = summary.started.run
    return {
        "run": summary.id,
        "suite": definition.suite,
        "model": definition.model,
        "stories": definition.stories,
        "done": summary.done,
        "cells": summary.started.cells,
        "started": summary.started.started,
    }


cite_app = typer.Typer(help="Print BibTeX of Parlour and of the papers that a run rests on.")


@cite_app.command()
def cite(
    run: Annotated[str | None, typer.Argument(help=f"{RUN_HELP}; left out, Parlour alone.")] = None,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Print BibTeX of Parlour, of the methods that played and of the table beside which they stand."""
    if run is None:
        if as_json:
            print_json([])
        else:
            typer.echo(bibtex())
        return
    with Store.reading(db) as store:
        results = read_results(store, find_run(store, run), suite_named(run))
    if as_json:
        print_json([asdict(paper) for paper in papers_of(results)])
    else:
        typer.echo(bibtex(results))
