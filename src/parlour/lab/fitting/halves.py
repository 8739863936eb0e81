"""Games in two halves by lot: one to fit to, and one that nothing was fitted to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parlour.core import chance
from parlour.lab.fitting.clue_tables import SidedGame


@dataclass(frozen=True, kw_only=True)
class GameHalves:
    """Two halves of some games.

    Attributes:
        fitted_to: the one.
        held_out: the other; larger by one of an odd number.
    """

    fitted_to: tuple[SidedGame, ...]
    held_out: tuple[SidedGame, ...]


def halves(games: Sequence[SidedGame], seed: int) -> GameHalves:
    """Splits games by lot, whatever their order.

    Games of one recording or evening share their people, and may come into both halves.
    """
    told = sorted(games, key=lambda each: each.id)
    chance(seed, "halves of recorded games").shuffle(told)
    middle = len(told) // 2
    return GameHalves(fitted_to=tuple(told[:middle]), held_out=tuple(told[middle:]))
