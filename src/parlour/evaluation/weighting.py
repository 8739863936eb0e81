"""Weighted means and deviations across stories (Zhu et al. 2025, appendix C.2)."""

from __future__ import annotations

import math
from collections.abc import Iterable

Weighted = tuple[float, float]
"""A value and its weight, 0 or more: a script's share right, and how many of its questions it is of."""


def weighted_mean(values: Iterable[Weighted]) -> float | None:
    """Returns the mean over scripts, x̄ = Σ wᵢxᵢ / Σ wᵢ; None where nothing weighs anything.

    Weights are a category's questions in a script, a script's points for Overall, and its victims for the win
    rate.
    """
    pairs = list(values)
    total = math.fsum(weight for _, weight in pairs)
    return math.fsum(weight * value for value, weight in pairs) / total if total else None


def weighted_deviation(values: Iterable[Weighted]) -> float | None:
    """Returns the deviation across scripts, √(Σ wᵢ(xᵢ - x̄)² / Σ wᵢ); None where nothing weighs anything.

    The papers give this formula for the ± of their Overall rows and print another number there, the deviation
    over evaluations (`deviation`): 0.096 across scripts where Zhu et al. 2025 print ± .006.
    """
    pairs = list(values)
    mean = weighted_mean(pairs)
    if mean is None:
        return None
    total = math.fsum(weight for _, weight in pairs)
    return math.sqrt(math.fsum(weight * (value - mean) ** 2 for value, weight in pairs) / total)
