"""Two samples of matches story by story, so that what makes a story easy falls out of their difference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parlour.evaluation import (
    SHARES_APART,
    Column,
    Cut,
    Interval,
    MatchScore,
    interval_of_paired,
    metric,
    ratio,
    together,
)

Scores = Sequence[MatchScore]
Story = tuple[str, str]
"""A script's id and language."""
Pair = tuple[Scores, Scores]
"""The matches of one story in either sample."""


@dataclass(frozen=True, kw_only=True)
class PairedDifference:
    """By how much a metric is more in one sample than in another, over the stories of both.

    Attributes:
        value: the difference of the pooled values; None where there is nothing to measure.
        interval: over stories.
        differences: on each story.
    """

    value: float | None
    interval: Interval
    differences: tuple[float, ...]

    @property
    def points(self) -> tuple[float, ...]:
        """The differences, where they are too few for an interval."""
        return self.differences if self.interval.basis == "few" else ()


def paired_stories(ours: Scores, theirs: Scores) -> list[Pair]:
    """The matches of each story that both played."""
    mine, others = _by_story(ours), _by_story(theirs)
    return [(mine[story], others[story]) for story in sorted(mine.keys() & others.keys())]


def paired_difference(pairs: Sequence[Pair], name: str, column: Column = Column.ALL) -> PairedDifference:
    """A metric over the stories in which both have something to measure, the first less the second."""
    measured, cut = metric(name), Cut(column=column)
    told = [(together(ours, measured, cut), together(theirs, measured, cut)) for ours, theirs in pairs]
    known = [(one, other) for one, other in told if one.possible and other.possible]
    ours, theirs = [one for one, _ in known], [other for _, other in known]
    first, second = ratio(ours), ratio(theirs)
    if first is None or second is None:
        return PairedDifference(value=None, interval=Interval(basis="none"), differences=())
    return PairedDifference(
        value=first - second,
        interval=interval_of_paired(ours, theirs, SHARES_APART if measured.unit == "share" else None),
        differences=tuple(
            one.reached / one.possible - other.reached / other.possible for one, other in known
        ),
    )


def _by_story(scores: Scores) -> dict[Story, list[MatchScore]]:
    told: dict[Story, list[MatchScore]] = {}
    for score in scores:
        told.setdefault((score.script, score.language), []).append(score)
    return told
