"""How sure a number is, by drawing anew what it rests on: the bootstrap, and the jackknife.

What is drawn is whatever does not depend on the rest: whole matches, tables, people, authors.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from statistics import NormalDist, pstdev
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

RESAMPLES = 2000
CONFIDENCE = 0.95
Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
Group = TypeVar("Group")


def draws(things: int, *others: int, resamples: int = RESAMPLES, seed: int = 0) -> list[NDArray[np.int64]]:
    """Which things are drawn, with replacement, of each of some samples: of shape (resamples, things) each.

    Args:
        things: how many there are in the first sample, 1 or more.
        others: how many in further samples, which are drawn on their own.
        resamples: how many draws.
        seed: of the draws.
    """
    random = np.random.default_rng(seed)
    return [random.integers(count, size=(resamples, count)) for count in (things, *others)]


def counts(things: int, *, resamples: int = RESAMPLES, seed: int = 0) -> NDArray[np.int64]:
    """How often each thing comes in each draw, where sums are all that counts: shape (resamples, things)."""
    return np.random.default_rng(seed).multinomial(things, [1 / things] * things, size=resamples)


def ends(values: ArrayLike) -> tuple[float, float]:
    """Between which of the drawn values the middle 95 % lie: the 2.5 and 97.5 percentiles."""
    low, high = np.quantile(np.asarray(values), [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return float(low), float(high)


def standard_error(
    groups: Sequence[Group], measure: Callable[[Sequence[Group]], float | None]
) -> float | None:
    """√((n - 1)/n · Σ(v₋ᵢ - v̄₋)²), v₋ᵢ being the measure without group i; of a mean, s/√n exactly.

    It is for a measure that is no mean. What is said in a game depends on what was said before it, so that
    whole games are left out.

    Args:
        groups: such as the games of a condition.
        measure: over any number of them; it is taken once for each group.

    Returns:
        None of fewer than two groups, or where the measure fails without one of them.
    """
    if len(groups) < 2:
        return None
    return spread_of([measure([*groups[:out], *groups[out + 1 :]]) for out in range(len(groups))])


def spread_of(values: Sequence[float | None]) -> float | None:
    """The same from what the measure comes to without one group after the other.

    Returns:
        None of fewer than two groups, or where the measure fails without one of them.
    """
    known = [value for value in values if value is not None]
    if len(values) < 2 or len(known) < len(values):
        return None
    return sqrt(len(values) - 1) * pstdev(known)
