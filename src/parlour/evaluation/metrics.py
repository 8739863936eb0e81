"""Named metrics over matches, each as a ratio of two sums, so that any set of matches can be pooled.

All columns but the default leave answers and votes out; a case is won by the whole table, and what a match
took is the match's, so that these are the same in every column.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from typing import Literal

from parlour.errors import UsageError
from parlour.evaluation.answers import POINTS
from parlour.evaluation.score import AnswerCount, MatchScore, Spent
from parlour.games.mystery import Aspect, Category, Team

SECONDS_PER_HOUR = 3600
Unit = Literal["share", "count", "dollars", "hours"]


class Column(StrEnum):
    """Which answers and votes count (NOTES 6)."""

    ALL = "all"
    """Every row of every seat, as the papers count."""
    CIVILIANS = "civilians"
    """Without the murderers, who may be played by a fixed method or by a person."""
    STRICT = "strict"
    """Without the questions of which something is known to be wrong."""


@dataclass(frozen=True, kw_only=True)
class Parts:
    """A match's contribution to a metric, whose value over matches is Σ reached / Σ possible.

    Attributes:
        reached: points, right votes, won cases, calls; not a number where it is unknown.
        possible: what could have been reached; 1 where `reached` is an amount per match.
        squares: the sum of the squared weights of what is counted, from which follows how many equally
            weighted ones it is worth.
        n: how many answers, votes, cases, calls or matches are counted.
    """

    reached: float
    possible: float
    squares: float
    n: int


@dataclass(frozen=True, kw_only=True)
class Cut:
    """What part of a match counts; `evaluation` is None for all of them."""

    column: Column = Column.ALL
    evaluation: int | None = None


@dataclass(frozen=True, kw_only=True)
class Metric:
    """Something that is measured of matches.

    Attributes:
        name: as tables and the command line call it.
        unit: of its value; a share is in [0, 1].
        parts: a match's contribution.
        is_repeated: whether every evaluation measures it anew; the rest is measured once in a match.
    """

    name: str
    unit: Unit
    parts: Callable[[MatchScore, Cut], Parts]
    is_repeated: bool = False


def metric(name: str) -> Metric:
    """The metric of that name.

    Raises:
        UsageError: if there is none.
    """
    if name not in METRICS:
        nearest = ", ".join(get_close_matches(name, METRICS, n=3, cutoff=0))
        raise UsageError(f"no metric {name!r}; the nearest are {nearest}")
    return METRICS[name]


def ratio(told: Iterable[Parts]) -> float | None:
    """Σ reached / Σ possible; None where there is nothing to measure, or some of it is unknown."""
    told = list(told)
    possible = sum(parts.possible for parts in told)
    value = sum(parts.reached for parts in told) / possible if possible else math.nan
    return None if math.isnan(value) else value


def pooled(scores: Iterable[MatchScore], measured: Metric, cut: Cut) -> float | None:
    """A metric over matches."""
    return ratio(measured.parts(score, cut) for score in scores)


def _answers(score: MatchScore, cut: Cut) -> Iterator[AnswerCount]:
    for count in score.answers:
        if (
            cut.evaluation in (None, count.evaluation)
            and not (cut.column is Column.CIVILIANS and count.team is Team.MURDERER)
            and not (cut.column is Column.STRICT and count.is_flagged)
        ):
            yield count


def _share_right(
    name: str, fits: Callable[[AnswerCount], bool], weigh: Callable[[AnswerCount], int] = lambda count: 1
) -> Metric:
    def parts(score: MatchScore, cut: Cut) -> Parts:
        counts = [count for count in _answers(score, cut) if fits(count)]
        return Parts(
            reached=sum(weigh(count) * count.right for count in counts),
            possible=sum(weigh(count) * count.asked for count in counts),
            squares=sum(weigh(count) ** 2 * count.asked for count in counts),
            n=sum(count.asked for count in counts),
        )

    return Metric(name=name, unit="share", parts=parts, is_repeated=True)


def _unanswered(score: MatchScore, cut: Cut) -> Parts:
    counts = list(_answers(score, cut))
    return _share(sum(count.unanswered for count in counts), sum(count.asked for count in counts))


def _win_rate(score: MatchScore, cut: Cut) -> Parts:
    """Of all scored cases, each victim counting once (NOTES 7)."""
    return _share(score.won, score.won + score.lost)


def _vote_accuracy(score: MatchScore, cut: Cut) -> Parts:
    civilians = cut.column is Column.CIVILIANS
    votes = [vote for vote in score.votes if not (civilians and vote.team is Team.MURDERER)]
    return _share(sum(vote.right for vote in votes), sum(vote.asked for vote in votes))


def _fault_rate(score: MatchScore, cut: Cut) -> Parts:
    return _share(sum(score.faults.values()), score.play.calls + score.answering.calls)


def _fallback_rate(score: MatchScore, cut: Cut) -> Parts:
    return _share(score.fallbacks, score.actions)


def _share(reached: float, n: int) -> Parts:
    return Parts(reached=reached, possible=n, squares=n, n=n)


def _amounts(prefix: str, stages: Callable[[MatchScore], tuple[Sequence[Spent], int]]) -> Iterator[Metric]:
    """What a match takes, on average; `stages` gives what is added up and what it is divided by."""

    def amount(name: str, unit: Unit, of: Callable[[Spent], float]) -> Metric:
        def parts(score: MatchScore, cut: Cut) -> Parts:
            spent, among = stages(score)
            return Parts(reached=sum(of(each) for each in spent) / among, possible=1, squares=1, n=1)

        return Metric(name=prefix + name, unit=unit, parts=parts)

    yield amount("calls", "count", lambda spent: spent.calls)
    yield amount("input_tokens", "count", lambda spent: spent.input_tokens)
    yield amount("cached_tokens", "count", lambda spent: spent.cached_tokens)
    yield amount("output_tokens", "count", lambda spent: spent.output_tokens)
    yield amount("dollars", "dollars", lambda spent: math.nan if spent.dollars is None else spent.dollars)
    yield amount("hours", "hours", lambda spent: spent.seconds / SECONDS_PER_HOUR)


def _all() -> Iterator[Metric]:
    yield Metric(name="win_rate", unit="share", parts=_win_rate)
    yield Metric(name="vote_accuracy", unit="share", parts=_vote_accuracy)
    yield _share_right("overall", lambda count: True, lambda count: POINTS[count.category])
    for category in Category:
        yield _share_right(category.value, lambda count, category=category: count.category is category)
    for aspect in Aspect:
        yield _share_right(f"aspect.{aspect}", lambda count, aspect=aspect: count.aspect is aspect)
    yield Metric(name="unanswered", unit="share", parts=_unanswered, is_repeated=True)
    yield Metric(name="fault_rate", unit="share", parts=_fault_rate)
    yield Metric(name="fallback_rate", unit="share", parts=_fallback_rate)
    yield from _amounts("", lambda score: ((score.play, score.answering), 1))
    yield from _amounts("play.", lambda score: ((score.play,), 1))
    yield from _amounts("evaluation.", lambda score: ((score.answering,), score.evaluations))


METRICS: Mapping[str, Metric] = {measured.name: measured for measured in _all()}
"""All metrics by name. `fault_rate` is faults per model call, `fallback_rate` the share of the actions asked
for that the game's fallback had to stand in for. `calls` and what follows it are per match; with `play.`, up
to the vote; with `evaluation.`, for putting the questions once (PLAYER*, table 7 splits costs likewise)."""
