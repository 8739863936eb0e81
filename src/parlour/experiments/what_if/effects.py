"""Effects of a what-if: a fork beside its match, and how far forks end otherwise, of matches and runs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from statistics import fmean

from pydantic import BaseModel, ValidationError

from parlour.arena import Record
from parlour.core import CaseOutcome, Event, Player
from parlour.errors import UsageError
from parlour.evaluation import (
    REWARD,
    SHARES_APART,
    Cut,
    Effect,
    MatchScore,
    Sides,
    ballots,
    effect,
    metric,
    metrics,
    score_match,
    verdicts,
)
from parlour.experiments.report import SEPARATOR, Results, Row
from parlour.experiments.report.row import ALIKE, FEW, format_value, interval
from parlour.experiments.what_if.playing import is_deterministic
from parlour.experiments.what_if.question import (
    QUESTION,
    AskedMatches,
    ForkPlan,
    PlayedFork,
    WhatIf,
    plan_forks,
)
from parlour.language.wording import tell
from parlour.store import Store


@dataclass(frozen=True, kw_only=True)
class FirstDifference:
    """The first event that is another.

    Attributes:
        was: what happened in the match, in words; empty where it was over.
    """

    number: int
    round: int
    was: str
    now: str


@dataclass(frozen=True, kw_only=True)
class ForkBeside:
    """The comparison of a fork with its match.

    Attributes:
        differs: the first different event; None where all are the same.
    """

    origin: str
    match: str
    player: Player
    step: int
    differs: FirstDifference | None
    votes: Mapping[tuple[int, Player, str], tuple[str, str]]
    winners: Mapping[str, tuple[str | None, str | None]]
    scores: Mapping[str, tuple[float | None, float | None]]


def beside(original: Record, fork: Record, player: Player, step: int) -> ForkBeside:
    """Sets a finished fork beside its match."""
    was, now = (_values(record, player) for record in (original, fork))
    return ForkBeside(
        origin=original.match,
        match=fork.match,
        player=player,
        step=step,
        differs=first_difference(original, fork),
        votes=_votes(original, fork),
        winners=_winners(verdicts(original), verdicts(fork)),
        scores={name: (was.get(name), now.get(name)) for name in {**was, **now}},
    )


def first_difference(original: Record, fork: Record) -> FirstDifference | None:
    """Returns the first event that differs, public or not."""
    for was, now in zip_longest(original.events, fork.events):
        if was != now:
            event = now or was
            assert event is not None  # noqa: S101 - the longer of the two goes on
            return FirstDifference(
                number=event.number,
                round=event.round,
                was=_event_text(was, original),
                now=_event_text(now, fork),
            )
    return None


def check_compared(names: Iterable[str]) -> None:
    """Refuses metrics by which a fork cannot be set beside its match."""
    for name in names:
        if not metric(name).tells_outcome:
            raise UsageError(f"{name} is not compared: a fork takes most of what its match took over unpaid")


def value(score: MatchScore, name: str) -> float | None:
    """Returns a metric of a match; None where it has none, and for costs and faults: a fork inherits them."""
    measured = metrics()[name]
    if not measured.tells_outcome:
        return None
    parts = measured.parts(score, Cut())
    is_measured = parts.possible and not math.isnan(parts.reached)
    return parts.reached / parts.possible if is_measured else None


def _values(record: Record, player: Player) -> dict[str, float]:
    score = score_match(record)
    values = {REWARD: Sides.of(record).reward(player)} | {name: value(score, name) for name in metrics()}
    return {name: number for name, number in values.items() if number is not None}


def _event_text(event: Event | None, record: Record) -> str:
    if event is None:
        return ""
    return tell(event, record.setup.language, record.setup.game.name)


def _votes(original: Record, fork: Record) -> dict[tuple[int, Player, str], tuple[str, str]]:
    was, now = dict(_cast(original)), dict(_cast(fork))
    return {place: (was.get(place, ""), now.get(place, "")) for place in {**was, **now}}


def _cast(record: Record) -> Iterator[tuple[tuple[int, Player, str], str]]:
    for vote in ballots(record):
        yield (vote.round, vote.actor or "", vote.case or ""), ", ".join(vote.chosen) or "–"


def _winners(was: list[CaseOutcome], now: list[CaseOutcome]) -> dict[str, tuple[str | None, str | None]]:
    ours = {case.case: case.winner for case in now}
    return {case.case: (case.winner, ours.get(case.case)) for case in was}


USUAL = ("win_rate", "vote_accuracy")


class EffectRow(BaseModel, frozen=True, extra="forbid"):
    """The effect of a change on one metric, as `what-if --json` prints it.

    Attributes:
        arm: the arm of a run; empty where matches are of none.
        metric: what is measured; `reward` is whether the changed seat's own side won.
        effect: by how much it was more in the forks; null where there is nothing to measure.
        low: where its 95 % interval begins; null where none can be given.
        basis: what the interval rests on: t, bound or exact; or few, alike or none where there is none.
    """

    arm: str
    change: str
    metric: str
    original: float | None
    effect: float | None
    low: float | None
    high: float | None
    points: tuple[float, ...] = ()
    basis: str
    forks: int
    matches: int
    changed: float | None
    placebo: float | None
    placebo_low: float | None
    placebo_high: float | None
    placebo_changed: float | None


def effects(plan: ForkPlan, store: Store, names: Sequence[str] = ()) -> list[EffectRow]:
    """Returns the effect of a change on the seat's own outcome and on some metrics, arm by arm."""
    done = [fork for fork in plan.forks if fork.score]
    was = dict(_originals(store, done))
    is_exact = is_deterministic(plan, store)
    rows: list[EffectRow] = []
    for arm in dict.fromkeys(plan.asked.arms[fork.origin] for fork in done):
        forks = [fork for fork in done if plan.asked.arms[fork.origin] == arm]
        for name in (REWARD, *(names or USUAL)):
            pairs = _paired_values(forks, was, name, is_placebo=False)
            if not pairs:
                continue
            bounds = SHARES_APART if name == REWARD or metrics()[name].unit == "share" else None
            placebos = _differences(_paired_values(forks, was, name, is_placebo=True))
            as_it_was = fmean(fmean(before for before, _ in match_pairs) for match_pairs in pairs.values())
            change_effect = effect(_differences(pairs), bounds=bounds)
            placebo = effect(placebos, bounds=bounds, is_exact=is_exact)
            rows.append(_row(arm, plan.asked.question.summary, name, as_it_was, change_effect, placebo))
    return rows


_Original = tuple[MatchScore, Mapping[Player, float | None]]
"""A match's score, and the reward of each of its seats."""
_Compared = Mapping[str, Sequence[tuple[float, float]]]
"""A metric in the match and in each of its forks, by match."""


def _originals(store: Store, forks: Iterable[PlayedFork]) -> Iterator[tuple[str, _Original]]:
    for match in dict.fromkeys(fork.origin for fork in forks):
        record = store.record(match, with_calls=False)
        sides = Sides.of(record)
        yield match, (score_match(record), {player: sides.reward(player) for player in record.setup.players})


def _value(original: _Original, player: Player, name: str) -> float | None:
    score, rewards = original
    return rewards.get(player) if name == REWARD else value(score, name)


def _paired_values(
    forks: Iterable[PlayedFork], was: Mapping[str, _Original], name: str, *, is_placebo: bool
) -> _Compared:
    pairs: dict[str, list[tuple[float, float]]] = {}
    for fork in forks:
        if fork.is_placebo is is_placebo and fork.score:
            before = _value(was[fork.origin], fork.player, name)
            now = fork.reward if name == REWARD else value(fork.score, name)
            if before is not None and now is not None:
                pairs.setdefault(fork.origin, []).append((before, now))
    return pairs


def _differences(pairs: _Compared) -> dict[str, list[float]]:
    return {match: [now - before for before, now in forks] for match, forks in pairs.items()}


def _row(arm: str, change: str, name: str, original: float, effect: Effect, placebo: Effect) -> EffectRow:
    return EffectRow(
        arm=arm,
        change=change,
        metric=name,
        original=original,
        effect=effect.value,
        **{field: value for field, value in vars(effect).items() if field != "value"},
        placebo=placebo.value,
        placebo_low=placebo.low,
        placebo_high=placebo.high,
        placebo_changed=placebo.changed,
    )


def asked_of_run(results: Results, question: WhatIf) -> AskedMatches:
    """Returns a question about all matches of a run that are done.

    Raises:
        UsageError: if none is, or the change is a single decision.
    """
    if question.is_deed:
        raise UsageError("what somebody says or chooses is of one match: name one, or a mind by --seat")
    done = [cell for cell in results.played if cell.score]
    if not done:
        raise UsageError(f"no match of {results.run.id} is over yet")
    own = {arm.name: arm.own or (arm.method,) for arm in results.suite.conditions}
    return AskedMatches(
        question=question,
        arms={cell.match: cell.condition for cell in done},
        own=own if question.who == "own" else {},
    )


def metrics_of(results: Results) -> tuple[str, ...]:
    """Returns a suite's metrics of the outcome of matches; a fork's costs are not a match's."""
    all_metrics = metrics()
    shares = {name for name, metric in all_metrics.items() if metric.unit == "share" and metric.tells_outcome}
    names = [name for name in results.suite.metrics if name in shares]
    return tuple(dict.fromkeys((*USUAL, *names)))


def what_if_rows(results: Results, store: Store) -> list[Row]:
    """Returns the effect of every change that was tried on matches of a run, as rows of its report."""
    played = {cell.match for cell in results.played}
    return [
        _run_row(results.suite.name, row)
        for inquiry in stored_questions(store)
        if played and set(inquiry.arms) <= played and any(inquiry.arms.values())
        for row in effects(plan_forks(store, inquiry), store, metrics_of(results))
    ]


def stored_questions(store: Store) -> Iterator[AskedMatches]:
    """Yields the stored questions, without those that another version wrote and this one cannot read."""
    questions: Mapping[str, str] = store.runs(QUESTION)
    for json in questions.values():
        try:
            yield AskedMatches.model_validate_json(json)
        except ValidationError:
            continue


def _run_row(suite: str, row: EffectRow) -> Row:
    return Row(
        suite=suite,
        condition=row.arm,
        script=f"What if {row.change}: by how much more than as it was",
        metric=row.metric,
        published=None,
        ours=row.effect,
        low=row.low,
        high=row.high,
        points=row.points,
        n=row.forks,
        faults=None,
        note=SEPARATOR.join(notes(row)),
    )


def notes(row: EffectRow) -> Sequence[str]:
    """Returns the notes on an effect."""
    name = row.metric
    ends = interval(row.placebo_low, row.placebo_high, name)
    placebo = f"placebo {format_value(row.placebo, name, signed=True)}" + (f" ({ends})" if ends else "")
    baseline = f"as it was {format_value(row.original, name)} in {row.matches} matches"
    basis_notes = {
        "bound": "all matches differ alike: the interval is of as many trials as matches",
        "few": FEW,
        "alike": ALIKE.format(drawn="matches"),
    }
    return tuple(filter(None, (baseline, placebo, basis_notes.get(row.basis, ""))))
