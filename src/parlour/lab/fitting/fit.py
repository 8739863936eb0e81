"""Likelihoods by maximum a posteriori: how often people do something in each case, beside what was judged.

A kind of deed is counted in each case c, N_c, beside its chances to be done: O_c ordered pairs of seats, or
seats. With the judged table v it is expected E_c v_c times, E_c = O_c ΣN / ΣvO, so that both sum up alike; a
table counts only up to a factor. N_c is Poisson with mean E_c r_c, and r_c has a Gamma prior with its mode at
v_c and the weight of s expected deeds. Then r_c is most likely (N_c + s v_c) / (E_c + s): the judged value
where nothing was seen, and what was counted where much was.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parlour.lab.fitting.clue_tables import ClueTable, ClueTables, SidedGame

PRIOR = 10.0
"""As many expected deeds as a judged value weighs."""


@dataclass(frozen=True, kw_only=True)
class FittedClue:
    """A kind of deed, as it was judged and as it was counted.

    Attributes:
        kind: which.
        shipped: the table as the reader has it.
        fitted: the table by these games; the same where nothing was counted.
        counts: how often it was done in each case.
        chances: how often it could have been.
    """

    kind: str
    shipped: ClueTable
    fitted: ClueTable
    counts: tuple[int, ...]
    chances: tuple[int, ...]


def fit_tables(part: ClueTables, games: Sequence[SidedGame], prior: float = PRIOR) -> dict[str, FittedClue]:
    """Fits every table of a game to some games.

    Args:
        part: the game's.
        games: to be fitted to.
        prior: as how many expected deeds a judged value counts; above 0.
    """
    return {kind: _fitted(part, kind, games, prior) for kind in part.shipped}


def _fitted(part: ClueTables, kind: str, games: Sequence[SidedGame], prior: float) -> FittedClue:
    shipped = part.shipped[kind]
    counts, chances = (np.zeros(len(shipped.cases)) for _ in range(2))
    for game in games:
        for by, about in _pairs(game, is_alone=kind in part.alone):
            chances[shipped.case_of[game.sides[by]][game.sides[about]]] += 1
        for deed in game.deeds:
            if deed.kind == kind:
                counts[shipped.case_of[game.sides[deed.by]][game.sides[deed.about]]] += 1
    return FittedClue(
        kind=kind,
        shipped=shipped,
        fitted=shipped.with_values(_most_likely(shipped, counts, chances, prior)),
        counts=tuple(map(int, counts)),
        chances=tuple(map(int, chances)),
    )


def _most_likely(
    shipped: ClueTable, counts: NDArray[np.float64], chances: NDArray[np.float64], prior: float
) -> list[float]:
    judged = np.array(shipped.values)
    if not counts.sum():
        return [*shipped.values]
    expected = chances * counts.sum() / (judged * chances).sum()
    return [float(each) for each in (counts + prior * judged) / (expected + prior)]


def _pairs(game: SidedGame, *, is_alone: bool) -> Iterator[tuple[int, int]]:
    """Who could have done a thing to whom."""
    for by in game.people:
        yield from ((by, about) for about in range(len(game.sides)) if is_alone == (by == about))


def values_of(fitted: Mapping[str, FittedClue]) -> dict[str, ClueTable]:
    """The fitted tables by kind."""
    return {kind: each.fitted for kind, each in fitted.items()}
