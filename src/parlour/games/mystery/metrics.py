"""Metrics of mysteries: how well the script's questions were answered (Zhu et al. 2025, table 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from parlour.evaluation import AnswerCount, Column, Cut, MatchScore, Metric, MetricFamily, Parts, share
from parlour.games.mystery.answers import POINTS
from parlour.games.mystery.script import Aspect, Category

COLUMNS = (Column.CIVILIANS, Column.STRICT)


def _answers(score: MatchScore, cut: Cut) -> Iterator[AnswerCount]:
    for count in score.answers:
        if (
            cut.evaluation in (None, count.evaluation)
            and cut.has(count.team)
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

    label = "" if "." in name else name.capitalize()
    return Metric(name=name, label=label, unit="share", parts=parts, is_repeated=True, columns=COLUMNS)


def _unanswered(score: MatchScore, cut: Cut) -> Parts:
    counts = list(_answers(score, cut))
    return share(sum(count.unanswered for count in counts), sum(count.asked for count in counts))


def _all() -> Iterator[Metric]:
    """`overall` is of points; the rest are shares of answers, by category or by aspect."""
    yield _share_right("overall", lambda count: True, lambda count: POINTS[count.category])
    for category in Category:
        yield _share_right(category.value, lambda count, category=category: count.category == category)
    for aspect in Aspect:
        yield _share_right(f"aspect.{aspect}", lambda count, aspect=aspect: count.aspect == aspect)
    yield Metric(
        name="unanswered", unit="share", parts=_unanswered, is_repeated=True, columns=COLUMNS, better="less"
    )


METRICS = MetricFamily(metrics=tuple(_all()))
