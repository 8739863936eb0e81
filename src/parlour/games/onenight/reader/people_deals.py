"""Every distribution of the cards that count at a table of people, before and after the robber.

A row says to which players the cards of the werewolves, the minion and the tanner were dealt (the rest lies
in the centre), and whether the robber has taken one of them. All other cards are of the village, and which of
them it is makes no difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import factorial

import numpy as np
from numpy.typing import NDArray

from parlour.games.onenight.reader.clues import MINION, TANNER, VILLAGE, WOLF
from parlour.games.onenight.setup import CENTRE

NOBODY = -1
_NEVER = -600.0
"""The logarithm of next to nothing."""
SideTable = NDArray[np.int8]
"""The side of each player's card, by row: (rows, players)."""


@dataclass(frozen=True, kw_only=True)
class Deals:
    """The rows, as arrays of the same length.

    Attributes:
        start: the side of the card that each player was dealt.
        known: the side of the card that each player knows as its own: a robber has seen another.
        held: the side of the card before each once the robber is done.
        centre: how many cards of each side were dealt to the centre: (rows, 4).
        thief: the seat of a robber who took such a card; `NOBODY` without one.
        victim: the seat of its victim.
        odds: the logarithm of how probable it is that the cards were dealt so, up to a constant.
        theft: the logarithm of how probable the robber's deed then is, without any knowledge of it.
    """

    start: SideTable
    known: SideTable
    held: SideTable
    centre: NDArray[np.int8]
    thief: NDArray[np.int8]
    victim: NDArray[np.int8]
    odds: NDArray[np.float64]
    theft: NDArray[np.float64]

    def taken(self, rows: NDArray[np.intp]) -> Deals:
        return Deals(
            start=np.asfortranarray(self.start[rows]),
            known=np.asfortranarray(self.known[rows]),
            held=np.asfortranarray(self.held[rows]),
            centre=self.centre[rows],
            thief=self.thief[rows],
            victim=self.victim[rows],
            odds=self.odds[rows],
            theft=self.theft[rows],
        )


def shares(sides: SideTable, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Returns the weight with which each player has a card of each side: (players, 4)."""
    return np.array([np.bincount(seat, weights, minlength=4) for seat in sides.T], dtype=np.float64)


Row = tuple[tuple[int, ...], int, int, int]
"""The sides of the players' cards, the robber's seat and its victim's, and how many deals there are of it."""


@lru_cache(maxsize=16)
def every_deal(players: int, werewolves: int, minions: int, tanners: int, robbers: int) -> Deals:
    """Returns all rows for so many players and cards."""
    dealt = _seats(players, werewolves, minions, tanners)
    rows = [row for seats in dealt for row in _thefts(seats, robbers)]
    start = np.asfortranarray(np.array([row[0] for row in rows], dtype=np.int8))  # read by seat
    thief = np.array([row[1] for row in rows], dtype=np.int8)
    victim = np.array([row[2] for row in rows], dtype=np.int8)
    known_sides, held_sides = start.copy(order="F"), start.copy(order="F")
    took = np.flatnonzero(thief != NOBODY)
    known_sides[took, thief[took]] = held_sides[took, thief[took]] = start[took, victim[took]]
    held_sides[took, victim[took]] = VILLAGE
    dealt = ((WOLF, werewolves), (MINION, minions), (TANNER, tanners))
    centre = np.zeros((len(rows), 4), dtype=np.int8)
    for side, count in dealt:
        centre[:, side] = count - (start == side).sum(axis=1)
    centre[:, VILLAGE] = CENTRE - centre.sum(axis=1)
    odds = np.log(np.array([row[3] for row in rows]))
    hidden = players + CENTRE - werewolves - minions - tanners
    theft = stolen(start, thief, [True] * players, hidden if robbers else 0)
    return Deals(
        start=start,
        known=known_sides,
        held=held_sides,
        centre=centre,
        thief=thief,
        victim=victim,
        odds=odds,
        theft=theft,
    )


def stolen(start: SideTable, thief: NDArray[np.int8], may: Sequence[bool], among: int) -> NDArray[np.float64]:
    """Returns the logarithm of how probable the robber's deed is in each row: (rows,).

    Args:
        start: the side of the card that each player was dealt.
        thief: the seat of a robber who took a card that counts.
        may: of each player, whether the robber may have been dealt to them.
        among: how many cards of the village may be the robber's, those of the centre too; 0 if none is.
    """
    if among == 0:
        return np.where(thief == NOBODY, 0.0, _NEVER)
    is_village = start == VILLAGE
    probability = 1 / (among * (len(may) - 1))
    free = is_village[:, np.flatnonzero(may)].sum(axis=1)
    none = 1 - probability * free * (~is_village).sum(axis=1)
    of_thief = np.where(np.array([*may, False])[thief], np.log(probability), _NEVER)
    return np.where(thief == NOBODY, np.log(np.maximum(none, np.exp(_NEVER))), of_thief)


def _seats(
    players: int, werewolves: int, minions: int, tanners: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yields the sides by seat, and the number of ways in which the rest lies in the centre."""
    for seated in range(max(0, werewolves - CENTRE), werewolves + 1):
        for wolves in combinations(range(players), seated):
            for minion in _places(players, minions, wolves):
                for tanner in _places(players, tanners, (*wolves, minion)):
                    left = (werewolves - seated, minions * (minion == NOBODY), tanners * (tanner == NOBODY))
                    if sum(left) > CENTRE or seated > players:
                        continue
                    sides = [VILLAGE] * players
                    for seat, side in (
                        *((wolf, WOLF) for wolf in wolves),
                        (minion, MINION),
                        (tanner, TANNER),
                    ):
                        if seat != NOBODY:
                            sides[seat] = side
                    yield tuple(sides), _ways(left)


def _places(players: int, count: int, occupied: tuple[int, ...]) -> list[int]:
    """Returns the seats before which a single card may lie; `NOBODY` for the centre."""
    return [NOBODY, *((seat for seat in range(players) if seat not in occupied) if count else ())]


def _ways(left: tuple[int, ...]) -> int:
    """Returns the number of orders of the centre's cards, those of the village alike."""
    ways = factorial(CENTRE) // factorial(CENTRE - sum(left))
    for count in left:
        ways //= factorial(count)
    return ways


def _thefts(dealt: tuple[tuple[int, ...], int], robbers: int) -> Iterator[Row]:
    """Yields the row without a theft that counts, and one for each possible theft."""
    sides, ways = dealt
    yield sides, NOBODY, NOBODY, ways
    if robbers:
        for seat, side in enumerate(sides):
            if side == VILLAGE:
                yield from ((sides, seat, victim, ways) for victim, it in enumerate(sides) if it != VILLAGE)
