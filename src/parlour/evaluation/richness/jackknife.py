"""How sure a measure over games is, where it is no mean of them: the jackknife."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from statistics import pstdev
from typing import TypeVar

Game = TypeVar("Game")


def standard_error(games: Sequence[Game], measure: Callable[[Sequence[Game]], float | None]) -> float | None:
    """√((n - 1)/n · Σ(v₋ᵢ - v̄₋)²), v₋ᵢ being the measure without game i; of a mean, s/√n exactly.

    What is said in a game depends on what was said before it, so that whole games are left out.

    Args:
        games: of one condition.
        measure: over any number of them; it is taken once for each game.

    Returns:
        None of fewer than two games, or where the measure fails without one of them.
    """
    if len(games) < 2:
        return None
    return spread_of([measure([*games[:out], *games[out + 1 :]]) for out in range(len(games))])


def spread_of(values: Sequence[float | None]) -> float | None:
    """The same from what the measure comes to without one game after the other.

    Returns:
        None of fewer than two games, or where the measure fails without one of them.
    """
    known = [value for value in values if value is not None]
    if len(values) < 2 or len(known) < len(values):
        return None
    return sqrt(len(values) - 1) * pstdev(known)
