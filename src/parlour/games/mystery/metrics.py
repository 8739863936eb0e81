"""Metrics of mysteries: the answers to the script's questions (Zhu et al. 2025, table 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from parlour.evaluation import (
    Amount,
    AnswerCount,
    Column,
    Cut,
    MatchScore,
    Metric,
    MetricFamily,
    Parts,
    Unit,
    share,
)
from parlour.games.mystery.script import POINTS, Aspect, Category

BINS = 5
"""Into how many equal parts estimates from 0 to 1 are sorted, to see whether they are calibrated."""
OWN_QUESTIONS, TABLE_QUESTIONS = (1, 2, 3, 5), (4, 8, 16, 32)
"""Within how many questions about a case a witness is looked for: of one's own, and of the whole table's."""
_NONE = Amount(reached=0, possible=0, n=0)
COLUMNS = (Column.CIVILIANS, Column.STRICT, Column.REPAIRED)


def _answers(score: MatchScore, cut: Cut) -> Iterator[AnswerCount]:
    for count in score.answers:
        if cut.evaluation in (None, count.evaluation) and cut.has(count.team):
            match cut.column:
                case Column.STRICT:
                    answer_count = None if count.is_flagged else count
                case Column.REPAIRED:
                    answer_count = count.by_repaired_keys()
                case _:
                    answer_count = count
            if answer_count:
                yield answer_count


def _share_right(
    name: str, fits: Callable[[AnswerCount], bool], weigh: Callable[[AnswerCount], int] = lambda count: 1
) -> Metric:
    def parts(score: MatchScore, cut: Cut) -> Parts:
        counts = [count for count in _answers(score, cut) if fits(count)]
        return Parts(
            reached=sum(weigh(count) * count.right for count in counts),
            possible=sum(weigh(count) * count.asked for count in counts),
            n=sum(count.asked for count in counts),
        )

    label = "" if "." in name else name.capitalize()
    return Metric(name=name, label=label, unit="share", parts=parts, is_repeated=True, columns=COLUMNS)


def _count_unanswered(score: MatchScore, cut: Cut) -> Parts:
    counts = list(_answers(score, cut))
    return share(sum(count.unanswered for count in counts), sum(count.asked for count in counts))


def _all() -> Iterator[Metric]:
    """Yields `overall`, of points, and the shares of right answers, by category and by aspect."""
    yield _share_right("overall", lambda count: True, lambda count: POINTS[Category(count.category)])
    for category in Category:
        yield _share_right(category.value, lambda count, category=category: count.category == category)
    for aspect in Aspect:
        yield _share_right(f"aspect.{aspect}", lambda count, aspect=aspect: count.aspect == aspect)
    yield Metric(
        name="unanswered",
        unit="share",
        parts=_count_unanswered,
        is_repeated=True,
        columns=COLUMNS,
        better="less",
    )


def _of_questions() -> Iterator[Metric]:
    """Yields the metrics of the gains of questions, and of their forecasts (`scores`)."""
    nats = " (nats per question)"
    yield _amount("gain.exact", f"Exact gain of whom was asked{nats}", "points")
    yield _amount("gain.best", f"Exact gain of the best to ask{nats}", "points", better="")
    yield _amount("gain.regret", f"Regret{nats}", "points", better="less")
    yield _amount("gain.share", "Exact gain, of what the best questions would have brought", "share")
    yield _amount("gain.expected", "E[IG] of those who might be asked", "share", better="")
    yield _amount("gain.told", "Of them, who would narrow it down", "share", better="")
    yield _amount("gain.brier", "Squared error of E[IG]", "share", better="less")
    yield _amount("gain.order.expected", "Pairs that E[IG] orders rightly", "share", chance=0.5)
    yield _amount("gain.order.score", "Pairs that the score orders rightly", "share", chance=0.5)
    for n in range(1, BINS + 1):
        label = f"Who would narrow it down, at an E[IG] of {(n - 1) / BINS:.1f} to {n / BINS:.1f}"
        yield _amount(f"gain.told.{n}", label, "share", better="")


def _of_witnesses() -> Iterator[Metric]:
    """Yields the metrics of whether the decisive witnesses were asked in time (`scores`)."""
    for most in OWN_QUESTIONS:
        label = f"Seekers who asked a decisive witness within {_questions(most)} of theirs about a case"
        yield _amount(f"witness.asked.{most}", label, "share")
    for most in TABLE_QUESTIONS:
        label = f"Decisive witnesses asked within {_questions(most)} of the table's about a case"
        yield _amount(f"witness.heard.{most}", label, "share")
    label = "Seekers who took a decisive witness off their list of suspects before anybody had asked it"
    yield _amount("witness.pruned", label, "share", better="less")
    yield _amount("witness.lost", f"{label}, and nobody ever did", "share", better="less")


def _questions(count: int) -> str:
    return f"{count} question{'' if count == 1 else 's'}"


def _amount(
    name: str,
    label: str,
    unit: Unit,
    *,
    better: Literal["more", "less", ""] = "more",
    chance: float | None = None,
) -> Metric:
    def parts(score: MatchScore, cut: Cut) -> Parts:
        amount = score.amounts.get(name, _NONE)
        return Parts(reached=amount.reached, possible=amount.possible, n=amount.n)

    return Metric(name=name, label=label, unit=unit, parts=parts, better=better, chance=chance)


METRICS = MetricFamily(metrics=(*_all(), *_of_questions(), *_of_witnesses()))
