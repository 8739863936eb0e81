"""Judgement variation (Deng and Cai, appendix F) and what a judge reads in games (appendix G).

Judgement variation is the reciprocal of a deviation, so that chance alone
makes it large, and larger with more votes: the measure says something only beside its value by chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import exp, lgamma, log, sqrt
from statistics import fmean, pstdev, stdev
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from parlour.core import Player
from parlour.errors import UsageError
from parlour.evaluation.richness.talks import TableTalk, TableUtterance


@dataclass(frozen=True, kw_only=True)
class RoleShare:
    """The votes that fell on a role, over all games of a condition.

    Attributes:
        share: of all votes cast, what fell on each of those seats, in [0, 1] (table 6).
    """

    role: str
    seats: int
    votes: int
    share: float


def role_shares(talks: Sequence[TableTalk]) -> tuple[RoleShare, ...]:
    """The share of the votes that fell on each role, over games with the same roles (table 6).

    Raises:
        UsageError: if the games have no roles or different ones.
    """
    cast = Counter(talk.role(target) for talk in talks for target in talk.votes)
    return shares_of(cast, _seats(talks))


def shares_of(cast: Mapping[str, int], seats: Mapping[str, int]) -> tuple[RoleShare, ...]:
    """Returns the share of votes on each role, split evenly over the seats that have it.

    An abstention is no vote, so that the shares of all seats add up to 1. The paper's columns add up to .92
    to .95, and to 1 when the one seer is counted twice: its votes seem to have been halved, too.
    """
    total = sum(cast.values())
    return tuple(
        RoleShare(
            role=role,
            seats=count,
            votes=cast.get(role, 0),
            share=cast.get(role, 0) / count / total if total else 0.0,
        )
        for role, count in seats.items()
    )


def judgement_variation(
    shares: Sequence[float], deviation: Callable[[Sequence[float]], float] = pstdev
) -> float | None:
    """1/σ over the seats (algorithm 4); None where all are alike, since it has then no bound.

    Of shares in [0, 1] and not of counts, which would make it depend on how many votes were cast. With them
    table 6 gives four of the five numbers of table 5 (13.52, 11.58, 32.28, 11.18) if the deviation is the
    population's, where algorithm 4 divides by R* - 1 (12.65, 10.83, 30.19, 10.46). The fifth, *Full*, comes
    to 14.79, and 15.212 is printed. Section 2.6.2 once says "variance", which fits none.

    Raises:
        UsageError: if there are fewer than two.
    """
    if len(shares) < 2:
        raise UsageError(f"votes vary over two seats or more, and here is {len(shares)}")
    spread = deviation(shares)
    return 1 / spread if spread else None


def by_seat(shares: Sequence[RoleShare]) -> list[float]:
    """The extended vote list V*: a share for each seat, roles with two seats twice."""
    return [share.share for share in shares for _ in range(share.seats)]


def _seats(talks: Sequence[TableTalk]) -> Mapping[str, int]:
    deals = [Counter(talk.roles) for talk in talks]
    if not deals or not deals[0]:
        raise UsageError("votes are counted by role, and these games have none")
    if any(deal != deals[0] for deal in deals):
        raise UsageError("games with different roles cannot be counted together: take them apart first")
    return dict(sorted(deals[0].items()))


FEWEST_ROLES = 3
"""The fewest roles: of two the reciprocal of the deviation has no mean."""
FEWEST_SEATS = 3
"""The fewest seats: with two, each player can vote for the other alone."""


def coin_flips(shares: Sequence[RoleShare], votes: int) -> float | None:
    """The judgement variation that is expected of so many votes by lot, none of them for oneself.

    The shares of S seats, those of one role taken together, vary about 1/S in R - 1 directions for R roles;
    in each the variance of V votes is (S - 2)/(S - 1)²/V. So σ² = (S - 2)/(S - 1)²/(S V) · χ² with R - 1
    degrees of freedom, and E[1/χ] = Γ((R - 2)/2)/(√2 Γ((R - 1)/2)). It grows as √V: 211 for 100 games of the
    paper's eight players and three rounds (208 if one could vote for oneself), 67 for ten.

    Args:
        shares: the roles with their seats, as of `role_shares`; the votes in them are not looked at.
        votes: how many are cast.

    Returns:
        None without votes, or of fewer than three roles or players.
    """
    seats, directions = sum(share.seats for share in shares), len(shares) - 1
    if not votes or len(shares) < FEWEST_ROLES or seats < FEWEST_SEATS:
        return None
    one_vote = (seats - 2) / (seats - 1) ** 2
    reciprocal = exp(lgamma((directions - 1) / 2) - lgamma(directions / 2) - log(2) / 2)
    return sqrt(seats * votes / one_vote) * reciprocal


def position(variation: float, shares: Sequence[RoleShare], votes: int) -> float | None:
    """Returns a judgement variation's place between votes on one and the same seat (0) and coin flips (1).

    It is measured on the deviation and not on its reciprocal, so that it hardly depends on how many votes
    there are: (σ₀ - σ)/(σ₀ - 1/E), with σ₀ = √(S - 1)/S of a single seat and E what coin flips give. Beyond
    1 votes fall more evenly than by lot.

    Args:
        variation: 1/σ, σ the population's.
        shares: the roles with their seats; the votes in them are not looked at.
        votes: of how many it is.

    Returns:
        None where nothing is expected of coin flips.
    """
    chance, seats = coin_flips(shares, votes), sum(share.seats for share in shares)
    if chance is None:
        return None
    single = sqrt(seats - 1) / seats
    return (single - 1 / variation) / (single - 1 / chance)


def position_of_votes(shares: Sequence[RoleShare]) -> float | None:
    """The same of votes; None where they all fall alike."""
    variation_of_votes = judgement_variation(by_seat(shares))
    return (
        position(variation_of_votes, shares, sum(share.votes for share in shares))
        if variation_of_votes
        else None
    )


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
    for round_mentions in mentions:
        for mention in round_mentions:
            row, column = (_index(name, place) for name in (mention.speaker, mention.target))
            now[row, column] = roles.setdefault(mention.role, len(roles) + 1)
        matrices.append(now.copy())
    return matrices


def matrix_distance(first: Matrix, other: Matrix) -> int:
    """Returns the number of differing entries; one unknown counts once, others twice (eq. 15, 16)."""
    differs = first != other
    both = differs & (first != UNKNOWN) & (other != UNKNOWN)
    return int(differs.sum() + both.sum())


def variation(matrices: Sequence[Matrix]) -> float:
    """Returns the mean distance over all T² pairs of rounds of a game, in [0, 2N²(T - 1)/T] (algorithm 5).

    Raises:
        UsageError: if there is no round.
    """
    rounds = len(matrices)
    if not rounds:
        raise UsageError("there is no round whose judgements could vary")
    total = sum(matrix_distance(first, other) for first in matrices for other in matrices)
    return total / rounds**2


def _index(name: Player, place: Mapping[Player, int]) -> int:
    if name not in place:
        raise UsageError(f"{name!r} is mentioned and sits not at the table: {', '.join(place)}")
    return place[name]


MOMENTS = 10
"""The number of moments of a game: k."""


@dataclass(frozen=True, kw_only=True)
class Memorability:
    """The reciprocal of the mean deviation of moments over seats, times 100; the higher, the more even.

    Attributes:
        count: of moments counted, as equation 18 writes it.
        percent: of moments in percent of a game's moments, which fits what table 8 prints.
    """

    count: float
    percent: float


def moments_by_seat(talk: TableTalk, moments: Sequence[TableUtterance]) -> list[float]:
    """Returns the number of moments by seat; those of a role are split evenly over its seats.

    Raises:
        UsageError: if the game has no roles.
    """
    if not talk.roles:
        raise UsageError("moments are counted by role, and this game has none")
    seats = Counter(talk.roles)
    counts = Counter(talk.role(moment.player) for moment in moments)
    return [counts[role] / count for role, count in sorted(seats.items()) for _ in range(count)]


def memorability(games: Sequence[Sequence[float]]) -> Memorability | None:
    """100 n / Σ σ over games (eq. 18), σ dividing by one less than there are seats (algorithm 6).

    Ten moments over eight seats cannot give less than 28.3, which is when one seat has them all (σ = 3.54),
    and table 8 prints 10.26 to 16.36. In percent the least is 2.83: only that is set beside the paper's.

    Args:
        games: of each the moments by seat; those without any are left out.

    Returns:
        None where no game has moments, or in all of them every seat has as many: it has then no bound.
    """
    counted = [game for game in games if sum(game)]
    spread = sum(map(stdev, counted))
    if not spread:
        return None
    percent = sum(100 * stdev(game) / sum(game) for game in counted)
    return Memorability(count=100 * len(counted) / spread, percent=100 * len(counted) / percent)


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

    def moments(self, talk: TableTalk) -> Sequence[Sequence[TableUtterance]]:
        """Returns the utterances that were the most memorable moments."""
        ...


def game_ratings(talks: Sequence[TableTalk], judge: Judge, quality: Quality) -> list[float]:
    """The mean rating of each game that was rated: a game counts once, however often it was."""
    ratings_by_game = (judge.ratings(talk, quality) for talk in talks)
    return [fmean(ratings) for ratings in ratings_by_game if ratings]


def game_variations(talks: Sequence[TableTalk], judge: Judge) -> list[float]:
    """The mean variation of each game that was judged."""
    games = (
        [variation(who_is_what(mentions, talk.players)) for mentions in judge.mentions(talk) if mentions]
        for talk in talks
    )
    return [fmean(game) for game in games if game]


def game_moments(talks: Sequence[TableTalk], judge: Judge) -> list[list[list[float]]]:
    """Returns the moments by seat of each game, for each time it was judged."""
    games = ([moments_by_seat(talk, moments) for moments in judge.moments(talk)] for talk in talks)
    return [game for game in games if game]
