"""Estimates with intervals: of metrics over matches, of differences from forks, and of survey answers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, pstdev
from typing import Annotated

from pydantic import BaseModel, Field

from parlour.evaluation.intervals import FEWEST, Basis, Interval, interval_of_mean, interval_of_ratio
from parlour.evaluation.metrics import metric
from parlour.evaluation.parts import (
    Column,
    Cut,
    Metric,
    pool,
    ratio,
    sampling_units,
    together,
    weighted_deviation,
)
from parlour.evaluation.score import MatchScore


@dataclass(frozen=True, kw_only=True)
class Estimate:
    """A metric over matches.

    Attributes:
        value: pooled over all matches and evaluations; None where there is nothing to measure.
        low: where the 95 % interval begins; None where none can be given.
        deviation: population deviation over the repeats (`repeats`), the ± of the papers; None of fewer
            than two.
        weighted_deviation: deviation across stories, each weighted by what could be reached on it (Zhu et al.
            2025, appendix C.2); None of fewer than two stories.
        faults: faults per model call in them; None where no model was called.
    """

    metric: str
    column: Column
    value: float | None
    low: float | None
    high: float | None
    basis: Basis
    points: tuple[float, ...]
    deviation: float | None
    weighted_deviation: float | None
    n: int
    matches: int
    calls: int
    faults: float | None
    repairs: float | None


def estimate(scores: Sequence[MatchScore], name: str, column: Column = Column.ALL) -> Estimate:
    """Estimates a metric over matches, with a 95 % interval (`interval_of_ratio`).

    Answers within a match depend on each other (all players heard one talk), so that the interval is over
    matches: about others of this mixture of scripts. Games whose seats are scored have one deal at one table:
    there it is over tables, each with all its games. Stories that are drawn together, such as witness twins,
    count as one (`sampling_units`). Of fewer than `FEWEST` there is none (`few`), and each is told by itself.
    """
    measured, cut = metric(name), Cut(column=column)
    contributions = [
        parts for unit in sampling_units(scores) if (parts := together(unit, measured, cut)).possible
    ]
    interval, value = interval_of_ratio(contributions, measured.unit), ratio(contributions)
    few = contributions if value is not None and len(contributions) < FEWEST else []
    return Estimate(
        metric=name,
        column=column,
        value=value,
        low=interval.low,
        high=interval.high,
        basis=interval.basis,
        points=tuple(parts.reached / parts.possible for parts in few),
        deviation=deviation(repeats(scores, name, column)),
        weighted_deviation=_across_stories(scores, measured, cut),
        n=sum(parts.n for parts in contributions),
        matches=len(contributions),
        calls=together(scores, metric("fault_rate"), cut).n,
        faults=pool(scores, metric("fault_rate"), cut),
        repairs=pool(scores, metric("repair_rate"), cut),
    )


def repeats(scores: Sequence[MatchScore], name: str, column: Column = Column.ALL) -> tuple[float, ...]:
    """The same metric measured again and again, as the papers' ± and their t-test want it.

    A match whose seats are scored one by one is measured once.

    Of answers, the value in each evaluation over all matches. Votes are cast and costs arise once in a match:
    there it is the value over the first match of each script, over the second of each, and so on.
    """
    measured = metric(name)
    if any(score.seats for score in scores):
        return ()
    if measured.is_repeated:
        evaluations = range(1, max((score.evaluations for score in scores), default=0) + 1)
        values = [
            pool(scores, measured, Cut(column=column, evaluation=evaluation)) for evaluation in evaluations
        ]
    else:
        rounds = zip(*_by_story(scores).values(), strict=False)  # as long as every story has a match more
        values = [pool(scores_of_round, measured, Cut(column=column)) for scores_of_round in rounds]
    return tuple(value for value in values if value is not None)


def deviation(values: Sequence[float]) -> float | None:
    """The population deviation, √(Σ(x - x̄)²/n); None of fewer than two values.

    The papers' tables over three evaluations divide by n: one win in three games of one victim is printed
    .333 ± .471, where n - 1 would give .577. Only table 9 of Zhu et al. 2024 divides by n - 1
    (.900 ± .100 of ten questions, where n would give .082).
    """
    return pstdev(values) if len(values) > 1 else None


def _across_stories(scores: Sequence[MatchScore], measured: Metric, cut: Cut) -> float | None:
    if any(score.seats for score in scores):
        return None
    stories = [together(story, measured, cut) for story in _by_story(scores).values()]
    weighted = [(ratio([parts]), parts.possible) for parts in stories if parts.possible]
    valued = [(value, weight) for value, weight in weighted if value is not None]
    return weighted_deviation(valued) if len(valued) == len(weighted) > 1 else None


def _by_story(scores: Sequence[MatchScore]) -> dict[tuple[str, str], list[MatchScore]]:
    stories = defaultdict[tuple[str, str], list[MatchScore]](list)
    for score in scores:
        stories[score.script, score.language].append(score)
    return stories


@dataclass(frozen=True, kw_only=True)
class Effect:
    """A difference, fork less original.

    Attributes:
        value: the mean over matches of each match's mean over its forks; None without any.
        low: where the 95 % interval begins; None where none can be given.
    """

    value: float | None
    low: float | None
    high: float | None
    basis: Basis
    points: tuple[float, ...]
    forks: int
    matches: int
    changed: float | None


def effect(
    differences: Mapping[str, Sequence[float]], *, bounds: tuple[float, float] | None, is_exact: bool = False
) -> Effect:
    """The mean difference, with an interval over other matches of this kind (`interval_of_mean`).

    Args:
        differences: of the forks of each match, by match.
        bounds: between which a difference can lie, such as -1 and 1 of a share; where there are none, no
            interval is given where all matches differ by the same.
        is_exact: whether the difference follows from how it was made, as where a deterministic mind plays its
            own part again: it is then the same in any other match (`exact`).
    """
    by_match = [list(values) for values in differences.values() if values]
    means = [fmean(values) for values in by_match]
    every = [difference for values in by_match for difference in values]
    interval = interval_of_mean(means, bounds)
    if is_exact and means and not any(every):
        interval = Interval(low=0.0, high=0.0, basis="exact")
    return Effect(
        value=fmean(means) if means else None,
        low=interval.low,
        high=interval.high,
        basis=interval.basis,
        points=tuple(means) if interval.basis == "few" else (),
        forks=len(every),
        matches=len(means),
        changed=sum(difference != 0 for difference in every) / len(every) if every else None,
    )


SHEET = "survey"
"""The kind of the sheet on which a store keeps one."""
WORST, BEST = 1, 5
MOST_WORDS = 2000
"""Characters of a remark."""

Mark = Annotated[int, Field(ge=WORST, le=BEST, strict=True)]


class Survey(BaseModel, frozen=True, extra="forbid"):
    """One person's marks after one match, from 1 to 5; higher is better."""

    story_advancement: Mark
    question_quality: Mark
    response_quality: Mark
    role_immersion: Mark
    response_speed: Mark
    remark: str = Field(default="", max_length=MOST_WORDS)

    @property
    def overall(self) -> float:
        """The mean of the five, as table 6 has it."""
        return fmean(self.marks.values())

    @property
    def marks(self) -> dict[str, int]:
        """The five by name."""
        return {name: getattr(self, name) for name in SCALES}


SCALES: tuple[str, ...] = tuple(name for name in Survey.model_fields if name != "remark")
"""The five, in the order in which they are asked."""

MEASURES: Mapping[str, str] = {f"survey.{name}": name for name in (*SCALES, "overall")}
"""The five and their mean, as tables call them."""


def marks_of(surveys: Iterable[Survey], measure: str) -> list[float]:
    """The marks of several people by one of `MEASURES`."""
    return [float(getattr(survey, MEASURES[measure])) for survey in surveys]


def mean_mark(marks: Sequence[float]) -> tuple[float | None, Interval]:
    """The mean of marks, and its 95 % interval over people."""
    interval = interval_of_mean(marks, (WORST, BEST))
    return (fmean(marks) if marks else None), interval
