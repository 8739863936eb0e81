"""How the papers put scripts together (Zhu et al. 2025, appendix C.2)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from parlour.games.mystery.answers import POINTS
from parlour.games.mystery.script import Category

Weighted = tuple[float, float]
"""A value and its weight, 0 or more: a script's share right, and how many of its questions it is of."""


def weighted_mean(values: Iterable[Weighted]) -> float | None:
    """The mean over scripts, x̄ = Σ wᵢxᵢ / Σ wᵢ; None where nothing weighs anything.

    Weights are a category's questions in a script, a script's points (`points`) for Overall, and its victims
    for the win rate (NOTES 7).
    """
    told = list(values)
    total = math.fsum(weight for _, weight in told)
    return math.fsum(weight * value for value, weight in told) / total if total else None


def weighted_deviation(values: Iterable[Weighted]) -> float | None:
    """How far scripts lie apart, √(Σ wᵢ(xᵢ - x̄)² / Σ wᵢ); None where nothing weighs anything.

    The papers give this formula for the ± of their Overall rows and print another number there, the deviation
    over evaluations (`deviation`): 0.096 across scripts where Zhu et al. 2025 print ± .006
    (NOTES 8).
    """
    told = list(values)
    mean = weighted_mean(told)
    if mean is None:
        return None
    total = math.fsum(weight for _, weight in told)
    return math.sqrt(math.fsum(weight * (value - mean) ** 2 for value, weight in told) / total)


def points(questions: Mapping[Category, int]) -> int:
    """The points for that many questions of each category: 10, 5 and 2 each (Zhu et al. 2025, table 5)."""
    return sum(POINTS[category] * count for category, count in questions.items())


def overall_of(shares: Mapping[Category, float], questions: Mapping[Category, int]) -> float | None:
    """The Overall score that follows from the shares right of each category.

    Args:
        shares: in [0, 1], by category.
        questions: how many questions each of these categories has.
    """
    return weighted_mean((share, POINTS[each] * questions[each]) for each, share in shares.items())
