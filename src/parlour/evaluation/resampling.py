"""How much a measure depends on each of the things it rests on: the jackknife, for what is no mean.

What is left out is whatever does not depend on the rest: whole matches, tables, people, authors.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from statistics import pstdev
from typing import TypeVar

Group = TypeVar("Group")


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
