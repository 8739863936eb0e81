"""Ratings of a league: Bradley-Terry strengths with intervals, by competitor and game.

P(i wins in the first camp against j in the second) = sigmoid(h + a_i - b_j): a_i is the strength of i in
the first camp, b_j that of j in the second, and h the advantage of the first camp between equals (Bradley
and Terry 1952; a home advantage as in Agresti, Categorical Data Analysis, chapter 10). All three are
logits.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportMissingTypeStubs=false

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from statistics import fmean
from typing import cast

import numpy as np
from numpy.typing import NDArray

from parlour.arena import versions
from parlour.core import find_game
from parlour.evaluation import Spent
from parlour.evaluation.intervals import Z, wilson
from parlour.experiments.definition import camps_of
from parlour.experiments.execute import dollars_spent
from parlour.experiments.league.asking import AskedLeague
from parlour.experiments.league.biases import bias_rows, place_rows
from parlour.experiments.league.rows import (
    ALL_GAMES,
    BOTH_CAMPS,
    CampRow,
    CostRow,
    LeagueMatch,
    LeagueTables,
    MeetingRow,
    RatingRow,
    league_matches,
)
from parlour.experiments.run_plan import plan_run
from parlour.store import Store

Vector = NDArray[np.float64]
PRIOR, CAMP_PRIOR = 4.0, 5.0
"""Standard deviations of what is taken for likely before anything is played, of an entrant's rating in a camp
and of a camp's worth, in logits. An entrant one deviation above the average wins 98 of 100 against it. Who
won all its matches gets a rating that is high and finite, with a wide interval. A narrower prior would hold
ratings together that are far apart (docs/decisions.md)."""
POINTS_PER_LOGIT, AVERAGE = 400 / math.log(10), 1500.0
"""Ratings are scaled as in chess: 400 more is ten to one, and the average of all entrants is 1500."""


PairResult = tuple[str, str, float]
"""A match: the entrants in the first and in the second camp, and the first camp's share; a draw is a half."""


@dataclass(frozen=True, kw_only=True)
class Rating:
    """A rating, or a difference of ratings, with its 95 % interval.

    Attributes:
        value: in logits, about the average of all entrants.
    """

    value: float
    error: float

    @property
    def low(self) -> float:
        return self.value - Z * self.error

    @property
    def high(self) -> float:
        return self.value + Z * self.error


@dataclass(frozen=True, kw_only=True)
class FittedRatings:
    """The ratings of all entrants together, since each is known through the others."""

    entrants: tuple[str, ...]
    mean: Vector
    covariance: Vector

    @property
    def home(self) -> Rating:
        """The advantage of the first camp between average entrants."""
        weights = np.zeros_like(self.mean)
        weights[0] = 1
        weights[1 : len(self.entrants) + 1] = 1 / len(self.entrants)
        weights[len(self.entrants) + 1 :] = -1 / len(self.entrants)
        return self._of(weights)

    def overall(self, entrant: str) -> Rating:
        """Returns the mean of an entrant's ratings in both camps."""
        return self._of(sum((self._weights(entrant, camp) for camp in (0, 1)), np.zeros_like(self.mean)) / 2)

    def in_camp(self, entrant: str, camp: int) -> Rating:
        """Returns an entrant's rating in the first camp, 0, or the second, 1."""
        return self._of(self._weights(entrant, camp))

    def difference(self, entrant: str, other: str) -> Rating:
        """Returns the advantage of one entrant over another, averaged over both camps."""
        differences = [self._weights(entrant, camp) - self._weights(other, camp) for camp in (0, 1)]
        return self._of((differences[0] + differences[1]) / 2)

    def _weights(self, entrant: str, camp: int) -> Vector:
        count = len(self.entrants)
        weights = np.zeros_like(self.mean)
        weights[1 + camp * count : 1 + (camp + 1) * count] = -1 / count
        weights[1 + camp * count + self.entrants.index(entrant)] += 1
        return weights

    def _of(self, weights: Vector) -> Rating:
        value, variance = weights @ self.mean, weights @ self.covariance @ weights
        return Rating(value=float(value), error=math.sqrt(float(variance)))


def fit(results: Sequence[PairResult], entrants: Sequence[str], *, prior: float = PRIOR) -> FittedRatings:
    """Fits the ratings of all entrants to the results of matches.

    The most likely ratings with a Gaussian prior, and the observed information at them for how sure they are.
    A bootstrap over deals was tried beside it, and holds the truth too rarely (docs/decisions.md).

    Args:
        results: of any number of matches, in any order.
        entrants: all entrants to rate, with or without a match.
        prior: the standard deviation of a rating before anything is played, in logits.
    """
    from scipy.optimize import minimize  # here, since it needs the extra
    from scipy.special import expit

    design, points = _design(results, entrants)
    stiffness = np.full(design.shape[1], 1 / prior**2)
    stiffness[0] = 1 / CAMP_PRIOR**2

    def loss(ratings: Vector) -> float:
        logits = design @ ratings
        likelihood = points @ logits - np.logaddexp(0, logits).sum()
        return float(stiffness @ ratings**2 / 2 - likelihood)

    def slope(ratings: Vector) -> Vector:
        return stiffness * ratings - design.T @ (points - expit(design @ ratings))

    def information(ratings: Vector) -> Vector:
        chances = expit(design @ ratings)
        return design.T @ (design * (chances * (1 - chances))[:, None]) + np.diag(stiffness)

    start = np.zeros(design.shape[1])
    optimum = minimize(loss, start, jac=slope, hess=information, method="trust-exact")
    mean = cast("Vector", optimum.x)
    covariance = np.linalg.inv(information(mean)).astype(np.float64)
    return FittedRatings(entrants=tuple(entrants), mean=mean, covariance=covariance)


def over_games(ratings: Sequence[Rating]) -> Rating:
    """Returns the mean of an entrant's ratings in several games, equally weighted; they share no match."""
    count = len(ratings)
    return Rating(
        value=sum(rating.value for rating in ratings) / count,
        error=math.sqrt(sum(rating.error**2 for rating in ratings)) / count,
    )


def in_points(logits: float) -> float:
    """Returns a rating in logits as points about 1500."""
    return AVERAGE + POINTS_PER_LOGIT * logits


def won_between_equals(logits: float) -> float:
    """Returns the chance that the first camp wins with such an advantage, if neither entrant is better."""
    return 1 / (1 + math.exp(-logits))


def _design(results: Sequence[PairResult], entrants: Sequence[str]) -> tuple[Vector, Vector]:
    places: Mapping[str, int] = {name: number for number, name in enumerate(entrants)}
    design = np.zeros((len(results), 1 + 2 * len(entrants)))
    for row, result in zip(design, results, strict=True):
        home, away, _ = result
        row[0] = 1
        row[1 + places[home]] = 1
        row[1 + len(entrants) + places[away]] = -1
    return design, np.array([points for _, _, points in results])


FEWEST_MATCHES = 8
"""The fewest matches of each pair for sound intervals: four deals from both camps. From there on intervals
hold the truth 90 times in 100 or more, of entrants whose strengths have a standard deviation of up to 2
logits, 350 points, as a test finds by simulation."""
FEWEST_FOR_CAMPS = 3
"""With two entrants, one better in the first camp cannot be told from the other worse in the second:
only a third who meets both does."""
TOO_FEW = f"too few: some pair has fewer than {FEWEST_MATCHES} matches"


@dataclass(frozen=True, kw_only=True)
class GameResults:
    """A league's game as it is rated."""

    name: str
    camps: tuple[str, str]
    matches: Sequence[LeagueMatch]
    ratings: FittedRatings

    @classmethod
    def of(
        cls, name: str, camps: tuple[str, str], matches: Sequence[LeagueMatch], entrants: Sequence[str]
    ) -> GameResults:
        results = [(match.camps[0].entrant, match.camps[1].entrant, match.points) for match in matches]
        return cls(name=name, camps=camps, matches=matches, ratings=fit(results, entrants))


def rating_rows(games: Sequence[GameResults], entrants: Sequence[str]) -> list[RatingRow]:
    """Returns the ratings over all games, then of each game by both camps and by either, strongest first."""
    rows: list[RatingRow] = []
    if len(games) > 1:
        ratings = {name: over_games([game.ratings.overall(name) for game in games]) for name in entrants}
        all_matches = [match for game in games for match in game.matches]
        rows += _rating_rows(ALL_GAMES, BOTH_CAMPS, (0, 1), all_matches, ratings)
    for game in games:
        for camp in (None, 0, 1) if len(entrants) >= FEWEST_FOR_CAMPS else (None,):
            rate = game.ratings
            ratings = {
                name: rate.overall(name) if camp is None else rate.in_camp(name, camp) for name in entrants
            }
            name, camps = (BOTH_CAMPS, (0, 1)) if camp is None else (game.camps[camp], (camp,))
            rows += _rating_rows(game.name, name, camps, game.matches, ratings)
    return rows


def _rating_rows(
    game: str, camp: str, camps: Sequence[int], matches: Sequence[LeagueMatch], ratings: Mapping[str, Rating]
) -> Iterator[RatingRow]:
    note = TOO_FEW if fewest(matches, [*ratings]) < FEWEST_MATCHES else ""
    for name, rating in sorted(ratings.items(), key=lambda pair: -pair[1].value):
        own = [match for match in matches if name in [match.camps[index].entrant for index in camps]]
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
    """Returns the smallest number of matches of any pair in any game."""
    games = {match.game for match in matches}
    return min(
        (
            len([m for m in matches if m.game == game and m.entrants == {entrant, other}])
            for game in games
            for entrant, other in combinations(entrants, 2)
        ),
        default=0,
    )


def meeting_rows(games: Sequence[GameResults], entrants: Sequence[str]) -> list[MeetingRow]:
    """Returns the results of all pairs, in all games together if there are several, and in each."""
    parts = [(game.name, game.matches) for game in games]
    if len(games) > 1:
        parts.insert(0, (ALL_GAMES, [match for game in games for match in game.matches]))
    return [
        row
        for name, matches in parts
        for entrant, other in permutations(entrants, 2)
        for row in _meeting(
            name, entrant, other, [match for match in matches if match.entrants == {entrant, other}]
        )
    ]


def _meeting(game: str, entrant: str, other: str, matches: Sequence[LeagueMatch]) -> Iterator[MeetingRow]:
    if not matches:
        return
    shares = [[m.points_of(entrant) for m in matches if m.camps[camp].entrant == entrant] for camp in (0, 1)]
    share = fmean([*shares[0], *shares[1]])
    low, high = wilson(share, len(matches))
    yield MeetingRow(
        game=game,
        entrant=entrant,
        rival=other,
        share=share,
        low=low,
        high=high,
        first_camp=fmean(shares[0]) if shares[0] else None,
        second_camp=fmean(shares[1]) if shares[1] else None,
        matches=len(matches),
    )


def camp_rows(games: Sequence[GameResults]) -> list[CampRow]:
    """Returns the advantage of the first camp in each game."""
    rows: list[CampRow] = []
    for game in games:
        home = game.ratings.home
        chance, low, high = map(won_between_equals, (home.value, home.low, home.high))
        rows.append(
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
    return rows


def league_tables(store: Store, league: AskedLeague) -> LeagueTables:
    """Returns all tables of a league.

    Raises:
        RecordError: if what is on record was kept by a Parlour whose form this one cannot read.
    """
    names = list(league.form.entrants)
    plans = [plan_run(store, run) for run in league.runs]
    played = {robin.name: league_matches(store, run, robin) for run, robin in league.robins}
    games = [
        GameResults.of(robin.name, camps_of(find_game(robin.game)), played[robin.name], names)
        for _, robin in league.robins
        if played[robin.name]
    ]
    matches = [match for game_matches in played.values() for match in game_matches]
    return LeagueTables(
        league=league.form.name,
        title=league.title,
        entrants=dict(league.robins[0][1].entrants),
        games={robin.name: robin.game for _, robin in league.robins},
        expected=sum(len(plan.cells) for plan in plans),
        matches=len(matches),
        dollars=sum(dollars_spent(plan) for plan in plans),
        ratings=tuple(rating_rows(games, names)),
        meetings=tuple(meeting_rows(games, names)),
        camps=tuple(camp_rows(games)),
        costs=tuple(cost_rows(matches, names)),
        biases=tuple(bias_rows([game.matches for game in games], names)),
        places=tuple(place_rows([game.matches for game in games])),
        versions=versions(),
    )


def cost_rows(matches: Sequence[LeagueMatch], entrants: Sequence[str]) -> list[CostRow]:
    """Returns the entrants' costs, in all games together if there are several, and in each."""
    games = list(dict.fromkeys(match.game for match in matches))
    parts = [(game, [match for match in matches if match.game == game]) for game in games]
    if len(games) > 1:
        parts.insert(0, (ALL_GAMES, list(matches)))
    return [row for game, own in parts for name in entrants for row in _cost(game, name, own)]


def _cost(game: str, entrant: str, matches: Sequence[LeagueMatch]) -> Iterator[CostRow]:
    shares = [camp for match in matches for camp in match.camps if camp.entrant == entrant]
    if not shares:
        return
    spent = Spent.of(share.spent for share in shares)
    actions = sum(share.actions for share in shares) or 1
    count = len(shares)
    yield CostRow(
        game=game,
        entrant=entrant,
        calls=spent.calls / count,
        input_tokens=spent.input_tokens / count,
        output_tokens=spent.output_tokens / count,
        dollars=None if spent.dollars is None else spent.dollars / count,
        seconds=spent.seconds / count,
        faults=100 * sum(share.faults for share in shares) / actions,
        fallbacks=100 * sum(share.fallbacks for share in shares) / actions,
        matches=count,
    )
