"""The agreement of two raters beyond chance: Cohen's κ with an interval."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from itertools import chain, combinations
from typing import Protocol, cast

from pydantic import BaseModel, ConfigDict

from parlour.errors import MissingExtra
from parlour.evaluation import Interval, interval_of_measure
from parlour.games.werewolf.deeds import Label
from parlour.games.werewolf.labelling.items import LabelledDeed


class Agreement(BaseModel):
    """Two raters on the items that both labelled.

    Attributes:
        one: a rater: a name, `rules`, or a model.
        other: another.
        n: how many items both labelled.
        agree: the share of them with the same label.
        kappa: Cohen's κ = (p_o - p_e) / (1 - p_e), in [-1, 1]; null where both gave one label throughout.
        low: where its 95 % interval begins; null where none can be given.
        high: where it ends.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    one: str
    other: str
    n: int
    agree: float | None
    kappa: float | None
    low: float | None
    high: float | None


class _Metrics(Protocol):
    def cohen_kappa_score(self, y1: Sequence[str], y2: Sequence[str]) -> float: ...


def agreements(items: Sequence[LabelledDeed], raters: Mapping[str, Mapping[str, Label]]) -> list[Agreement]:
    """Returns the agreement of every pair of raters.

    Items of one match depend on each other, so that the interval is over matches, as everywhere.

    Args:
        items: that may have been labelled.
        raters: each rater's labels by the id of the item.

    Raises:
        MissingExtra: if scikit-learn is not installed.
    """
    try:
        metrics = cast("_Metrics", import_module("sklearn.metrics"))
    except ImportError as error:
        raise MissingExtra("agreement needs scikit-learn: pip install 'parlour[report]'") from error
    return [_agreement(items, raters, pair, metrics) for pair in combinations(raters, 2)]


Labelled = list[tuple[Label, Label]]


def _agreement(
    items: Sequence[LabelledDeed],
    raters: Mapping[str, Mapping[str, Label]],
    pair: tuple[str, str],
    metrics: _Metrics,
) -> Agreement:
    first, second = (raters[name] for name in pair)
    by_match: dict[str, Labelled] = {}
    for item in items:
        if item.id in first and item.id in second:
            by_match.setdefault(item.match, []).append((first[item.id], second[item.id]))
    both = [labels for group in by_match.values() for labels in group]
    kappa = _kappa(both, metrics)
    found = _interval(kappa, list(by_match.values()), metrics)
    return Agreement(
        one=pair[0],
        other=pair[1],
        n=len(both),
        agree=sum(one == other for one, other in both) / len(both) if both else None,
        kappa=kappa,
        low=found.low,
        high=found.high,
    )


def _kappa(labels: Labelled, metrics: _Metrics) -> float | None:
    """Returns Cohen's κ; None if all labels are one: agreement by chance is then certain, and κ is 0/0."""
    if len({label for pair in labels for label in pair}) < 2:
        return None
    ours, theirs = zip(*labels, strict=True)
    return float(metrics.cohen_kappa_score([*map(str, ours)], [*map(str, theirs)]))


def _interval(kappa: float | None, groups: Sequence[Labelled], metrics: _Metrics) -> Interval:
    without = (chain.from_iterable((*groups[:out], *groups[out + 1 :])) for out in range(len(groups)))
    return interval_of_measure(kappa, [_kappa(list(pairs), metrics) for pairs in without], (-1.0, 1.0))
