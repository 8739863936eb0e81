"""Named metrics over matches, each as a ratio of two sums, so that any set of matches can be pooled.

All columns but the default leave answers and votes out; a case is won by the whole table, and what a match
took is the match's, so that these are the same in every column.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches

from parlour.errors import UsageError
from parlour.evaluation.answers import POINTS
from parlour.evaluation.one_night_metrics import one_night_metrics
from parlour.evaluation.parts import Column, Cut, Metric, Parts, Unit, share
from parlour.evaluation.score import AnswerCount, MatchScore, Spent
from parlour.evaluation.table_metrics import table_metrics
from parlour.games.mystery import Aspect, Category, Team

SECONDS_PER_HOUR = 3600


def metric(name: str) -> Metric:
    """The metric of that name.

    Raises:
        UsageError: if there is none.
    """
    if name not in METRICS:
        nearest = ", ".join(get_close_matches(name, METRICS, n=3, cutoff=0))
        raise UsageError(f"no metric {name!r}; the nearest are {nearest}")
    return METRICS[name]


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
    return share(sum(count.unanswered for count in counts), sum(count.asked for count in counts))


def _win_rate(score: MatchScore, cut: Cut) -> Parts:
    """Of all scored cases, each victim counting once (NOTES 7)."""
    return share(score.won, score.won + score.lost)


def _vote_accuracy(score: MatchScore, cut: Cut) -> Parts:
    civilians = cut.column is Column.CIVILIANS
    votes = [vote for vote in score.votes if not (civilians and vote.team is Team.MURDERER)]
    return share(sum(vote.right for vote in votes), sum(vote.asked for vote in votes))


def _fault_rate(score: MatchScore, cut: Cut) -> Parts:
    return share(sum(score.faults.values()), score.play.calls + score.answering.calls)


def _fallback_rate(score: MatchScore, cut: Cut) -> Parts:
    return share(score.fallbacks, score.actions)


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
    yield from table_metrics()
    yield from one_night_metrics()


METRICS: Mapping[str, Metric] = {measured.name: measured for measured in _all()}
"""All metrics by name. `fault_rate` is faults per model call, `fallback_rate` the share of the actions asked
for that the game's fallback had to stand in for. `calls` and what follows it are per match; with `play.`, up
to the vote; with `evaluation.`, for putting the questions once (PLAYER*, table 7 splits costs likewise). What
is of a werewolf table is in `table_metrics`, what is of One Night in `one_night_metrics`."""
