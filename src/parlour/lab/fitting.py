"""Fits a game's tables of clues to recorded games (maximum a posteriori) and tests them on held-out ones.

A kind of act is counted in each case c, N_c, beside its opportunities: O_c ordered pairs of seats, or
seats. Under the judged table v its expected number is E_c v_c, with E_c = O_c sum(N) / sum(v O), so that
both add up alike; a table counts only up to a factor. N_c is Poisson with mean E_c r_c, and r_c has a Gamma
prior with its mode at v_c and the weight of s expected acts. The posterior mode of r_c is (N_c + s v_c) /
(E_c + s): the judged value without observations, and the observed rate with many.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from statistics import fmean
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from parlour.core import chance
from parlour.evaluation import Interval, interval_of_mean
from parlour.lab.transcripts import GameTranscript, StanceKind, sought_seats, stances

PART = "fitting"
"""The module of a game's package whose value `PART` is its `ClueTables`."""
_STANCES: Mapping[StanceKind, str] = {"accuses": "suspects", "trusts": "trusts"}
"""The kinds of clues that stances are, in every game."""


@dataclass(frozen=True, kw_only=True)
class ClueTable:
    """The likelihood of a kind of deed, by the sides of the doer and the target; up to a factor.

    Attributes:
        values: how likely it is in each case; above 0.
    """

    cases: tuple[str, ...]
    values: tuple[float, ...]
    case_of: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        if len(self.values) != len(self.cases) or min(self.values) <= 0:
            raise ValueError(f"a value above 0 belongs to each of {self.cases}: {self.values}")
        if {case for row in self.case_of for case in row} - set(range(len(self.cases))):
            raise ValueError(f"there are only {len(self.cases)} cases: {self.case_of}")

    def with_values(self, values: Sequence[float]) -> ClueTable:
        return replace(self, values=tuple(values))


@dataclass(frozen=True, kw_only=True)
class SeatDeed:
    """Something that a seat said or did."""

    kind: str
    by: int
    about: int


@dataclass(frozen=True, kw_only=True)
class SidedGame:
    """A recorded game with known sides, in the form that the tables need.

    Attributes:
        deck: the sides that were to be dealt, as all players knew; more than seats where some lay aside.
        people: the places of the people; what others do is not counted.
    """

    id: str
    sides: tuple[int, ...]
    deck: tuple[int, ...]
    deeds: tuple[SeatDeed, ...]
    people: tuple[int, ...]


@runtime_checkable
class ClueTables(Protocol):
    """The part `fitting` of a game."""

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides that a seat can have in the tables, in words."""
        ...

    @property
    def sought_side(self) -> int:
        """The side whose holders the others look for."""
        ...

    @property
    def shipped_tables(self) -> Mapping[str, ClueTable]:
        """The tables as the reader has them, by kind."""
        ...

    @property
    def alone(self) -> frozenset[str]:
        """The kinds that tell of the doer alone."""
        ...

    def read_sides(self, game: GameTranscript) -> SidedGame | None:
        """A recorded game as the tables see it; None where it is another game, or cannot be read so."""
        ...


def stance_deeds(game: GameTranscript) -> Iterator[SeatDeed]:
    """Yields the accusations and statements of trust that were said aloud, in order."""
    for stance in stances(game, sought_seats(game).roles):
        by, about = game.players.index(stance.by), game.players.index(stance.about)
        yield SeatDeed(kind=_STANCES[stance.kind], by=by, about=about)


PRIOR = 10.0
"""As many expected deeds as a judged value weighs."""


@dataclass(frozen=True, kw_only=True)
class FittedClue:
    """A kind of deed, as it was judged and as it was counted."""

    kind: str
    shipped: ClueTable
    fitted: ClueTable
    counts: tuple[int, ...]
    chances: tuple[int, ...]


def fit_tables(part: ClueTables, games: Sequence[SidedGame], prior: float = PRIOR) -> dict[str, FittedClue]:
    """Fits every table of a game to some games."""
    return {kind: _fit_clue(part, kind, games, prior) for kind in part.shipped_tables}


def _fit_clue(part: ClueTables, kind: str, games: Sequence[SidedGame], prior: float) -> FittedClue:
    shipped = part.shipped_tables[kind]
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
    return [float(likelihood) for likelihood in (counts + prior * judged) / (expected + prior)]


def _pairs(game: SidedGame, *, is_alone: bool) -> Iterator[tuple[int, int]]:
    for by in game.people:
        yield from ((by, about) for about in range(len(game.sides)) if is_alone == (by == about))


def values_of(fitted: Mapping[str, FittedClue]) -> dict[str, ClueTable]:
    """The fitted tables by kind."""
    return {kind: fitted_kind.fitted for kind, fitted_kind in fitted.items()}


@dataclass(frozen=True, kw_only=True)
class GameHalves:
    """Two halves of some games."""

    fitted_to: tuple[SidedGame, ...]
    held_out: tuple[SidedGame, ...]


def halves(games: Sequence[SidedGame], seed: int) -> GameHalves:
    """Splits games by lot, whatever their order.

    Games of one recording or evening share their people, and may come into both halves.
    """
    ordered = sorted(games, key=lambda game: game.id)
    chance(seed, "halves of recorded games").shuffle(ordered)
    middle = len(ordered) // 2
    return GameHalves(fitted_to=tuple(ordered[:middle]), held_out=tuple(ordered[middle:]))


LEAST = 1e-6
"""The probability that a loss counts for one of 0."""

NO_TABLES: Mapping[str, ClueTable] = {}


@dataclass(frozen=True, kw_only=True)
class HeldOut:
    """A loss of two sets of tables over games, mean over seats and then over games; less is better.

    Attributes:
        of: what was to be told: each seat's `side`, or whether it is `sought`.
        difference: fitted less shipped; below 0 if they are better. None without a game.
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
        """Returns true if the fitted tables are shown to be better than the shipped ones and than none."""
        ends = (self.interval.high, self.deck_interval.high)
        return all(high is not None and high < 0 for high in ends)


def held_out(
    part: ClueTables, games: Sequence[SidedGame], fitted: Mapping[str, ClueTable]
) -> tuple[HeldOut, ...]:
    """Compares the fitted tables with the shipped ones, by the log loss of who is sought.

    Where there are more than two sides, how they do on each seat's side stands before it.
    """
    chances = [
        tuple(side_chances(part, game, tables) for tables in (part.shipped_tables, fitted, NO_TABLES))
        for game in games
    ]
    losses: dict[str, list[list[float]]] = {"side": [], "sought": []}
    for game, estimates in zip(games, chances, strict=True):
        is_sought = np.array(game.sides) == part.sought_side
        likely = [chance[:, part.sought_side] for chance in estimates]
        losses["side"].append(
            [_loss(chance[np.arange(len(chance)), list(game.sides)]) for chance in estimates]
        )
        losses["sought"].append([_loss(np.where(is_sought, p, 1 - p)) for p in likely])
    kinds = ("sought",) if len(part.sides) == 2 else ("side", "sought")
    return tuple(_held_out(kind, losses[kind]) for kind in kinds)


def side_chances(part: ClueTables, game: SidedGame, tables: Mapping[str, ClueTable]) -> NDArray[np.float64]:
    """Returns the probability of each side for each seat, given talk and deeds: (seats, sides)."""
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

    def placements(left: Mapping[int, int], more: int) -> Iterator[tuple[tuple[int, ...], float]]:
        if not more:
            yield (), 1.0
            return
        for side, count in left.items():
            if count:
                for rest, ways in placements({**left, side: count - 1}, more - 1):
                    yield (side, *rest), count * ways

    deals = list(placements({side: deck.count(side) for side in sorted(set(deck))}, seats))
    return np.array([world for world, _ in deals]), np.array([ways for _, ways in deals])


def _loss(right: NDArray[np.float64]) -> float:
    return fmean(-np.log(np.maximum(LEAST, right)))


def _held_out(of: str, losses: Sequence[Sequence[float]]) -> HeldOut:
    shipped, fitted, deck = ([loss[at] for loss in losses] for at in range(3))
    apart, more = (
        [loss - other for loss, other in zip(fitted, base, strict=True)] for base in (shipped, deck)
    )
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
