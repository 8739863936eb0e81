"""The points of a script's questions, and the Overall score that follows (Zhu et al. 2025, table 5)."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.evaluation import weighted_mean
from parlour.games.mystery.answers import POINTS
from parlour.games.mystery.script import Category


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
