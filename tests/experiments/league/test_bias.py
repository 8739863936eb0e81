"""Tests of what should make no difference: they find what is there, and seldom what is not."""

from __future__ import annotations

import numpy as np

from parlour.experiments.league.biases import camp_by_place_p, languages_p


def camps(random: np.random.Generator, deals: int) -> np.ndarray:
    return np.array([random.permutation([1, 1, 1, 1, 0, 0]) for _ in range(deals)], dtype=float)


def test_a_seat_that_wins_for_its_camp_is_found():
    random = np.random.default_rng(0)
    is_home = camps(random, 40)
    points = 0.3 * random.random(40) + 0.4 * is_home[:, 2]
    assert camp_by_place_p(is_home, points) < 0.01


def test_a_difference_between_languages_is_found():
    random = np.random.default_rng(0)
    points = random.random((30, 3))
    assert languages_p(points, points + 0.2 * random.random((30, 3))) < 0.01
    assert languages_p(points, points) == 1


def test_where_there_is_nothing_the_tests_find_something_no_more_often_than_they_say():
    random = np.random.default_rng(0)
    seats = [camp_by_place_p(camps(random, 6), random.random(6)) for _ in range(100)]
    spoken = [languages_p(random.random((7, 2)), random.random((7, 2))) for _ in range(100)]
    for found in (seats, spoken):
        assert np.mean(np.array(found) < 0.05) <= 0.1
        assert 0.3 < np.mean(found) < 0.7
