"""`parlour run`: a published experiment with a model of one's own, from the plan to the table."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from parlour.cli.plan import print_sample_sizes
from parlour.cli.progress import RunScreen, confirm_expected
from parlour.cli.report import Metrics, Strict, print_run
from parlour.cli.what_if import ask_all
from parlour.core import RECORDED_GAMES
from parlour.errors import FAILED, UsageError
from parlour.experiments import (
    Resources,
    RunPlan,
    Suite,
    ask_run,
    begin,
    definition_schema,
    execute,
    find_experiment,
    look_ahead,
    read_models,
    stories_of,
    with_all_added,
)
from parlour.experiments.report import check_judge, check_metrics, read_results
from parlour.experiments.what_if import read_question, with_model
from parlour.library.running import plan_of
from parlour.llm import Language, settle
from parlour.store import Store
from parlour.views.terminal import (
    AsJson,
    Budget,
    Concurrency,
    Db,
    Effort,
    EmbeddingName,
    Jobs,
    ModelFile,
    Set,
    Temperature,
    Yes,
    read_model_options,
    resumable,
    terminal,
)

_SQLITE = "sqlite:///"
app = typer.Typer(help="Run a published experiment and set its table beside ours.")


def _print_schema(is_asked: bool) -> None:
    if is_asked:
        typer.echo(json.dumps(definition_schema(), ensure_ascii=False, indent=2))
        raise typer.Exit


@app.command()
def run(
    suite: Annotated[
        str, typer.Argument(help="One of `parlour suites`, or FILE.yaml: an experiment of your own.")
    ],
    model: Annotated[
        list[str] | None,
        typer.Option(
            help="What the seats think with (`parlour models`); PARLOUR_MODEL sets the default."
            " ARM=MODEL or SIDE=MODEL: of one arm's method, or of one side; can be repeated."
        ),
    ] = None,
    models_file: ModelFile = None,
    temperature: Temperature = None,
    reasoning_effort: Effort = None,
    settings: Set = None,
    add: Annotated[
        list[str] | None,
        typer.Option(
            help="NAME=METHOD\\[:OPTIONS]\\[@MODEL]: measure another method beside the suite's own;"
            " can be repeated."
        ),
    ] = None,
    scripts: Annotated[
        str | None,
        typer.Option(
            help="What it is played on: collections, ids or files of scripts, with commas between, or tables"
            " of a game; the suite's own if left out."
        ),
    ] = None,
    transcripts: Annotated[
        Path | None,
        typer.Option(
            help="Of a suite that watches recorded games: where they are, a file in the open form or a store;"
            " the run's own store if left out."
        ),
    ] = None,
    difficulty: Annotated[
        str,
        typer.Option(
            help="Of generated scripts: easy, normal, hard or 2 to 6, as `parlour scripts generate` has it."
        ),
    ] = "",
    lang: Annotated[
        Language | None, typer.Option(help="Language of the scripts; the suite's own if left out.")
    ] = None,
    conditions: Annotated[
        str | None,
        typer.Option(
            help="Only these of the suite's conditions, commas between; the others can follow later. Of"
            " recorded games also: baselines, the rules without a model alone."
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            help="Matches per script and condition; of generated scripts and of tables, how many.", min=1
        ),
    ] = None,
    team: Annotated[
        str | None,
        typer.Option(help="TEAM=METHOD\\[@MODEL]: how the side plays that is sought, in every condition."),
    ] = None,
    evaluations: Annotated[
        int | None,
        typer.Option(
            help="How often questions are put; 3, or 1 with the reader, which never varies; 0: they are not.",
            min=0,
        ),
    ] = None,
    embedding: EmbeddingName = None,
    seed: Annotated[
        int | None, typer.Option(help="Of the first match; the others count on from it.", min=0)
    ] = None,
    elicit: Annotated[
        bool | None,
        typer.Option(
            "--elicit/--no-elicit",
            help="Ask every seat at each vote how likely it holds whom, outside the game; as the suite has it"
            " if left out.",
        ),
    ] = None,
    jobs: Jobs = None,
    on: Annotated[
        str | None,
        typer.Option(
            help="Where its matches are played: ray or ray:HOST:PORT, a Ray cluster of which this machine is"
            " one (docs/scale.md); this machine alone if left out."
        ),
    ] = None,
    concurrency: Concurrency = None,
    budget: Budget = None,
    batch: Annotated[
        bool,
        typer.Option(
            "--batch",
            help="Put the questions after each match by the provider's batch interface: half the price,"
            " within a day (OpenAI, Anthropic).",
        ),
    ] = False,
    is_plan: Annotated[
        bool, typer.Option("--plan", help="Play nothing: say how many matches tell the win rates apart.")
    ] = False,
    judge: Annotated[
        str,
        typer.Option(
            help="A model that judges how rich the games are, where the suite wants it judged; --set alone"
            " sets it."
        ),
    ] = "",
    strict: Strict = False,
    metric: Metrics = None,
    schema: Annotated[
        bool,
        typer.Option(
            "--schema",
            callback=_print_schema,
            is_eager=True,
            help="Print the JSON Schema of FILE.yaml and leave.",
        ),
    ] = False,
    what_if: Annotated[
        list[str] | None,
        typer.Option(
            help="'WHO=METHOD\\[@MODEL] from STEP': what its matches had come to with another mind in one"
            " seat (`parlour what-if`); can be repeated."
        ),
    ] = None,
    yes: Yes = False,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Run a suite: every condition on the same stories, scored, as a table beside the published one.

    Everything is kept as it happens. Whatever stops a run (Ctrl-C, a budget, a crash), the same command goes
    on with it: no finished match is played again, and nobody is asked again what was answered.
    """
    chosen = read_model_options(models_file, temperature, reasoning_effort, settings)
    base_suite = find_experiment(suite)
    check_metrics(metric or ())
    sought = _read_team(base_suite, team)
    check_judge(base_suite, judge)
    added, questions = _read_added(add), [with_model(read_question(text), chosen) for text in what_if or ()]
    judge = judge and settle(replace(chosen, every={}).on(judge))
    everywhere, models = read_models(model or (), with_all_added(base_suite, added))
    definition = ask_run(
        suite,
        added=added,
        model=everywhere,
        models=models,
        stories=_played_on(base_suite, scripts, transcripts, db),
        difficulty=difficulty,
        language=lang,
        games=games,
        evaluations=evaluations,
        sought=sought,
        embedding=embedding,
        seed=seed,
        elicits=elicit,
        chosen=chosen,
        beside=[judge, *(question.model for question in questions)],
    )
    means = Resources(store=db, jobs=jobs, concurrency=concurrency, budget=budget, batch=batch, on=on)
    plan = plan_of(definition, [name.strip() for name in conditions.split(",")] if conditions else (), db)
    if is_plan:
        print_sample_sizes(plan, as_json=as_json)
        return
    if not plan.cells:
        with Store.open(db) as store:
            begin(store, plan)
            results = read_results(store, definition.id, base_suite).with_metrics(metric or ())
            setups = {**plan.setups, **results.setups}
            print_run(replace(results, setups=setups), store, strict=strict, as_json=as_json)
        return
    screen = RunScreen(plan=plan, console=terminal(to_stderr=True))
    _announce(plan, base_suite, screen.console, is_default=evaluations is None)
    with resumable():
        if plan.left:
            estimate = look_ahead(plan, means)
            confirm_expected(screen.console, estimate.expected, is_sure=yes)
            with screen:
                execute(plan, means, estimate.slots, screen)
    with Store.open(db) as store:
        results = read_results(store, definition.id, base_suite).with_metrics(metric or ())
        spent = results.dollars + ask_all(store, results, questions, budget, concurrency, is_sure=yes)
        left = None if budget is None else max(0.0, budget - spent)
        print_run(results, store, strict=strict, judge=judge, budget=left, as_json=as_json)
    for failed in screen.failed:
        typer.echo(f"not played: {failed.cell}: {failed.why}", err=True)
    if screen.failed:
        raise typer.Exit(FAILED)


def _played_on(suite: Suite, scripts: str | None, transcripts: Path | None, db: str | None) -> str | None:
    if suite.game not in RECORDED_GAMES.names:
        if transcripts is not None:
            raise UsageError(f"--transcripts: {suite.name} plays {suite.game} and watches no recorded games")
        return scripts
    stories = scripts or suite.stories
    if ":" in stories:
        if transcripts is not None:
            raise UsageError("say where the recorded games are once, with --scripts or with --transcripts")
        return stories
    file = (db or "").removeprefix(_SQLITE)
    if transcripts is None and "://" in file:
        raise UsageError(
            "name the recorded games with --transcripts FILE: parlour transcripts export --out FILE"
        )
    place = transcripts or (Path(file) if file else None)
    return f"{stories}:{place.resolve()}" if place else stories


def _read_added(entries: list[str] | None) -> dict[str, str]:
    added: dict[str, str] = {}
    for entry in entries or ():
        name, equals, method = (part.strip() for part in entry.partition("="))
        if not (name and equals and method):
            raise UsageError(f"--add {entry}: write it as NAME=METHOD[:OPTIONS][@MODEL]")
        if name in added:
            raise UsageError(f"--add {entry}: {name!r} is added twice; take another name")
        added[name] = method
    return added


def _read_team(suite: Suite, team: str | None) -> str:
    """Returns the method of the side that is fixed in all arms of a suite; empty if none is given."""
    side, _, filling = (team or "").partition("=")
    fixed = next((arm.fixed_side for arm in suite.conditions if arm.fixed_side), "")
    if team and not fixed:
        raise UsageError(f"{suite.name} plays {suite.game}: it takes no --team")
    if team and (side.strip() != fixed or not filling.strip()):
        how = f"--team {fixed}=METHOD[@MODEL]"
        raise UsageError(f"--team {team}: in {suite.name} only one side can be fixed: {how}")
    return filling.strip()


def _announce(plan: RunPlan, suite: Suite, console: Console, *, is_default: bool) -> None:
    definition, left = plan.run, len(plan.left)
    done = f"{len(plan.cells) - left} of them done already" if left < len(plan.cells) else "none played yet"
    console.print(suite.title, style="bold")
    console.print(f"{definition.id}: {len(plan.cells)} matches, {done}")
    stories = stories_of(suite.game)
    for sentence in stories.left_out(definition.stories):
        console.print(sentence, markup=False)
    if is_default and definition.evaluations == 1 and suite.repeats_questions:
        console.print("each question is put once: the reader answers the same every time")
