"""Metrics of watchers' opinions, in all and by quarter: proper scores, ranking, and the top candidate.

Beliefs are of which players are sought; a ballot of which none of them is, or all are, still counts
for proper scores, since a watcher does not know that, and cannot count for AUC.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product

from parlour.evaluation import HeldBeliefs, MatchScore, Metric, MetricFamily
from parlour.evaluation.metrics import LEAST
from parlour.evaluation.parts import Cut, Parts, Unit, share
from parlour.lab.watching.followed import QUARTERS, VOTE, WIN

EVEN = 0.5
Read = Callable[[MatchScore], Sequence[HeldBeliefs]]
Measure = Callable[[HeldBeliefs], Iterable[float]]
"""The contributions of one ballot to a mean."""


def ending(quarter: int) -> str:
    """Returns the ending of a metric's name at one stop: `.at0`, `.at25` to `.at100`."""
    return f".at{100 * quarter // QUARTERS[-1]}"


def log_losses(held: HeldBeliefs) -> Iterator[float]:
    """-ln p of what was true, for each player."""
    return (_log_loss(p if is_so else 1 - p) for p, is_so in _pairs(held))


def brier(held: HeldBeliefs) -> Iterator[float]:
    """(p - y)² for each player."""
    return ((p - is_so) ** 2 for p, is_so in _pairs(held))


def right(held: HeldBeliefs) -> Iterator[float]:
    """Yields for each player whether it was taken for what it is; even odds are half right."""
    return (EVEN if p == EVEN else float((p > EVEN) == is_so) for p, is_so in _pairs(held))


def rank_pairs(held: HeldBeliefs) -> Iterator[float]:
    """Yields for each pair of a sought player and another whether the sought one is held likelier."""
    pairs = product(held.of(is_sought=True), held.of(is_sought=False))
    return (1.0 if one > other else EVEN if one == other else 0.0 for one, other in pairs)


def hit(held: HeldBeliefs) -> Iterator[float]:
    """Yields the share of those held likeliest who are sought."""
    top = max(held.probabilities, default=0.0)
    likeliest = [is_so for p, is_so in _pairs(held) if p == top]
    if likeliest:
        yield sum(likeliest) / len(likeliest)


def surprise(held: HeldBeliefs) -> Iterator[float]:
    """-ln of what was given to what came, of probabilities made to come to 1."""
    whole = sum(held.probabilities)
    if whole:
        yield _log_loss(sum(held.of(is_sought=True)) / whole)


def _pairs(held: HeldBeliefs) -> Iterator[tuple[float, bool]]:
    return zip(held.probabilities, held.sought, strict=True)


def _log_loss(of_truth: float) -> float:
    return -math.log(min(1 - LEAST, max(LEAST, of_truth)))


def _beliefs(score: MatchScore) -> Sequence[HeldBeliefs]:
    return score.beliefs


def _forecasts(case: str) -> Read:
    return lambda score: [each for each in score.forecasts if each.case == case]


def _metric(name: str, label: str, unit: Unit, read: Read, measure: Measure, quarter: int | None) -> Metric:
    def parts(score: MatchScore, cut: Cut) -> Parts:
        held = (each for each in read(score) if quarter is None or each.round == quarter + 1)
        told = [value for each in held for value in measure(each)]
        return share(sum(told), len(told))

    said = "" if quarter is None else f", {100 * quarter // QUARTERS[-1]} %"
    suffix = "" if quarter is None else ending(quarter)
    is_loss = measure in (log_losses, brier, surprise)
    return Metric(
        name=f"watch.{name}{suffix}",
        label=f"{label}{said}",
        unit=unit,
        parts=parts,
        better="less" if is_loss else "more",
        chance=EVEN if measure is rank_pairs else None,
    )


_MEASURES: tuple[tuple[str, str, Unit, Read, Measure], ...] = (
    ("log_loss", "Log loss", "points", _beliefs, log_losses),
    ("brier", "Brier score", "share", _beliefs, brier),
    ("auc", "AUC", "share", _beliefs, rank_pairs),
    ("accuracy", "Players told right", "share", _beliefs, right),
    ("hit", "Likeliest is one", "share", _beliefs, hit),
    ("vote.hit", "Most voted foretold", "share", _forecasts(VOTE), hit),
    ("vote.log_loss", "Log loss of the vote", "points", _forecasts(VOTE), surprise),
    ("win.hit", "Winner foretold", "share", _forecasts(WIN), hit),
    ("win.log_loss", "Log loss of the winner", "points", _forecasts(WIN), surprise),
)


OPINIONS = frozenset(
    f"watch.{name}{suffix}" for name, *_ in _MEASURES for suffix in ("", *map(ending, QUARTERS))
)
"""The metrics of opinions, of any watcher."""


def _aside(score: MatchScore, cut: Cut) -> Parts:
    return share(sum(each.is_aside for each in score.beliefs), len(score.beliefs))


def _amount(name: str) -> Callable[[MatchScore, Cut], Parts]:

    def parts(score: MatchScore, cut: Cut) -> Parts:
        found = score.amounts.get(name)
        return Parts(reached=found.reached, possible=found.possible, n=found.n) if found else share(0, 0)

    return parts


REUSED, SAME_VOTE, OWN_PICK, THEIR_PICK = "watch.reused", "watch.same_vote", "watch.pick", "watch.their_pick"
_AMOUNTS = {
    REUSED: "Input tokens reused after the first quarter",
    SAME_VOTE: "Votes as the player did",
    OWN_PICK: "Its vote at the end is right",
    THEIR_PICK: "The player's vote is right",
}

METRICS = MetricFamily(
    metrics=(
        *(_metric(*told, quarter) for told in _MEASURES for quarter in (None, *QUARTERS)),
        Metric(name="watch.aside", label="Ballots set aside", unit="share", parts=_aside, better=""),
        *(
            Metric(name=name, label=label, unit="share", parts=_amount(name))
            for name, label in _AMOUNTS.items()
        ),
    )
)
