"""Every deal of One Night that there could be, and how likely what was said is in each.

A world says who of all is the werewolf, who the minion and who the tanner; the rest is the village. For ten
players there are 720.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from parlour.games.onenight.reader.clues import MINION, TANNER, VILLAGE, WOLF, Clue
from parlour.language.facts import Name

Worlds = NDArray[np.int8]
"""A row for each world, with the side of each player: (worlds, players)."""


@cache
def every_world(players: int, has_minion: bool, has_tanner: bool) -> Worlds:  # noqa: FBT001 - cached
    """All of them for so many players."""
    sides = [WOLF, *([MINION] if has_minion else []), *([TANNER] if has_tanner else [])]
    rows = list(permutations(range(players), len(sides)))
    worlds = np.full((len(rows), players), VILLAGE, dtype=np.int8)
    for number, seats in enumerate(rows):
        worlds[number, list(seats)] = sides
    return worlds


def has_wolf(worlds: Worlds, seats: Sequence[int]) -> NDArray[np.bool_]:
    """In which of them one of those seats has the werewolf: (worlds,)."""
    return (worlds[:, list(seats)] == WOLF).any(axis=1)


def scored(
    clue: Clue, worlds: Worlds, players: Sequence[Name], *, is_gullible: bool = False
) -> NDArray[np.float64]:
    """The logarithm of how likely a clue is in each world, up to a constant: (worlds,).

    Whoever is gullible takes what is said of others as if somebody of the village said it.
    """
    speaker = worlds[:, players.index(clue.by)]
    if is_gullible and clue.about:
        speaker = np.full_like(speaker, VILLAGE)
    seats = [players.index(name) for name in clue.about]
    rest = (worlds[:, seats] != VILLAGE).any(axis=1)
    among = np.where(has_wolf(worlds, seats), 1, np.where(rest, 2, 0))
    return np.log(np.array(clue.cells))[speaker, among]


def probable(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """The probabilities of worlds with those scores: (worlds,)."""
    weights = np.exp(scores - scores.max())
    return weights / weights.sum()
