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
    interval_apart,
    interval_of_paired,
    metric,
    ratio,
    sampling_units,
    together,
)

Scores = Sequence[MatchScore]
Story = tuple[str, str]
"""A script's id, or what it is drawn as with others, and the language."""
Pair = tuple[Scores, Scores]
"""The matches of one story in either sample."""


@dataclass(frozen=True, kw_only=True)
class SampleDifference:
    """By how much a metric is more in one sample of matches than in another.

    Attributes:
        ours: its value in the one; None where there is nothing to measure.
        theirs: in the other.
        interval: of the difference.
        differences: on each story, where both are compared story by story; else none.
    """

    ours: float | None
    theirs: float | None
    interval: Interval
    differences: tuple[float, ...] = ()

    @property
    def value(self) -> float | None:
        """The one less the other; None where either has nothing to measure."""
        return None if self.ours is None or self.theirs is None else self.ours - self.theirs

    @property
    def points(self) -> tuple[float, ...]:
        """The differences, where they are too few for an interval."""
        return self.differences if self.interval.basis == "few" else ()


def paired_stories(ours: Scores, theirs: Scores) -> list[Pair]:
    """The matches of each story that both played."""
    mine, others = _by_story(ours), _by_story(theirs)
    return [(mine[story], others[story]) for story in sorted(mine.keys() & others.keys())]


def paired_difference(pairs: Sequence[Pair], name: str, column: Column = Column.ALL) -> SampleDifference:
    """A metric over the stories in which both have something to measure, with an interval over stories."""
    measured, cut = metric(name), Cut(column=column)
    told = [(together(ours, measured, cut), together(theirs, measured, cut)) for ours, theirs in pairs]
    known = [(one, other) for one, other in told if one.possible and other.possible]
    ours, theirs = [one for one, _ in known], [other for _, other in known]
    first, second = ratio(ours), ratio(theirs)
    if first is None or second is None:
        return SampleDifference(ours=first, theirs=second, interval=Interval(basis="none"))
    return SampleDifference(
        ours=first,
        theirs=second,
        interval=interval_of_paired(ours, theirs, SHARES_APART if measured.unit == "share" else None),
        differences=tuple(
            one.reached / one.possible - other.reached / other.possible for one, other in known
        ),
    )


def difference_apart(
    ours: Scores, theirs: Scores, name: str, column: Column = Column.ALL
) -> SampleDifference:
    """A metric over all matches of either, with an interval over the sampling units of each on its own."""
    measured, cut = metric(name), Cut(column=column)
    first, second = (
        [parts for unit in sampling_units(each) if (parts := together(unit, measured, cut)).possible]
        for each in (ours, theirs)
    )
    mine, others = ratio(first), ratio(second)
    is_known = mine is not None and others is not None
    found = interval_apart(first, second, measured.unit) if is_known else Interval(basis="none")
    return SampleDifference(ours=mine, theirs=others, interval=found)


def _by_story(scores: Scores) -> dict[Story, list[MatchScore]]:
    told: dict[Story, list[MatchScore]] = {}
    for score in scores:
        told.setdefault((score.drawn_as or score.script, score.language), []).append(score)
    return told
