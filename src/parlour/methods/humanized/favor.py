"""Favor: how much an agent likes each of the others (Humanized Agents, section 2.3 and algorithm 2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from parlour.core import Player

LEAST, NEUTRAL, MOST = 1.0, 50.0, 100.0
WORST_RATING, BEST_RATING = 1, 10
LARGEST_CHANGE = 30.0
_WIDTH = 20.0


class Band(IntEnum):
    """The five levels of favor: half-open intervals of 20, the last one closed (NOTES 4)."""

    LOATHED = 0
    DISLIKED = 1
    INDIFFERENT = 2
    LIKED = 3
    CHERISHED = 4

    @staticmethod
    def of(favor: float) -> Band:
        """The band of a favor in [1, 100]: [1, 20), [20, 40), [40, 60), [60, 80) or [80, 100]."""
        return Band(min(int(favor // _WIDTH), Band.CHERISHED))


def remapped(rating: float) -> float:
    """F_remap of eq. 6: a rating from 1 to 10, linearly, as a change from -30 to +30; 5.5 changes nothing.

    Raises:
        ValueError: if the rating is not from 1 to 10.
    """
    if not WORST_RATING <= rating <= BEST_RATING:
        raise ValueError(f"a rating is from {WORST_RATING} to {BEST_RATING}, not {rating}")
    middle = (WORST_RATING + BEST_RATING) / 2
    return (rating - middle) / (BEST_RATING - middle) * LARGEST_CHANGE


def unit(favor: float) -> float:
    """A favor in [1, 100] as a number in [0, 1], linearly; the memory goes by it."""
    return (favor - LEAST) / (MOST - LEAST)


@dataclass(frozen=True, kw_only=True)
class Favors:
    """F_ij of one agent i, for all others j.

    Attributes:
        levels: by player, in [1, 100].
    """

    levels: Mapping[Player, float]

    @staticmethod
    def towards(players: Sequence[Player]) -> Favors:
        """At first nobody is liked more than anybody else."""
        return Favors(levels=dict.fromkeys(players, NEUTRAL))

    def rated(self, ratings: Mapping[Player, float]) -> Favors:
        """The favors after a round of ratings (eq. 6), clipped to [1, 100].

        Args:
            ratings: from 1 to 10, of some of the others; whoever is not rated is liked as before.

        Raises:
            ValueError: if a rating is not from 1 to 10.
            KeyError: if somebody is rated who is none of the others.
        """
        changed = {
            name: min(max(self.levels[name] + remapped(rating), LEAST), MOST)
            for name, rating in ratings.items()
        }
        return Favors(levels={**self.levels, **changed})

    def of(self, name: Player) -> float:
        """How much somebody is liked; neutral where it is nobody of the others."""
        return self.levels.get(name, NEUTRAL)

    def bands(self, names: Sequence[Player]) -> Mapping[Player, Band]:
        """The band of each of those players."""
        return {name: Band.of(self.levels[name]) for name in names}
