"""Ratings by Bradley and Terry's model with a rating for each camp, and what the camps themselves are worth.

P(i wins in the first camp against j in the second) = σ(h + aᵢ - bⱼ): aᵢ is how well i plays the first camp,
bⱼ how well j plays the second, and h what the first camp is worth between equals (Bradley and Terry 1952; a
term for home advantage as Agresti has it, Categorical Data Analysis, chapter 10). All three are logits.
"""

# scipy does not say what its functions take.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportMissingTypeStubs=false
from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from parlour.evaluation.intervals import Z

Vector = NDArray[np.float64]
PRIOR, CAMP_PRIOR = 4.0, 5.0
"""Standard deviations of what is taken for likely before anything is played, of an entrant's rating in a camp
and of a camp's worth, in logits. An entrant one deviation above the average wins 98 of 100 against it. Who
won all its matches gets a rating that is high and finite, with a wide interval. A narrower prior would hold
ratings together that are far apart (docs/decisions.md)."""
POINTS_PER_LOGIT, AVERAGE = 400 / math.log(10), 1500.0
"""Ratings are told as in chess: 400 more is ten to one, and the average of all entrants is 1500."""


@dataclass(frozen=True, kw_only=True)
class PairResult:
    """What came of a match between two entrants.

    Attributes:
        home: who held the first camp.
        away: who held the second.
        points: the first camp's share, from 0 to 1; a draw is a half.
    """

    home: str
    away: str
    points: float


@dataclass(frozen=True, kw_only=True)
class Rating:
    """A rating, or a difference of ratings, with its 95 % interval.

    Attributes:
        value: in logits, about the average of all entrants.
        error: its standard error.
    """

    value: float
    error: float

    @property
    def low(self) -> float:
        """Where the interval begins."""
        return self.value - Z * self.error

    @property
    def high(self) -> float:
        """Where it ends."""
        return self.value + Z * self.error


@dataclass(frozen=True, kw_only=True)
class FittedRatings:
    """The ratings of all entrants together, since each is known through the others.

    Attributes:
        entrants: everybody who is rated.
        mean: the camp's worth, then the entrants in the first camp, then in the second.
        covariance: of the same.
    """

    entrants: tuple[str, ...]
    mean: Vector
    covariance: Vector

    @property
    def home(self) -> Rating:
        """What the first camp is worth between average entrants."""
        weights = np.zeros_like(self.mean)
        weights[0] = 1
        weights[1 : len(self.entrants) + 1] = 1 / len(self.entrants)
        weights[len(self.entrants) + 1 :] = -1 / len(self.entrants)
        return self._of(weights)

    def overall(self, entrant: str) -> Rating:
        """The mean of an entrant's ratings in both camps."""
        return self._of(sum((self._weights(entrant, camp) for camp in (0, 1)), np.zeros_like(self.mean)) / 2)

    def in_camp(self, entrant: str, camp: int) -> Rating:
        """An entrant's rating in the first camp, 0, or the second, 1."""
        return self._of(self._weights(entrant, camp))

    def difference(self, one: str, other: str) -> Rating:
        """By how much one entrant is better than another, in both camps together."""
        apart = [self._weights(one, camp) - self._weights(other, camp) for camp in (0, 1)]
        return self._of((apart[0] + apart[1]) / 2)

    def _weights(self, entrant: str, camp: int) -> Vector:
        """What picks an entrant's rating in a camp, about the average there."""
        count = len(self.entrants)
        weights = np.zeros_like(self.mean)
        weights[1 + camp * count : 1 + (camp + 1) * count] = -1 / count
        weights[1 + camp * count + self.entrants.index(entrant)] += 1
        return weights

    def _of(self, weights: Vector) -> Rating:
        value, variance = weights @ self.mean, weights @ self.covariance @ weights
        return Rating(value=float(value), error=math.sqrt(float(variance)))


def fit(results: Sequence[PairResult], entrants: Sequence[str], *, prior: float = PRIOR) -> FittedRatings:
    """Rates everybody from the results of matches.

    The most likely ratings with a Gaussian prior, and the observed information at them for how sure they are.
    A bootstrap over deals was tried beside it, and holds the truth too rarely (docs/decisions.md).

    Args:
        results: of any number of matches, in any order.
        entrants: everybody who is rated, whether or not there is a match of theirs.
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
    found = minimize(loss, start, jac=slope, hess=information, method="trust-exact")
    mean = cast("Vector", found.x)
    covariance = np.linalg.inv(information(mean)).astype(np.float64)
    return FittedRatings(entrants=tuple(entrants), mean=mean, covariance=covariance)


def over_games(ratings: Sequence[Rating]) -> Rating:
    """The mean of an entrant's ratings in several games, each counting alike; no match is of two games."""
    count = len(ratings)
    return Rating(
        value=sum(each.value for each in ratings) / count,
        error=math.sqrt(sum(each.error**2 for each in ratings)) / count,
    )


def in_points(logits: float) -> float:
    """A rating in logits as it is told."""
    return AVERAGE + POINTS_PER_LOGIT * logits


def won_between_equals(logits: float) -> float:
    """The chance that the first camp wins, if it is worth so much and neither entrant is better."""
    return 1 / (1 + math.exp(-logits))


def _design(results: Sequence[PairResult], entrants: Sequence[str]) -> tuple[Vector, Vector]:
    places: Mapping[str, int] = {name: number for number, name in enumerate(entrants)}
    design = np.zeros((len(results), 1 + 2 * len(entrants)))
    for row, result in zip(design, results, strict=True):
        row[0] = 1
        row[1 + places[result.home]] = 1
        row[1 + len(entrants) + places[result.away]] = -1
    return design, np.array([result.points for result in results])
