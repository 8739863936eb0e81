"""Named metrics over matches, each as a ratio of two sums, so that any set of matches can be pooled.

They come in families: the one here is of any game, others come with a game or a method and are found as
plug-ins. All columns but the default leave answers and votes out; a case is won by the whole table, and what
a match took is the match's, so that these are the same in every column.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache

from parlour.core import Registry
from parlour.errors import UsageError
from parlour.evaluation.beliefs import belief_metrics
from parlour.evaluation.parts import Column, Cut, Metric, Parts, Unit, share
from parlour.evaluation.score import MatchScore, Spent

SECONDS_PER_HOUR = 3600


@dataclass(frozen=True, kw_only=True)
class MetricFamily:
    """The metrics that a game or a method brings."""

    metrics: tuple[Metric, ...]


METRIC_FAMILIES: Registry[MetricFamily] = Registry(
    group="parlour.metrics", noun="family of metrics", kind=MetricFamily
)
"""Every installed family, by the name of what it is about."""


@cache
def metrics() -> Mapping[str, Metric]:
    """All metrics by name; of several of one name, that of the family that is found first."""
    families = reversed(list(METRIC_FAMILIES.load_all().values()))
    return {measured.name: measured for family in families for measured in family.metrics}


def metric(name: str) -> Metric:
    """The metric of that name."""
    if name not in metrics():
        nearest = ", ".join(get_close_matches(name, metrics(), n=3, cutoff=0))
        raise UsageError(f"no metric {name!r}; the nearest are {nearest}")
    return metrics()[name]


def _vote_accuracy(score: MatchScore, cut: Cut) -> Parts:
    votes = [vote for vote in score.votes if cut.has(vote.team)]
    return share(sum(vote.right for vote in votes), sum(vote.asked for vote in votes))


def _fault_rate(score: MatchScore, cut: Cut) -> Parts:
    return share(sum(score.faults.values()), score.play.calls + score.answering.calls)


def _repair_rate(score: MatchScore, cut: Cut) -> Parts:
    repaired = score.play.repaired + score.answering.repaired
    return share(repaired, score.play.calls + score.answering.calls)


def _amounts(
    prefix: str, per: str, stages: Callable[[MatchScore], tuple[Sequence[Spent], int]]
) -> Iterator[Metric]:
    """Yields metrics of a match's mean cost; `stages` returns the costs to add and their divisor."""

    def amount(name: str, label: str, unit: Unit, of: Callable[[Spent], float]) -> Metric:
        def parts(score: MatchScore, cut: Cut) -> Parts:
            spent, among = stages(score)
            return Parts(reached=sum(of(each) for each in spent) / among, possible=1, n=1)

        return Metric(
            name=prefix + name,
            label=f"{label} per {per}",
            unit=unit,
            parts=parts,
            better="less",
            tells_outcome=False,
        )

    yield amount("calls", "Calls", "count", lambda spent: spent.calls)
    yield amount("input_tokens", "Tokens read", "count", lambda spent: spent.input_tokens)
    yield amount("cached_tokens", "Tokens cached", "count", lambda spent: spent.cached_tokens)
    yield amount("output_tokens", "Tokens written", "count", lambda spent: spent.output_tokens)
    yield amount("dollars", "Dollars", "dollars", lambda s: math.nan if s.dollars is None else s.dollars)
    yield amount("hours", "Hours of calls", "hours", lambda spent: spent.seconds / SECONDS_PER_HOUR)


def _all() -> Iterator[Metric]:
    """`fault_rate` and `repair_rate` are per call, `fallback_rate` of the actions asked for.

    `calls` and what follows it are per match; with `play.`, up to the vote; with `evaluation.`, for putting
    the questions once (Zhu et al. 2025, table 7 splits costs likewise); with `beliefs.`, for asking seats
    what they hold.
    """
    yield Metric(
        name="win_rate",
        label="Win rate",
        unit="share",
        parts=lambda score, cut: share(score.won, score.won + score.lost),
    )
    yield Metric(
        name="vote_accuracy",
        label="Right votes",
        unit="share",
        parts=_vote_accuracy,
        columns=(Column.CIVILIANS,),
    )
    yield Metric(
        name="vote_accuracy.seekers",
        label="Right votes of those who seek",
        unit="share",
        parts=lambda score, cut: _vote_accuracy(score, replace(cut, column=Column.CIVILIANS)),
    )
    rates: tuple[tuple[str, str, Callable[[MatchScore, Cut], Parts]], ...] = (
        ("fault_rate", "Faults per call", _fault_rate),
        ("repair_rate", "Repaired replies per call", _repair_rate),
        ("fallback_rate", "", lambda score, cut: share(score.fallbacks, score.actions)),
    )
    for name, label, parts in rates:
        yield Metric(name=name, label=label, unit="share", parts=parts, better="less", tells_outcome=False)
    yield from _amounts("", "match", lambda score: ((score.play, score.answering), 1))
    yield from _amounts("play.", "game", lambda score: ((score.play,), 1))
    yield from _amounts("evaluation.", "evaluation", lambda score: ((score.answering,), score.evaluations))
    yield from _amounts("beliefs.", "game, to be asked", lambda score: ((score.eliciting,), 1))
    yield from belief_metrics()


MATCH = MetricFamily(metrics=tuple(_all()))
