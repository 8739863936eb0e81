"""Ratings, meetings and camps of a league from its matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from statistics import fmean

from parlour.evaluation.intervals import wilson
from parlour.experiments.league.played import LeagueMatch
from parlour.experiments.league.rating import (
    FittedRatings,
    PairResult,
    Rating,
    fit,
    in_points,
    over_games,
    won_between_equals,
)
from parlour.experiments.league.rows import ALL_GAMES, BOTH_CAMPS, CampRow, MeetingRow, RatingRow

FEWEST_MATCHES = 8
"""Of each pair, below which no interval is promised: four deals from both camps. From there on the intervals
hold the truth 90 times in 100 or more, of entrants whose strengths have a standard deviation of up to 2
logits, 350 points, as a test finds by simulation."""
FEWEST_FOR_CAMPS = 3
"""Of two entrants, nothing tells whether one is better in the first camp or the other worse in the second:
only a third who meets both does."""
TOO_FEW = f"too few: some pair has fewer than {FEWEST_MATCHES} matches"


@dataclass(frozen=True, kw_only=True)
class GameResults:
    """A league's game as it is rated.

    Attributes:
        name: within the league.
        camps: its two camps.
        matches: those that are played, one at least.
        ratings: of all entrants.
    """

    name: str
    camps: tuple[str, str]
    matches: Sequence[LeagueMatch]
    ratings: FittedRatings

    @classmethod
    def of(
        cls, name: str, camps: tuple[str, str], matches: Sequence[LeagueMatch], entrants: Sequence[str]
    ) -> GameResults:
        """Rates everybody from the matches of a game."""
        results = [
            PairResult(home=match.camps[0].entrant, away=match.camps[1].entrant, points=match.points)
            for match in matches
        ]
        return cls(name=name, camps=camps, matches=matches, ratings=fit(results, entrants))


def rating_rows(games: Sequence[GameResults], entrants: Sequence[str]) -> list[RatingRow]:
    """All games together, then each by both camps and by either, the strongest first."""
    told: list[RatingRow] = []
    if len(games) > 1:
        ratings = {name: over_games([game.ratings.overall(name) for game in games]) for name in entrants}
        told += _ranked(_Part(), [match for game in games for match in game.matches], ratings)
    for game in games:
        for camp in (None, 0, 1) if len(entrants) >= FEWEST_FOR_CAMPS else (None,):
            rate = game.ratings
            ratings = {
                name: rate.overall(name) if camp is None else rate.in_camp(name, camp) for name in entrants
            }
            told += _ranked(_Part(game=game, camp=camp), game.matches, ratings)
    return told


@dataclass(frozen=True, kw_only=True)
class _Part:
    """Of which game and camp ratings are; of all where none is named."""

    game: GameResults | None = None
    camp: int | None = None

    @property
    def names(self) -> tuple[str, str]:
        if self.game is None:
            return ALL_GAMES, BOTH_CAMPS
        return self.game.name, BOTH_CAMPS if self.camp is None else self.game.camps[self.camp]


def _ranked(
    part: _Part, matches: Sequence[LeagueMatch], ratings: Mapping[str, Rating]
) -> Iterator[RatingRow]:
    game, camp = part.names
    note = TOO_FEW if fewest(matches, [*ratings]) < FEWEST_MATCHES else ""
    for name, rating in sorted(ratings.items(), key=lambda each: -each[1].value):
        camps = (0, 1) if part.camp is None else (part.camp,)
        own = [match for match in matches if name in [match.camps[each].entrant for each in camps]]
        yield RatingRow(
            game=game,
            camp=camp,
            entrant=name,
            rating=in_points(rating.value),
            low=in_points(rating.low),
            high=in_points(rating.high),
            share=fmean(match.points_of(name) for match in own) if own else None,
            matches=len(own),
            note=note,
        )


def fewest(matches: Sequence[LeagueMatch], entrants: Sequence[str]) -> int:
    """How many matches the pair has that has fewest, in the game in which it has fewest."""
    games = {match.game for match in matches}
    return min(
        (
            len([m for m in matches if m.game == game and _who(m) == {one, other}])
            for game in games
            for one, other in combinations(entrants, 2)
        ),
        default=0,
    )


def _who(match: LeagueMatch) -> set[str]:
    return {camp.entrant for camp in match.camps}


def meeting_rows(games: Sequence[GameResults], entrants: Sequence[str]) -> list[MeetingRow]:
    """Everybody against everybody, in all games together where there are several, and in each."""
    parts = [(game.name, game.matches) for game in games]
    if len(games) > 1:
        parts.insert(0, (ALL_GAMES, [match for game in games for match in game.matches]))
    return [
        row
        for name, matches in parts
        for one, other in permutations(entrants, 2)
        for row in _meeting(name, one, other, [match for match in matches if _who(match) == {one, other}])
    ]


def _meeting(game: str, one: str, other: str, matches: Sequence[LeagueMatch]) -> Iterator[MeetingRow]:
    if not matches:
        return
    shares = [[m.points_of(one) for m in matches if m.camps[camp].entrant == one] for camp in (0, 1)]
    share = fmean([*shares[0], *shares[1]])
    low, high = wilson(share, len(matches))
    yield MeetingRow(
        game=game,
        entrant=one,
        rival=other,
        share=share,
        low=low,
        high=high,
        first_camp=fmean(shares[0]) if shares[0] else None,
        second_camp=fmean(shares[1]) if shares[1] else None,
        matches=len(matches),
    )


def camp_rows(games: Sequence[GameResults]) -> list[CampRow]:
    """What the first camp of each game is worth."""
    told: list[CampRow] = []
    for game in games:
        home = game.ratings.home
        chance, low, high = map(won_between_equals, (home.value, home.low, home.high))
        told.append(
            CampRow(
                game=game.name,
                camp=game.camps[0],
                other=game.camps[1],
                share=fmean(match.points for match in game.matches),
                chance=chance,
                low=low,
                high=high,
                matches=len(game.matches),
            )
        )
    return told
