"""Ratings: known answers, who won everything, and how often their intervals hold the truth."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations, permutations

import numpy as np
import pytest

from parlour.experiments.league.rating import (
    CAMP_PRIOR,
    FEWEST_FOR_CAMPS,
    FEWEST_MATCHES,
    PRIOR,
    PairResult,
    fit,
    in_points,
    won_between_equals,
)

DEALS = FEWEST_MATCHES // 2


def won(home: str, away: str, times: int, of: int) -> list[PairResult]:
    return [(home, away, float(number < times)) for number in range(of)]


def simulated(
    random: np.random.Generator, home: float, first: Sequence[float], second: Sequence[float], deals: int
) -> list[PairResult]:
    """A round robin of entrants of known strength in either camp, each deal from both camps."""
    told: list[PairResult] = []
    for one, other in combinations(range(len(first)), 2):
        for a, b in ((one, other), (other, one)):
            chance = 1 / (1 + math.exp(-(home + first[a] - second[b])))
            told += [(str(a), str(b), float(random.random() < chance)) for _ in range(deals)]
    return told


def test_many_matches_of_two_give_the_logit_of_what_was_won():
    results = won("a", "b", 1200, 1600) + won("b", "a", 400, 1600)
    rated = fit(results, ["a", "b"])
    assert rated.difference("a", "b").value == pytest.approx(math.log(3), abs=0.01)
    assert rated.home.value == pytest.approx(0, abs=0.01)
    assert in_points(rated.overall("a").value) - in_points(rated.overall("b").value) == pytest.approx(
        190.8, abs=2
    )


def test_what_a_camp_is_worth_counts_for_nobody():
    results = won("a", "b", 1200, 1600) + won("b", "a", 1200, 1600)
    rated = fit(results, ["a", "b"])
    assert rated.difference("a", "b").value == pytest.approx(0, abs=1e-6)
    assert won_between_equals(rated.home.value) == pytest.approx(0.75, abs=0.005)


def test_who_is_good_in_one_camp_alone_is_rated_so():
    """Everybody wins half of its matches in the first camp, but `a` nine of ten."""
    others = ["b", "c", "d"]
    results = [each for other in others for each in won("a", other, 90, 100) + won(other, "a", 50, 100)]
    results += [each for one, other in permutations(others, 2) for each in won(one, other, 50, 100)]
    rated = fit(results, ["a", *others])
    assert rated.in_camp("a", 0).low > max(rated.in_camp(other, 0).high for other in others)
    assert rated.in_camp("a", 1).low < 0 < rated.in_camp("a", 1).high


def test_who_won_everything_has_a_finite_rating_and_a_wide_interval():
    rated = fit(won("a", "b", 8, 8) + won("b", "a", 0, 8), ["a", "b"])
    apart = rated.difference("a", "b")
    assert 0 < apart.low < apart.value < 10
    assert apart.high - apart.low > 4
    more = fit(won("a", "b", 80, 80) + won("b", "a", 0, 80), ["a", "b"]).difference("a", "b")
    assert more.value > apart.value


@pytest.mark.parametrize("entrants", ["ab", "abcd"])
def test_before_anything_is_played_everybody_is_average_and_as_unsure_as_the_prior(entrants: str):
    rated, count = fit([], [*entrants]), len(entrants)
    known = {
        rated.home: math.sqrt(CAMP_PRIOR**2 + 2 * PRIOR**2 / count),
        rated.in_camp("a", 0): PRIOR * math.sqrt(1 - 1 / count),
        rated.in_camp("b", 1): PRIOR * math.sqrt(1 - 1 / count),
        rated.overall("b"): PRIOR * math.sqrt((1 - 1 / count) / 2),
        rated.difference("a", "b"): PRIOR,
    }
    for rating, error in known.items():
        assert rating.value == pytest.approx(0)
        assert rating.error == pytest.approx(error)


@pytest.mark.parametrize(
    ("entrants", "deals", "spread", "camps"),
    [
        (2, DEALS, 1.0, 0.5),
        (3, DEALS, 1.5, 0.5),
        (4, DEALS, 2.0, 0.5),
        (4, DEALS, 0.5, 1.0),
        (4, 16, 2.0, 0.5),
    ],
)
def test_intervals_hold_the_truth_from_the_fewest_matches_that_are_promised(
    entrants: int, deals: int, spread: float, camps: float
):
    """Of a nominal 95: 90 in 100 or more, though entrants differ by so much that some win everything."""
    random, held, count = np.random.default_rng(1), np.zeros(2), np.zeros(2)
    for _ in range(100):
        strong, leaning = random.normal(0, spread, entrants), random.normal(0, camps, entrants)
        first, second = strong + leaning, strong - leaning
        rated = fit(
            simulated(random, random.normal(), list(first), list(second), deals), [*map(str, range(entrants))]
        )
        for one, other in combinations(range(entrants), 2):
            apart = rated.difference(str(one), str(other))
            held[0] += apart.low <= strong[one] - strong[other] <= apart.high
            count[0] += 1
        for each in range(entrants if entrants >= FEWEST_FOR_CAMPS else 0):
            own = rated.in_camp(str(each), 0)
            held[1] += own.low <= first[each] - first.mean() <= own.high
            count[1] += 1
    assert all(held >= 0.9 * count)
