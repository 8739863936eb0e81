"""Every pack of werewolves that there could be, and how likely what was said and done is with each.

A pack is a set of as many players as werewolves were dealt, told by its indicator x in {0, 1}^players. The
logarithm of its weight is a quadratic form in x:

    log w(x) = sum over clues (i, j) of  l_gg + x_i (l_wg - l_gg) + x_j (l_gw - l_gg)
                                         + x_i x_j (l_ww - l_wg - l_gw + l_gg)

so that all packs of a table of 18 with 6 werewolves, 18 564 of them, are weighed by two products of matrices.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import log

import numpy as np
from numpy.typing import NDArray

from parlour.games.werewolf.reader.clues import Clue
from parlour.language.facts import Name

Packs = NDArray[np.float64]


@cache
def every_pack(players: int, wolves: int) -> Packs:
    """All of them, a row each: (packs, players), of 0 and 1."""
    rows = list(combinations(range(players), wolves))
    packs = np.zeros((len(rows), players))
    packs[np.arange(len(rows))[:, None], np.array(rows, dtype=int).reshape(len(rows), wolves)] = 1.0
    return packs


def goes_on(packs: Packs, alive: NDArray[np.float64]) -> NDArray[np.bool_]:
    """With which of them the game is not over: some werewolves, but not half of the living, are left.

    Args:
        packs: (packs, players).
        alive: 1 for who lives, 0 for the dead: (players,).
    """
    left = packs @ alive
    return (left >= 1) & (2 * left < alive.sum())


def weighed(
    packs: Packs, found: Sequence[Clue], players: Sequence[Name], *, is_gullible: bool = False
) -> NDArray[np.float64]:
    """The logarithm of each pack's weight, up to a constant: (packs,).

    Whoever is gullible takes what is done to others as if it were done by no werewolf.
    """
    seats = {name: seat for seat, name in enumerate(players)}
    alone, paired = np.zeros(len(players)), np.zeros((len(players), len(players)))
    for clue in found:
        by, about = seats[clue.by], seats[clue.about]
        good, hit, bad, both = map(log, clue.cells)
        if is_gullible and by != about:
            bad, both = good, hit
        alone[by] += bad - good
        if by != about:
            alone[about] += hit - good
            paired[by, about] += both - bad - hit + good
    return packs @ alone + np.einsum("ij,ij->i", packs @ paired, packs)


def scored(clue: Clue, packs: Packs, players: Sequence[Name]) -> NDArray[np.float64]:
    """The logarithm of how likely a single clue is with each pack: (packs,)."""
    cells = np.log(np.array(clue.cells))
    by, about = (packs[:, players.index(name)].astype(int) for name in (clue.by, clue.about))
    return cells[2 * by + about if clue.by != clue.about else 2 * by]
