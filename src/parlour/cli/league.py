"""`parlour league`: a round robin in every game of a file, with ratings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from parlour.cli.progress import RunScreen
from parlour.errors import FAILED
from parlour.experiments import CostEstimate, Resources, RunPlan, execute, look_ahead, plan_run
from parlour.experiments.league import (
    SURE,
    AskedLeague,
    LeagueTables,
    RatingRow,
    adopt,
    ask_league,
    league_tables,
    left_for,
    write_league,
)
from parlour.store import Store
from parlour.views.terminal import (
    AsJson,
    Budget,
    Concurrency,
    Db,
    Effort,
    Jobs,
    ModelFile,
    Set,
    Temperature,
    Yes,
    check_folder,
    columns,
    confirm,
    print_json,
    print_list,
    read_model_options,
    resumable,
    terminal,
)

app = typer.Typer(help="Let everybody meet everybody, and rate them.")


@app.command()
def league(
    file: Annotated[
        Path, typer.Argument(help="Who enters, and in which games they meet.", metavar="FILE.yaml")
    ],
    models_file: ModelFile = None,
    temperature: Temperature = None,
    reasoning_effort: Effort = None,
    settings: Set = None,
    jobs: Jobs = None,
    concurrency: Concurrency = None,
    budget: Budget = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Write one page, and tables as CSV and JSON, into this folder.", metavar="FOLDER"),
    ] = None,
    yes: Yes = False,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Play a league and rate its entrants: a round robin in each of its games, camps and seats balanced.

    Whatever stops it (Ctrl-C, the budget, a crash), the same command goes on. Entrants and deals can be added
    to the file later: what the others have played stays.
    """
    if out:
        check_folder(out)
    definition = ask_league(file, read_model_options(models_file, temperature, reasoning_effort, settings))
    screens = _play(definition, Resources(store=db, jobs=jobs, concurrency=concurrency, budget=budget), yes)
    with Store.open(db) as store:
        tables = league_tables(store, definition)
    if out:
        for path in write_league(tables, out):
            typer.echo(f"wrote {path}", err=True)
    if as_json:
        print_json(tables.model_dump())
    else:
        _print(tables)
    failed = [failure for screen in screens for failure in screen.failed]
    for failure in failed:
        typer.echo(f"not played: {failure.cell}: {failure.why}", err=True)
    if failed:
        raise typer.Exit(FAILED)


def _play(definition: AskedLeague, means: Resources, is_sure: bool) -> list[RunScreen]:
    console = terminal(to_stderr=True)
    plans = [plan for plan in _plans(definition, means, console) if plan.left]
    with resumable():
        estimates = [look_ahead(plan, means) for plan in plans]
        _confirm(console, estimates, is_sure)
        screens = [RunScreen(plan=plan, console=console) for plan in plans]
        for plan, estimate, screen in zip(plans, estimates, screens, strict=True):
            left = means.budget
            if left is not None:
                with Store.open(means.store) as store:
                    left = left_for(store, definition, plan.run, left)
            with screen:
                execute(plan, replace(means, budget=left), estimate.slots, screen)
    return screens


def _plans(definition: AskedLeague, means: Resources, console: Console) -> list[RunPlan]:
    console.print(definition.title, style="bold")
    plans: list[RunPlan] = []
    with Store.open(means.store) as store:
        for run in definition.runs:
            adopted = adopt(store, run)
            plan = plan_run(store, run)
            adopted_note = f", {adopted} of them from before the file was changed" if adopted else ""
            done = len(plan.cells) - len(plan.left)
            console.print(f"{run.id}: {len(plan.cells)} matches, {done} of them done already{adopted_note}")
            plans.append(plan)
    return plans


def _confirm(console: Console, estimates: Sequence[CostEstimate], is_sure: bool) -> None:
    expected = [estimate.expected for estimate in estimates]
    if not expected:
        return
    dollars = [usage.dollars for usage in expected if usage.dollars is not None]
    confirm(
        console,
        calls=sum(usage.calls for usage in expected),
        input_tokens=sum(usage.input_tokens for usage in expected),
        output_tokens=sum(usage.output_tokens for usage in expected),
        dollars=sum(dollars) if len(dollars) == len(expected) else None,
        is_sure=is_sure,
    )


def _print(tables: LeagueTables) -> None:
    console = terminal(soft_wrap=True)
    state = "" if tables.matches == tables.expected else f" of {tables.expected}"
    console.print(f"{tables.title}, {tables.matches}{state} matches", style="bold")
    for game in dict.fromkeys(row.game for row in tables.ratings):
        rows = [row for row in tables.ratings if row.game == game]
        console.print(f"\n{game or 'All games'}", style="bold")
        _print_ratings(rows)
        for note in dict.fromkeys(row.note for row in rows if row.note):
            console.print(note, style="yellow")
    for row in tables.biases:
        if row.corrected is not None and row.corrected < SURE:
            line = f"{row.game}: {row.kind} makes a difference (p = {row.corrected:.3f}, Holm)"
            console.print(line, style="yellow")


def _print_ratings(rows: Sequence[RatingRow]) -> None:
    camps = [camp for camp in dict.fromkeys(row.camp for row in rows) if camp]
    by_camp = {(row.entrant, row.camp): row for row in rows}
    heads = ("rating", "95 %", "won", *(f"as {camp}" for camp in camps))
    table_rows = [
        (
            row.entrant,
            f"{row.rating:.0f}",
            f"{row.low:.0f} to {row.high:.0f}",
            "–" if row.share is None else f"{row.share:.0%}",
            *(f"{by_camp[row.entrant, camp].rating:.0f}" for camp in camps),
        )
        for row in rows
        if not row.camp
    ]
    print_list(columns("entrant", *(f"{head}#" for head in heads)), table_rows)
