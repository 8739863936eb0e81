"""A metric with its interval, its deviation and all that a reader needs to weigh it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import pstdev
from typing import Literal

import numpy as np

from parlour.evaluation.metrics import metric
from parlour.evaluation.parts import Column, Cut, Metric, Parts, pooled, ratio, together
from parlour.evaluation.resampling import RESAMPLES, Z, draws, ends
from parlour.evaluation.score import MatchScore

Basis = Literal["bootstrap", "wilson", "none"]
"""What an interval rests on; see `estimate`."""


@dataclass(frozen=True, kw_only=True)
class Estimate:
    """A metric over matches.

    Attributes:
        metric: its name.
        column: which answers and votes count.
        value: pooled over all matches and evaluations; None where there is nothing to measure.
        low: where the 95 % interval begins; None where none can be given.
        high: where it ends.
        basis: what the interval rests on.
        deviation: population deviation over the repeats (`repeats`), the ± of the papers; None of fewer
            than two.
        n: how many answers, votes, cases, calls or matches were counted.
        matches: how many matches, or tables with all their games, there were to draw.
        faults: faults per model call in them; None where no model was called.
    """

    metric: str
    column: Column
    value: float | None
    low: float | None
    high: float | None
    basis: Basis
    deviation: float | None
    n: int
    matches: int
    faults: float | None


def estimate(
    scores: Sequence[MatchScore],
    name: str,
    column: Column = Column.ALL,
    *,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> Estimate:
    """A metric over matches, with a 95 % interval.

    Answers within a match depend on each other (everybody heard the same talk), so whole matches are drawn
    anew, with replacement, and the interval lies between the 2.5 and 97.5 percentiles (`bootstrap`). It is
    about other matches of this mixture of scripts, and is too narrow where matches are few (under ten). Games
    whose seats are scored have one deal at one table: there tables are drawn, each with all its games.

    A bootstrap says nothing where all draws come out alike: with one match, or where none of 20 was won. The
    interval of a share is then Wilson's (`wilson`): of as many trials as there are matches, or in a single
    match as its questions, as if these were independent. They are not, and nothing is said of other matches.
    An amount of a single match has no interval (`none`).

    Args:
        scores: of the matches.
        name: of the metric.
        column: which answers and votes count.
        seed: of the draws.
        resamples: how many draws.
    """
    measured, cut = metric(name), Cut(column=column)
    told = [parts for drawn in _dealings(scores) if (parts := together(drawn, measured, cut)).possible]
    evaluations = max((score.evaluations for score in scores), default=1) if measured.is_repeated else 1
    low, high, basis = _interval(told, measured, evaluations, seed, resamples)
    return Estimate(
        metric=name,
        column=column,
        value=ratio(told),
        low=low,
        high=high,
        basis=basis,
        deviation=deviation(repeats(scores, name, column)),
        n=sum(parts.n for parts in told),
        matches=len(told),
        faults=pooled(scores, metric("fault_rate"), cut),
    )


def repeats(scores: Sequence[MatchScore], name: str, column: Column = Column.ALL) -> tuple[float, ...]:
    """The same metric measured again and again, as the papers' ± and their t-test want it (NOTES 8).

    A match whose seats are scored one by one is measured once.

    Of answers, the value in each evaluation over all matches. Votes are cast and costs arise once in a match:
    there it is the value over the first match of each script, over the second of each, and so on.
    """
    measured = metric(name)
    if any(score.seats for score in scores):
        return ()
    if measured.is_repeated:
        evaluations = range(1, max((score.evaluations for score in scores), default=0) + 1)
        told = [pooled(scores, measured, Cut(column=column, evaluation=each)) for each in evaluations]
    else:
        told = [pooled(each, measured, Cut(column=column)) for each in _rounds(scores)]
    return tuple(value for value in told if value is not None)


def deviation(values: Sequence[float]) -> float | None:
    """The population deviation, √(Σ(x - x̄)²/n); None of fewer than two values.

    The papers' tables over three evaluations divide by n: one win in three games of one victim is printed
    .333 ± .471, where n - 1 would give .577. Only table 9 of Zhu et al. 2024 divides by n - 1
    (.900 ± .100 of ten questions, where n would give .082).
    """
    return pstdev(values) if len(values) > 1 else None


def wilson(share: float, trials: float) -> tuple[float, float]:
    """Wilson's 95 % interval of a share in [0, 1] of that many independent trials; the share lies in it.

    (p + z²/2n ± z √(p(1 - p)/n + z²/4n²)) / (1 + z²/n).
    """
    square = Z**2 / trials
    middle = (share + square / 2) / (1 + square)
    half = Z * math.sqrt(share * (1 - share) / trials + square / (4 * trials)) / (1 + square)
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


def _interval(
    told: Sequence[Parts], measured: Metric, evaluations: int, seed: int, resamples: int
) -> tuple[float | None, float | None, Basis]:
    value = ratio(told)
    if value is None:
        return None, None, "none"
    if len(told) > 1:
        low, high = _percentiles(told, seed, resamples)
        if low < high or measured.unit != "share":
            return low, high, "bootstrap"
    if measured.unit != "share" or value > 1:
        return None, None, "none"
    worth = sum(parts.possible for parts in told) ** 2 / sum(parts.squares for parts in told)
    low, high = wilson(value, len(told) if len(told) > 1 else worth / evaluations)
    return low, high, "wilson"


def _percentiles(told: Sequence[Parts], seed: int, resamples: int) -> tuple[float, float]:
    reached = np.array([parts.reached for parts in told])
    possible = np.array([parts.possible for parts in told])
    [drawn] = draws(len(told), resamples=resamples, seed=seed)
    return ends(reached[drawn].sum(axis=1) / possible[drawn].sum(axis=1))


def _dealings(scores: Sequence[MatchScore]) -> list[list[MatchScore]]:
    """What is drawn anew as a whole: matches, or tables with all their games."""
    told: dict[tuple[str, str], list[MatchScore]] = {}
    for number, score in enumerate(scores):
        key = (score.script, score.language) if score.seats else (str(number), "")
        told.setdefault(key, []).append(score)
    return list(told.values())


def _rounds(scores: Sequence[MatchScore]) -> list[list[MatchScore]]:
    """The first match of each script, the second of each, as long as every script has one."""
    by_script: dict[str, list[MatchScore]] = {}
    for score in scores:
        by_script.setdefault(score.script, []).append(score)
    return [list(each) for each in zip(*by_script.values(), strict=False)]
