"""Contrasts of conditions, story by story: differences, intervals, tests, and their tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict

from parlour.evaluation import (
    SHARES_APART,
    Column,
    Cut,
    Interval,
    MatchScore,
    holm,
    interval_apart,
    interval_of_paired,
    metric,
    metrics,
    ratio,
    sampling_units,
    sign_test,
    together,
)
from parlour.experiments.report.results import Results


class Contrast(BaseModel):
    """The difference of a metric between a condition and the reference, over the stories that both played.

    Attributes:
        difference: the condition less the reference, of the values over the stories that both played.
        low: where its 95 % interval over stories begins; null where none can be given.
        stories: how many both played.
        less: on how many less; on the rest both have the same.
        p: of a two-sided sign test over stories; null where both have the same on all.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    suite: str
    condition: str
    reference: str
    metric: str
    difference: float
    low: float | None
    high: float | None
    points: tuple[float, ...] = ()
    stories: int
    more: int
    less: int
    p: float | None
    holm: float | None = None


def reference_of(results: Results) -> str:
    """Returns the condition that others are compared with: the suite's, or the first that has matches."""
    played = [view.name for view in results.suite.shown if results.scores(view.name)]
    return results.suite.reference if results.suite.reference in played else next(iter(played), "")


def contrasts(results: Results) -> list[Contrast]:
    """Returns all contrasts of a run, by metric; richness has none, since it is of no single story.

    So are rules without a model, where the stories have any; they are corrected among themselves.
    """
    pairs = {
        (name, other): paired_stories(results.scores(name), results.scores(other))
        for name, other in _set_against(results)
    }
    reference = reference_of(results)
    theirs = results.scores(reference)
    rules = {
        (name, reference): paired_stories([*told.values()], theirs)
        for name, told in results.baselines.items()
    }
    names = [name for name in results.suite.metrics if name in metrics()]
    return [
        each
        for name in names
        for some in (pairs, rules if results.is_of_baselines(name) else {})
        for each in _correct(list(_of_metric(results.suite.name, some, name)))
    ]


def _set_against(results: Results) -> Iterator[tuple[str, str]]:
    """Yields each condition with the one that it is compared with: its suite's choice, or the reference."""
    if suite_says := results.suite.against:
        yield from ((name, other) for name, others in suite_says.items() for other in others)
        return
    reference = reference_of(results)
    yield from ((view.name, reference) for view in results.suite.shown if view.name != reference)


def _of_metric(suite: str, pairs: Mapping[tuple[str, str], Sequence[Pair]], name: str) -> Iterator[Contrast]:
    for (condition, reference), played in pairs.items():
        found = paired_difference(played, name)
        if found.value is None:
            continue
        yield Contrast(
            suite=suite,
            condition=condition,
            reference=reference,
            metric=name,
            difference=found.value,
            low=found.interval.low,
            high=found.interval.high,
            points=found.points,
            stories=len(found.differences),
            more=sum(each > 0 for each in found.differences),
            less=sum(each < 0 for each in found.differences),
            p=sign_test(found.differences),
        )


def _correct(told: list[Contrast]) -> list[Contrast]:
    """Returns the contrasts with Holm's p-values; those alike on all stories are not tested."""
    tested = [each.p for each in told if each.p is not None]
    corrected = iter(holm(tested))
    return [each if each.p is None else each.model_copy(update={"holm": next(corrected)}) for each in told]


Scores = Sequence[MatchScore]
Story = tuple[str, str]
"""A script's id, or what it is drawn as with others, and the language."""
Pair = tuple[Scores, Scores]
"""The matches of one story in either sample."""


@dataclass(frozen=True, kw_only=True)
class SampleDifference:
    """The difference of a metric between two samples of matches.

    Attributes:
        ours: its value in the one; None where there is nothing to measure.
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
    """Returns the matches of each story that both played."""
    mine, others = _by_story(ours), _by_story(theirs)
    return [(mine[story], others[story]) for story in sorted(mine.keys() & others.keys())]


def paired_difference(pairs: Sequence[Pair], name: str, column: Column = Column.ALL) -> SampleDifference:
    """Returns a metric's difference over stories that both have a value of, with an interval over stories."""
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
    """Returns a metric's difference over all matches, with an interval over each one's sampling units."""
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
