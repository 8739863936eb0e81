"""EWAVM, memorability and variation: measures that a judge reads in games (Deng and Cai, appendix G)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import fmean, stdev
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from parlour.core import Player
from parlour.errors import UsageError
from parlour.evaluation.richness.table_talk import TableTalk, TableUtterance

UNKNOWN = 0
Matrix = NDArray[np.int64]
"""Roles that players ascribe to players: of shape (players, players), a number by role, `UNKNOWN` where
nothing was said."""


@dataclass(frozen=True, kw_only=True)
class Mention:
    """A player's statement about the role of a player."""

    speaker: Player
    target: Player
    role: str


def who_is_what(mentions: Sequence[Sequence[Mention]], players: Sequence[Player]) -> list[Matrix]:
    """Returns a matrix for the end of each round, with the latest statement on each player (algorithm 5).

    The algorithm never empties its matrix, so that what was said in a round holds until it is taken back.

    Raises:
        UsageError: if a mention names a target who is no player.
    """
    place = {player: number for number, player in enumerate(players)}
    roles: dict[str, int] = {}
    now = np.full((len(players), len(players)), UNKNOWN)
    matrices: list[Matrix] = []
    for told in mentions:
        for each in told:
            row, column = (_found(name, place) for name in (each.speaker, each.target))
            now[row, column] = roles.setdefault(each.role, len(roles) + 1)
        matrices.append(now.copy())
    return matrices


def matrix_distance(one: Matrix, other: Matrix) -> int:
    """Returns the number of differing entries; one unknown counts once, others twice (eq. 15, 16)."""
    differs = one != other
    both = differs & (one != UNKNOWN) & (other != UNKNOWN)
    return int(differs.sum() + both.sum())


def variation(matrices: Sequence[Matrix]) -> float:
    """Returns the mean distance over all T² pairs of rounds of a game, in [0, 2N²(T - 1)/T] (algorithm 5).

    Raises:
        UsageError: if there is no round.
    """
    rounds = len(matrices)
    if not rounds:
        raise UsageError("there is no round whose judgements could vary")
    total = sum(matrix_distance(one, other) for one in matrices for other in matrices)
    return total / rounds**2


def _found(name: Player, place: Mapping[Player, int]) -> int:
    if name not in place:
        raise UsageError(f"{name!r} is mentioned and sits not at the table: {', '.join(place)}")
    return place[name]


MOMENTS = 10
"""The number of moments of a game: k."""


@dataclass(frozen=True, kw_only=True)
class MemorableMoment:
    """A moment that a judge who read a game remembers.

    Attributes:
        value: how memorable it is, in [1, 10]; equation 18 makes no use of it.
    """

    said: TableUtterance
    value: float


@dataclass(frozen=True, kw_only=True)
class Memorability:
    """The reciprocal of the mean deviation of moments over seats, times 100; the higher, the more even.

    Attributes:
        count: of moments counted, as equation 18 writes it.
        percent: of moments in percent of a game's moments, which fits what table 8 prints.
    """

    count: float
    percent: float


def moments_by_seat(talk: TableTalk, moments: Sequence[MemorableMoment]) -> list[float]:
    """Returns the number of moments by seat; those of a role are split evenly over its seats.

    Raises:
        UsageError: if the game has no roles.
    """
    if not talk.roles:
        raise UsageError("moments are counted by role, and this game has none")
    seats = Counter(talk.roles)
    told = Counter(talk.role(moment.said.player) for moment in moments)
    return [told[role] / count for role, count in sorted(seats.items()) for _ in range(count)]


def memorability(games: Sequence[Sequence[float]]) -> Memorability | None:
    """100 n / Σ σ over games (eq. 18), σ dividing by one less than there are seats (algorithm 6).

    Ten moments over eight seats cannot give less than 28.3, which is when one seat has them all (σ = 3.54),
    and table 8 prints 10.26 to 16.36. In percent the least is 2.83: only that is set beside the paper's.

    Args:
        games: of each the moments by seat; those without any are left out.

    Returns:
        None where no game has moments, or in all of them every seat has as many: it has then no bound.
    """
    told = [game for game in games if sum(game)]
    spread = sum(map(stdev, told))
    if not spread:
        return None
    percent = sum(100 * stdev(game) / sum(game) for game in told)
    return Memorability(count=100 * len(told) / spread, percent=100 * len(told) / percent)


TIMES = 5
"""The number of times that the paper has every game judged."""


class Quality(StrEnum):
    """A quality that a judge who knows all roles rates from 1 to 10."""

    ENGAGEMENT = "engagement"
    """Rich words, and characters that differ."""
    WONDER = "wonder"
    """Unexpected twists."""
    ATTRACTION = "attraction"
    """The wish to read on."""


class Judge(Protocol):
    """A judge who reads games, with a result for each repetition.

    A time whose reply could not be read is missing, and never made up.
    """

    def ratings(self, talk: TableTalk, quality: Quality) -> Sequence[float]:
        """Returns the ratings of a quality of a game, in [1, 10]."""
        ...

    def mentions(self, talk: TableTalk) -> Sequence[Sequence[Sequence[Mention]]]:
        """Returns by round the statements on roles, read without knowing the roles."""
        ...

    def moments(self, talk: TableTalk) -> Sequence[Sequence[MemorableMoment]]:
        """The most memorable moments."""
        ...


def game_ratings(talks: Sequence[TableTalk], judge: Judge, quality: Quality) -> list[float]:
    """The mean rating of each game that was rated: a game counts once, however often it was."""
    told = (judge.ratings(talk, quality) for talk in talks)
    return [fmean(ratings) for ratings in told if ratings]


def game_variations(talks: Sequence[TableTalk], judge: Judge) -> list[float]:
    """The mean variation of each game that was judged."""
    games = (
        [variation(who_is_what(told, talk.players)) for told in judge.mentions(talk) if told]
        for talk in talks
    )
    return [fmean(game) for game in games if game]


def game_moments(talks: Sequence[TableTalk], judge: Judge) -> list[list[list[float]]]:
    """Returns the moments by seat of each game, for each time it was judged."""
    games = ([moments_by_seat(talk, told) for told in judge.moments(talk)] for talk in talks)
    return [game for game in games if game]
