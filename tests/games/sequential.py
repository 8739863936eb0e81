"""A test of many games that stops as soon as the result is plain."""

from __future__ import annotations

from collections.abc import Iterable


def beats_chance(wins: Iterable[bool], *, chance: float, rate: float, odds: float) -> bool:
    """Returns true as soon as games are won so often that chance alone would do so once in `odds` at most.

    The likelihood ratio of the winning `rate` to that by `chance` is a martingale if chance alone decides, so
    that it ever reaches `odds` with a probability of at most 1 / odds (Ville 1939), however long one plays.
    """
    ratio = 1.0
    for is_won in wins:
        ratio *= rate / chance if is_won else (1 - rate) / (1 - chance)
        if ratio >= odds:
            return True
    return False
