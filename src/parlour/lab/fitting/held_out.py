"""Tables on games that they were not fitted to: how well they tell who is what, by log loss.

As in the reader, every deal that the deck allows is a world, and each deed multiplies its weight by how
likely it is there. What nobody did counts for nothing, and what merely repeats counts in full.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from parlour.evaluation import Interval, interval_of_mean
from parlour.lab.fitting.clue_tables import ClueTable, ClueTables, SidedGame

LEAST = 1e-6
"""The probability that a loss counts for one of 0."""

NO_TABLES: Mapping[str, ClueTable] = {}


@dataclass(frozen=True, kw_only=True)
class HeldOut:
    """A loss of two sets of tables over games, mean over seats and then over games; less is better.

    Attributes:
        of: what was to be told: each seat's `side`, or whether it is `sought`.
        games: how many.
        shipped: the loss with the tables as the reader has them.
        fitted: with those that were fitted.
        deck: with the deck alone, whatever anybody said.
        difference: fitted less shipped; below 0 if they are better. None without a game.
        interval: of the difference, over games.
        from_deck: fitted less the deck alone.
        deck_interval: of that.
    """

    of: str
    games: int
    shipped: float | None
    fitted: float | None
    deck: float | None
    difference: float | None
    interval: Interval
    from_deck: float | None
    deck_interval: Interval

    @property
    def is_better(self) -> bool:
        """Whether the fitted tables are shown to be better than the shipped ones, and than none at all."""
        ends = (self.interval.high, self.deck_interval.high)
        return all(high is not None and high < 0 for high in ends)


def held_out(
    part: ClueTables, games: Sequence[SidedGame], fitted: Mapping[str, ClueTable]
) -> tuple[HeldOut, ...]:
    """How the fitted tables do beside those that were shipped, on who is sought.

    Where there are more than two sides, how they do on each seat's side stands before it.
    """
    chances = [
        tuple(side_chances(part, game, tables) for tables in (part.shipped, fitted, NO_TABLES))
        for game in games
    ]
    of_sides = [[_side_loss(told, game) for told in each] for each, game in zip(chances, games, strict=True)]
    of_sought = [
        [_sought_loss(told, game, part.sought) for told in each]
        for each, game in zip(chances, games, strict=True)
    ]
    sought = _held_out("sought", of_sought)
    return (sought,) if len(part.sides) == 2 else (_held_out("side", of_sides), sought)


def side_chances(part: ClueTables, game: SidedGame, tables: Mapping[str, ClueTable]) -> NDArray[np.float64]:
    """How likely each seat is of each side by what was said and done: (seats, sides).

    Args:
        part: the game's.
        game: whose sides are not looked at, but for the deck.
        tables: the likelihoods by kind; deeds of other kinds say nothing.
    """
    worlds, ways = _worlds(len(game.sides), game.deck)
    scores = np.log(ways)
    for deed in game.deeds:
        if table := tables.get(deed.kind):
            likely = np.log(np.array(table.values))[np.array(table.case_of)]
            scores = scores + likely[worlds[:, deed.by], worlds[:, deed.about]]
    weights = np.exp(scores - scores.max())
    weights = weights / weights.sum()
    return np.stack([weights @ (worlds == side) for side in range(len(part.sides))], axis=1)


@cache
def _worlds(seats: int, deck: tuple[int, ...]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Every way in which a deck's sides can lie before the seats, and in how many deals they do."""

    def laid(left: Mapping[int, int], more: int) -> Iterator[tuple[tuple[int, ...], float]]:
        if not more:
            yield (), 1.0
            return
        for side, count in left.items():
            if count:
                for rest, ways in laid({**left, side: count - 1}, more - 1):
                    yield (side, *rest), count * ways

    told = list(laid({side: deck.count(side) for side in sorted(set(deck))}, seats))
    return np.array([world for world, _ in told]), np.array([ways for _, ways in told])


def _side_loss(chances: NDArray[np.float64], game: SidedGame) -> float:
    return fmean(-np.log(max(LEAST, chances[seat, side])) for seat, side in enumerate(game.sides))


def _sought_loss(chances: NDArray[np.float64], game: SidedGame, sought: int) -> float:
    likely = chances[:, sought]
    right = [p if side == sought else 1 - p for p, side in zip(likely, game.sides, strict=True)]
    return fmean(-np.log(max(LEAST, p)) for p in right)


def _held_out(of: str, losses: Sequence[Sequence[float]]) -> HeldOut:
    shipped, fitted, deck = ([each[at] for each in losses] for at in range(3))
    apart, more = ([one - other for one, other in zip(fitted, base, strict=True)] for base in (shipped, deck))
    return HeldOut(
        of=of,
        games=len(losses),
        shipped=_mean(shipped),
        fitted=_mean(fitted),
        deck=_mean(deck),
        difference=_mean(apart),
        interval=interval_of_mean(apart),
        from_deck=_mean(more),
        deck_interval=interval_of_mean(more),
    )


def _mean(values: Sequence[float]) -> float | None:
    return float(fmean(values)) if values else None
