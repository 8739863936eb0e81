"""Variation by hand and by its properties (Humanized Agents, equations 15 and 16, algorithm 5)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from parlour.errors import UsageError
from parlour.evaluation.richness import Mention
from parlour.evaluation.richness.ewavm import Matrix, matrix_distance, variation, who_is_what
from tests.cases import cases

PLAYERS = ("Ann", "Ben")
matrices = arrays.arrays(np.int64, (3, 3), elements=st.integers(0, 3))


def said(speaker: str, target: str, role: str) -> Mention:
    return Mention(speaker=speaker, target=target, role=role)


@cases(("one", "other", "distance"), [(0, 0, 0), (2, 2, 0), (0, 2, 1), (2, 0, 1), (1, 2, 2)])
def test_a_place_counts_once_where_one_says_nothing_and_twice_where_both_say_otherwise(
    one: int, other: int, distance: int
):
    """Equation 16."""
    assert matrix_distance(np.array([[one]]), np.array([[other]])) == distance


def test_the_latest_word_stands_until_it_is_taken_back():
    rounds = [
        [said("Ann", "Ben", "werewolf"), said("Ann", "Ben", "seer")],
        [],
        [said("Ann", "Ben", "werewolf"), said("Ben", "Ben", "seer")],
    ]
    first, second, third = who_is_what(rounds, PLAYERS)
    assert (first == second).all()
    assert first[0, 1] == third[1, 1] != third[0, 1]
    assert matrix_distance(first, third) == 3


def test_the_mean_includes_each_round_with_itself():
    """Three rounds of which the last differs by 3: 4 of 9 pairs differ (algorithm 5)."""
    rounds = [[said("Ann", "Ben", "seer")], [], [said("Ann", "Ben", "tanner"), said("Ben", "Ann", "seer")]]
    told = variation(who_is_what(rounds, PLAYERS))
    assert told == pytest.approx(4 * 3 / 9)
    with pytest.raises(UsageError, match="no round"):
        variation([])


def test_whoever_is_no_player_cannot_be_mentioned():
    with pytest.raises(UsageError, match="'Zoe' is mentioned"):
        who_is_what([[said("Ann", "Zoe", "seer")]], PLAYERS)


@given(matrices, matrices, matrices)
def test_it_is_a_distance(one: Matrix, other: Matrix, third: Matrix):
    assert (matrix_distance(one, other) == 0) == (one == other).all()
    assert matrix_distance(one, other) == matrix_distance(other, one) <= 2 * one.size
    assert matrix_distance(one, third) <= matrix_distance(one, other) + matrix_distance(other, third)


@given(st.lists(matrices, min_size=1, max_size=4))
def test_variation_stays_below_its_bound(told: list[Matrix]):
    """2N²(T - 1)/T: 85.3 for the paper's eight players and three rounds."""
    assert 0 <= variation(told) <= 2 * 9 * (len(told) - 1) / len(told)
