"""What a change does to an outcome: differences between matches and their own forks, with an interval.

Forks of one match depend on each other (they share its deal and its talk), so intervals are over matches.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from parlour.evaluation.intervals import Basis, Interval, interval_of_mean


@dataclass(frozen=True, kw_only=True)
class Effect:
    """A difference, fork less original.

    Attributes:
        value: the mean over matches of each match's mean over its forks; None without any.
        low: where the 95 % interval begins; None where none can be given.
        high: where it ends.
        basis: what the interval rests on.
        points: of too few matches for an interval each match's mean; else none.
        forks: how many there were.
        matches: of how many matches.
        changed: the share of forks that came out otherwise than their match.
    """

    value: float | None
    low: float | None
    high: float | None
    basis: Basis
    points: tuple[float, ...]
    forks: int
    matches: int
    changed: float | None


def effect(
    differences: Mapping[str, Sequence[float]],
    *,
    bounds: tuple[float, float] | None,
    is_exact: bool = False,
) -> Effect:
    """The mean difference, with an interval over other matches of this kind (`interval_of_mean`).

    Args:
        differences: of the forks of each match, by match.
        bounds: between which a difference can lie, such as -1 and 1 of a share; where there are none, no
            interval is given where all matches differ by the same.
        is_exact: whether the difference follows from how it was made, as where a deterministic mind plays its
            own part again: it is then the same in any other match (`exact`).
    """
    told = [list(each) for each in differences.values() if each]
    means = [fmean(each) for each in told]
    every = [difference for each in told for difference in each]
    found = interval_of_mean(means, bounds)
    if is_exact and means and not any(every):
        found = Interval(low=0.0, high=0.0, basis="exact")
    return Effect(
        value=fmean(means) if means else None,
        low=found.low,
        high=found.high,
        basis=found.basis,
        points=tuple(means) if found.basis == "few" else (),
        forks=len(every),
        matches=len(means),
        changed=sum(difference != 0 for difference in every) / len(every) if every else None,
    )
