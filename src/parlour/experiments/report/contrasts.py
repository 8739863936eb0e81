"""Each condition of a run less its reference, story by story: all play the same, with the same seeds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pydantic import BaseModel, ConfigDict

from parlour.evaluation import holm, metrics, sign_test
from parlour.experiments.report.pairing import Pair, paired_difference, paired_stories
from parlour.experiments.report.results import Results


class Contrast(BaseModel):
    """By how much a metric is more in a condition than in the reference, over the stories that both played.

    Attributes:
        suite: the suite's name.
        condition: the arm.
        reference: the arm that it is set against.
        metric: what is measured.
        difference: the condition less the reference, of the values over the stories that both played.
        low: where its 95 % interval over stories begins; null where none can be given.
        high: where it ends.
        points: of too few stories for an interval the difference on each; else none.
        stories: how many both played.
        more: on how many of them the condition has more.
        less: on how many less; on the rest both have the same.
        p: of a two-sided sign test over stories; null where both have the same on all.
        holm: the same, corrected for how many contrasts there are of this metric.
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
    """The condition that others are set against: the suite's own, or the first that has matches."""
    played = [view.name for view in results.suite.shown if results.scores(view.name)]
    return results.suite.reference if results.suite.reference in played else next(iter(played), "")


def contrasts(results: Results) -> list[Contrast]:
    """All conditions of a run less what they are set against, by metric; richness is of no single story.

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
        for each in _corrected(list(_of_metric(results.suite.name, some, name)))
    ]


def _set_against(results: Results) -> Iterator[tuple[str, str]]:
    """Each condition with what it is set against: what its suite says, or the reference."""
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


def _corrected(told: list[Contrast]) -> list[Contrast]:
    """The same with Holm's p-values: what is alike on all stories is tested by nobody."""
    tested = [each.p for each in told if each.p is not None]
    corrected = iter(holm(tested))
    return [each if each.p is None else each.model_copy(update={"holm": next(corrected)}) for each in told]
