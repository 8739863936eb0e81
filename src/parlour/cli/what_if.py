"""`parlour what-if`: matches again from some step, with another mind in one seat, or another word said."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from parlour.arena import play_rules
from parlour.cli.progress import confirm_expected, progress_bar
from parlour.cli.records import SubjectName
from parlour.errors import UsageError
from parlour.experiments.report import WIDTH, Results, find_subject, read_results
from parlour.experiments.report.row import format_value, interval, label
from parlour.experiments.what_if import (
    AskedMatches,
    EffectRow,
    ForkBeside,
    ForkOrigins,
    ForkPlan,
    ForkRunner,
    WhatIf,
    asked_of_run,
    beside,
    check_compared,
    dollars_spent,
    effects,
    look_ahead_forks,
    metrics_of,
    notes,
    plan_forks,
    play_forks,
    read_change,
    read_deed,
    read_step,
    with_model,
)
from parlour.llm import ModelPool
from parlour.store import Store
from parlour.store.archive import Subject
from parlour.views.terminal import (
    AsJson,
    Budget,
    Concurrency,
    Db,
    Effort,
    ModelFile,
    Set,
    Temperature,
    Yes,
    columns,
    print_json,
    print_list,
    read_model_options,
    resumable,
    terminal,
)

MOST_BESIDE = 3
"""Forks that are set beside their match one by one; of more, the effect is told."""

app = typer.Typer(help="Play matches again with another mind in one seat, and say what that did.")


@app.command()
def what_if(
    subject: SubjectName,
    seat: Annotated[
        str | None,
        typer.Option(
            help="NAME=METHOD\\[@MODEL]: another mind in a seat, or in each seat of a role, a side, `own` or"
            " `everybody`."
        ),
    ] = None,
    step: Annotated[
        str, typer.Option("--from", help="The step from which on; each: every one at which the seat decides.")
    ] = "0",
    say: Annotated[
        str | None, typer.Option(help="NAME@STEP=TEXT: what somebody says there instead.", show_default=False)
    ] = None,
    choose: Annotated[
        str | None,
        typer.Option(
            help="NAME@STEP=A,B: whom or what somebody chooses there instead; empty for nobody.",
            show_default=False,
        ),
    ] = None,
    matches: Annotated[str, typer.Option(help="Further matches, commas between.", show_default=False)] = "",
    repeats: Annotated[int, typer.Option(help="How often each fork is played.", min=1)] = 1,
    metrics: Annotated[
        str, typer.Option("--metrics", help="What is compared, commas between.", show_default=False)
    ] = "",
    models_file: ModelFile = None,
    temperature: Temperature = None,
    reasoning_effort: Effort = None,
    settings: Set = None,
    budget: Budget = None,
    concurrency: Concurrency = None,
    yes: Yes = False,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Play a match again from a step with another mind in one seat, all else as on record until it differs.

    Without --seat, --say or --choose, lists the steps of a match. Each fork has its placebo, in which nothing
    is changed and the seat's mind only thinks again. Forks are matches on record; the same command goes on.
    """
    names = [name.strip() for name in metrics.split(",") if name.strip()]
    check_compared(names)
    chosen = read_model_options(models_file, temperature, reasoning_effort, settings)
    with Store.reading(db) as store:
        target = find_subject(store, subject)
        if seat is None and say is None and choose is None:
            chosen.refuse_unused(())
            _list_steps(store, target)
            return
        question = with_model(_question(seat, step, say, choose, repeats), chosen)
        chosen.refuse_unused([question.model])
        inquiry, usual = _ask_about(store, target, question, matches)
        plan = play_out(store, inquiry, budget, concurrency, is_sure=yes)
        rows = effects(plan, store, names or usual)
        _tell(store, plan, rows, as_json=as_json)


def ask_all(
    store: Store,
    results: Results,
    questions: Sequence[WhatIf],
    budget: float | None,
    concurrency: int | None,
    *,
    is_sure: bool,
) -> float:
    """Plays the forks of several questions about a run under its own cap; returns the dollars they cost."""
    spent = 0.0
    for question in questions:
        left = None if budget is None else max(0.0, budget - results.dollars - spent)
        plan = play_out(store, asked_of_run(results, question), left, concurrency, is_sure=is_sure)
        spent += dollars_spent(plan.forks)
    return spent


def play_out(
    store: Store, inquiry: AskedMatches, budget: float | None, concurrency: int | None, *, is_sure: bool
) -> ForkPlan:
    """Plays the forks of a question that are left, with a bar; returns the plan with all of them played."""
    console = terminal(to_stderr=True)
    plan = plan_forks(store, inquiry)
    for _, reason in plan.left_out:
        console.print(f"left out: {reason}", style="yellow", soft_wrap=True)
    done = len(plan.forks) - len(plan.left)
    console.print(f"{inquiry.id}: {len(plan.forks)} forks, {done} of them done already")
    if not plan.left:
        return plan
    with resumable():
        asyncio.run(_play(store, plan, budget, concurrency, console, is_sure=is_sure))
    return plan_forks(store, inquiry)


async def _play(
    store: Store,
    plan: ForkPlan,
    budget: float | None,
    concurrency: int | None,
    console: Console,
    *,
    is_sure: bool,
) -> None:
    at_once, expected = await look_ahead_forks(plan, store, budget)
    confirm_expected(console, expected, is_sure=is_sure)
    spent = dollars_spent(plan.forks)
    with progress_bar(console, TimeElapsedColumn(), TextColumn("forks")) as bar:
        task = bar.add_task("", total=len(plan.left))
        async with ModelPool(budget=budget, spent=spent, concurrency=concurrency) as models:
            runner = ForkRunner(
                asked=plan.asked,
                store=store,
                models=models,
                origins=ForkOrigins(store=store),
                say=lambda sentence: console.print(sentence, style="yellow", soft_wrap=True),
            )
            await play_forks(plan, runner, at_once, lambda _: bar.advance(task))


def _question(seat: str | None, step: str, say: str | None, choose: str | None, repeats: int) -> WhatIf:
    if seat is not None:
        if say is not None or choose is not None:
            raise UsageError("--seat changes a mind, --say and --choose what is done: one change at a time")
        who, method, model = read_change(seat)
        return WhatIf(who=who, method=method, model=model, at=read_step(step), repeats=repeats)
    says = read_deed(say, "--say") if say is not None else None
    chooses = read_deed(choose, "--choose") if choose is not None else None
    if says and chooses and says[:2] != chooses[:2]:
        raise UsageError("--say and --choose are of one decision: name the same seat and step in both")
    who, at, _ = says or chooses or ("", 0, "")
    return WhatIf(
        who=who,
        at=at,
        repeats=repeats,
        says=says[2] if says else None,
        chooses=tuple(name.strip() for name in chooses[2].split(",") if name.strip()) if chooses else None,
    )


def _ask_about(
    store: Store, subject: Subject, question: WhatIf, matches: str
) -> tuple[AskedMatches, Sequence[str]]:
    if subject.run and not matches:
        results = read_results(store, subject.run)
        return asked_of_run(results, question), metrics_of(results)
    more = [store.find(name.strip()) for name in matches.split(",") if name.strip()]
    all_matches = dict.fromkeys((*subject.matches, *more), "")
    if question.is_deed and len(all_matches) > 1:
        raise UsageError("what somebody says or chooses is of one match: name one")
    if question.who == "own":
        raise UsageError("`own` is of the arms of a run: name a seat, a role, a side, or everybody")
    return AskedMatches(question=question, arms=all_matches), ()


def _list_steps(store: Store, subject: Subject) -> None:
    if subject.run:
        raise UsageError("say what is changed: --seat NAME=METHOD")
    record = store.record(subject.matches[0], with_calls=False)
    rows: list[tuple[str, ...]] = []
    for decision in play_rules(record).decisions:
        request, act = decision.request, decision.act
        speech = act.speech if len(act.speech) <= 60 else f"{act.speech[:59]}…"
        words = (request.player, request.kind.name, ", ".join(act.chosen), speech)
        rows.append((str(request.step), str(request.round), *words))
    print_list(columns("step#", "round#", "seat!", "is asked!", "chose", "and said"), rows)


def _tell(store: Store, plan: ForkPlan, rows: Sequence[EffectRow], *, as_json: bool) -> None:
    forks = [fork for fork in plan.forks if not fork.is_placebo]
    pairs = [
        beside(store.record(fork.origin), store.record(fork.match), fork.player, fork.step)
        for fork in (forks if len(forks) <= MOST_BESIDE else ())
    ]
    if as_json:
        document = {
            "question": plan.asked.id,
            "forks": [fork.model_dump(mode="json", exclude={"score"}) for fork in plan.forks],
            "effects": [row.model_dump() for row in rows],
            "beside": [_spell(pair) for pair in pairs],
        }
        print_json(document)
        return
    console = terminal()
    for pair in pairs:
        _print_beside(console, pair)
    if len(plan.asked.arms) > 1 or len(forks) > 1:
        _print_effects(console, rows)
    else:
        for fork in plan.forks:
            if fork.is_placebo:
                reward = f"the seat's reward was {_number(fork.reward)}"
                console.print(f"placebo {fork.match}: the same mind again from there; {reward}")


def _spell(pair: ForkBeside) -> dict[str, object]:
    return {
        "origin": pair.origin,
        "match": pair.match,
        "player": pair.player,
        "step": pair.step,
        "differs": asdict(pair.differs) if pair.differs else None,
        "votes": [
            {"round": round_, "voter": voter, "case": case, "was": was, "now": now}
            for (round_, voter, case), (was, now) in pair.votes.items()
        ],
        "winners": {case: {"was": was, "now": now} for case, (was, now) in pair.winners.items()},
        "scores": {name: {"was": was, "now": now} for name, (was, now) in pair.scores.items()},
    }


def _print_beside(console: Console, pair: ForkBeside) -> None:
    title = (f"\n{pair.origin} and {pair.match}", "bold")
    console.print(Text.assemble(title, f": {pair.player} from step {pair.step}"))
    if pair.differs is None:
        console.print("nothing differs: every event is the same")
    else:
        location = f"first difference, event {pair.differs.number} (round {pair.differs.round})"
        was, now = (text or "over" for text in (pair.differs.was, pair.differs.now))
        console.print(f"{location}\n  was: {was}\n  now: {now}")
    table = Table("", "was", "now", box=None)
    for case, (was, now) in pair.winners.items():
        table.add_row(*map(Text, (f"winner {case}", was or "nobody", now or "nobody")))
    for (round_, voter, case), (was, now) in pair.votes.items():
        if was != now:
            table.add_row(*map(Text, (f"vote {voter}, {round_} {case}".rstrip(), was, now)))
    for name, (was, now) in pair.scores.items():
        if was != now:
            table.add_row(name, _number(was), _number(now))
    console.print(table)


def _print_effects(console: Console, rows: Sequence[EffectRow]) -> None:
    table = Table(box=None)
    for head in ("", "as it was", "effect", "95 %", "changed", "placebo", "95 %", "changed"):
        table.add_column(head, justify="right" if head else "left", no_wrap=bool(head))
    for row in rows:
        name = row.metric
        table.add_row(
            Text(f"{row.arm}: {label(name)}" if row.arm else label(name)),
            format_value(row.original, name),
            format_value(row.effect, name, signed=True),
            interval(row.low, row.high, name, row.points, signed=True),
            _share(row.changed),
            format_value(row.placebo, name, signed=True),
            interval(row.placebo_low, row.placebo_high, name),
            _share(row.placebo_changed),
        )
    if rows:
        console.print(f"\nWhat if {rows[0].change}", style="bold")
        terminal(width=WIDTH).print(table)
        matches = f"{rows[0].forks} forks of {rows[0].matches} matches; intervals are over matches"
        console.print(matches, style="dim")
        for note in dict.fromkeys(note for row in rows for note in notes(row)[2:]):
            console.print(note, style="dim")


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}".rstrip("0").rstrip(".")


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.0%}"
