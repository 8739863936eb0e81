"""What a change did to the matches of a run, arm by arm: a metric of any suite."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pydantic import ValidationError

from parlour.errors import UsageError
from parlour.evaluation import metrics
from parlour.experiments.report import SEPARATOR, Results, Row
from parlour.experiments.report.row import ALIKE, FEW
from parlour.experiments.report.spelling import interval, spelled
from parlour.experiments.what_if.effects import USUAL, EffectRow, effects
from parlour.experiments.what_if.planning import plan_forks
from parlour.experiments.what_if.question import QUESTION, AskedMatches, WhatIf
from parlour.store import Store


def asked_of_run(results: Results, question: WhatIf) -> AskedMatches:
    """A question about all matches of a run that are done.

    Raises:
        UsageError: if none is, or one deed is to be another in all of them.
    """
    if question.is_deed:
        raise UsageError("what somebody says or chooses is of one match: name one, or a mind by --seat")
    done = [each for each in results.played if each.score]
    if not done:
        raise UsageError(f"no match of {results.run.id} is over yet")
    own = {arm.name: arm.own or (arm.method,) for arm in results.suite.conditions}
    return AskedMatches(
        question=question,
        arms={each.match: each.condition for each in done},
        own=own if question.who == "own" else {},
    )


def metrics_of(results: Results) -> tuple[str, ...]:
    """The metrics of a run's suite that tell how its matches came out; a fork's costs are not a match's."""
    known = metrics()
    shares = {name for name, each in known.items() if each.unit == "share" and each.tells_outcome}
    told = [name for name in results.suite.metrics if name in shares]
    return tuple(dict.fromkeys((*USUAL, *told)))


def what_if_rows(results: Results, store: Store) -> list[Row]:
    """The effect of every change that was tried on matches of a run, as rows of its report."""
    played = {each.match for each in results.played}
    return [
        _row(results.suite.name, told)
        for asked in kept_questions(store)
        if played and set(asked.arms) <= played and any(asked.arms.values())
        for told in effects(plan_forks(store, asked), store, metrics_of(results))
    ]


def kept_questions(store: Store) -> Iterator[AskedMatches]:
    """Every question that was asked here; one of another Parlour that cannot be read is left out."""
    kept: Mapping[str, str] = store.runs(QUESTION)
    for json in kept.values():
        try:
            yield AskedMatches.model_validate_json(json)
        except ValidationError:
            continue


def _row(suite: str, told: EffectRow) -> Row:
    return Row(
        suite=suite,
        condition=told.arm,
        script=f"What if {told.change}: by how much more than as it was",
        metric=told.metric,
        published=None,
        ours=told.effect,
        low=told.low,
        high=told.high,
        points=told.points,
        n=told.forks,
        faults=None,
        note=SEPARATOR.join(notes(told)),
    )


def notes(told: EffectRow) -> Sequence[str]:
    """What a reader of an effect should know."""
    name = told.metric
    ends = interval(told.placebo_low, told.placebo_high, name)
    placebo = f"placebo {spelled(told.placebo, name, signed=True)}" + (f" ({ends})" if ends else "")
    whose = f"as it was {spelled(told.original, name)} in {told.matches} matches"
    alike = {
        "bound": "all matches differ alike: the interval is of as many trials as matches",
        "few": FEW,
        "alike": ALIKE.format(drawn="matches"),
    }
    return tuple(filter(None, (whose, placebo, alike.get(told.basis, ""))))
