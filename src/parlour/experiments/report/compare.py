"""Two runs of one suite, on two models, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from parlour.errors import UsageError
from parlour.evaluation import Cut, MatchScore, estimate, metric, metrics, repeats, t_test
from parlour.evaluation.resampling import draws, ends
from parlour.experiments.report.results import Results
from parlour.experiments.report.row import ALL
from parlour.experiments.run import RunDefinition

FEWEST = 2
Scores = Sequence[MatchScore]
Story = tuple[str, str]
"""A script's id and language."""
Pair = tuple[Scores, Scores]
"""The matches of one story in either run."""
Ends = tuple[float | None, float | None]


class Difference(BaseModel):
    """A metric of one condition in two runs.

    Attributes:
        suite: the suite's name.
        condition: the arm.
        script: always `all`.
        metric: what is measured.
        ours: in the first run.
        theirs: in the second.
        difference: the first less the second.
        low: where its 95 % interval begins; null where none can be given.
        high: where it ends.
        paired: on how many stories the two are compared one by one; 0 where they played different ones.
        star: `*` where the evaluations differ by a t-test at 0.05, as in the papers.
        note: why the two runs are not alike in all but the model.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    suite: str
    condition: str
    script: str = ALL
    metric: str
    ours: float | None
    theirs: float | None
    difference: float | None
    low: float | None
    high: float | None
    paired: int
    star: Literal["*", ""]
    note: str


def compare(one: Results, other: Results) -> list[Difference]:
    """Every condition and metric of two runs of the same suite.

    Where both played the same stories, stories are drawn anew in pairs, so that what makes a story easy for
    both falls out of the difference; else each run's matches are drawn on their own.

    Raises:
        UsageError: if they are of different suites, or all that these measure is richness.
    """
    if one.suite.name != other.suite.name:
        raise UsageError(f"{one.run.id} and {other.run.id} are of different suites and cannot be compared")
    names = [name for name in one.suite.metrics if name in metrics()]
    if not names:
        raise UsageError(f"{one.suite.name} has measures of richness alone, which are not compared by game")
    note = "; ".join(_unlike(one, other))
    both = {view.name for view in other.suite.shown}
    return [
        _difference(one, other, condition.name, name, note)
        for name in names
        for condition in one.suite.shown
        if condition.name in both and one.scores(condition.name) and other.scores(condition.name)
    ]


def _unlike(one: Results, other: Results) -> Iterator[str]:
    """In what two runs differ besides the model; an added method counts where both have its name."""
    mine, theirs = _settings(one.run), _settings(other.run)
    for name in mine:
        if name in theirs and mine[name] != theirs[name]:
            yield f"{name}: {mine[name]} and {theirs[name]}"


def _settings(run: RunDefinition) -> dict[str, object]:
    told = {name: value for name, value in run if name not in ("suite", "model", "added", "models")}
    models = " ".join(f"{name}={model}" for name, model in run.models.items())
    return {**told, "models": models or "one for all", **run.added}


def _difference(one: Results, other: Results, condition: str, name: str, note: str) -> Difference:
    ours, theirs = one.scores(condition), other.scores(condition)
    first, second = (estimate(scores, name, resamples=1).value for scores in (ours, theirs))
    known = first is not None and second is not None
    pairs = _pairs(ours, theirs)
    low, high = _interval(ours, theirs, pairs, name) if known else (None, None)
    test = t_test(repeats(ours, name), repeats(theirs, name))
    return Difference(
        suite=one.suite.name,
        condition=condition,
        metric=name,
        ours=first,
        theirs=second,
        difference=first - second if first is not None and second is not None else None,
        low=low,
        high=high,
        paired=len(pairs),
        star="*" if test and test.star else "",
        note=note,
    )


Sums = NDArray[np.float64]
"""Of each story or match, what was reached and what was possible; shape (n, 2)."""


def _interval(ours: Scores, theirs: Scores, pairs: Sequence[Pair], name: str) -> Ends:
    """The 2.5 and 97.5 percentiles of the difference; nothing where either has a single thing to draw."""
    if len(pairs) > 1:
        first, second = (_sums(groups, name) for groups in zip(*pairs, strict=True))
        both = (first[:, 1] > 0) & (second[:, 1] > 0)
        first, second = first[both], second[both]
    else:
        first, second = (_sums([[score] for score in each], name) for each in (ours, theirs))
        first, second = first[first[:, 1] > 0], second[second[:, 1] > 0]
    if min(len(first), len(second)) < FEWEST:
        return None, None
    drawn, again = draws(len(first), len(second))
    low, high = ends(_ratios(first, drawn) - _ratios(second, drawn if len(pairs) > 1 else again))
    return (low, high) if low < high else (None, None)


def _ratios(sums: Sums, drawn: NDArray[np.int64]) -> NDArray[np.float64]:
    reached, possible = sums[drawn].sum(axis=1).T
    return reached / possible


def _sums(groups: Sequence[Sequence[MatchScore]], name: str) -> Sums:
    measured, cut = metric(name), Cut()
    told = [[measured.parts(score, cut) for score in group] for group in groups]
    return np.array([(sum(p.reached for p in parts), sum(p.possible for p in parts)) for parts in told])


def _pairs(ours: Scores, theirs: Scores) -> list[Pair]:
    """The matches of each story that both played."""
    mine, others = _by_story(ours), _by_story(theirs)
    return [(mine[story], others[story]) for story in sorted(mine.keys() & others.keys())]


def _by_story(scores: Scores) -> dict[Story, list[MatchScore]]:
    told: dict[Story, list[MatchScore]] = {}
    for score in scores:
        told.setdefault((score.script, score.language), []).append(score)
    return told
