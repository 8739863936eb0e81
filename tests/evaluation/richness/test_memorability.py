"""Memorability (Humanized Agents, equation 18 and algorithm 6), and what it cannot have been in table 8."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from parlour.errors import UsageError
from parlour.evaluation.richness import MOMENTS, Mention, TableUtterance
from parlour.evaluation.richness.judgement import (
    Matrix,
    matrix_distance,
    memorability,
    moments_by_seat,
    variation,
    who_is_what,
)
from parlour.experiments.published_table import table
from tests.cases import cases
from tests.evaluation.richness.talks import NAMES, speech, talk
from tests.experiments.published.printed import cells_of

PACKAGE = "parlour.methods.humanized"

LEAST_OF_COUNTS, LEAST_OF_PERCENT = 28.28, 2.828
TABLE_8 = table(PACKAGE, "humanized-table8")


def moments(names: list[str]) -> list[TableUtterance]:
    return [speech(name) for name in names]


def by_hand(names: list[str]) -> list[float]:
    return moments_by_seat(talk(), moments(names))


def test_moments_of_a_role_are_split_over_those_who_have_it():
    """The seats stand in the order of their roles: two masons, the minion, the seer, …"""
    assert by_hand(["Ben", "Ben", "Cal", "Hal"]) == [0, 0, 0, 0, 0, 1.5, 1.5, 1]


def test_ten_moments_of_one_seat_give_the_least_that_there_is():
    told = memorability([by_hand(["Ann"] * MOMENTS)])
    assert told
    assert told.count == pytest.approx(LEAST_OF_COUNTS, abs=0.01)
    assert told.percent == pytest.approx(LEAST_OF_PERCENT, abs=0.001)


@cases("column", TABLE_8.columns)
def test_what_table_8_prints_can_be_of_percent_only(column: str):
    printed = cells_of(TABLE_8, column, "memorability.percent")["overall"].value
    assert printed
    assert LEAST_OF_PERCENT < printed < LEAST_OF_COUNTS


@given(st.lists(st.lists(st.sampled_from(NAMES), min_size=MOMENTS, max_size=MOMENTS), min_size=1, max_size=5))
def test_no_ten_moments_fall_below_it_and_percent_is_a_tenth(games: list[list[str]]):
    told = memorability([by_hand(names) for names in games])
    assert told
    assert told.count >= LEAST_OF_COUNTS
    assert told.percent == pytest.approx(told.count / 10)


def test_deviations_are_averaged_and_not_scores():
    """100 · 2 / (√50 + √18)."""
    told = memorability([[10, 0], [8, 2]])
    assert told
    assert told.count == pytest.approx(200 / (50**0.5 + 18**0.5))


def test_a_game_without_moments_counts_for_nothing_and_even_ones_have_no_bound():
    told = memorability([[10, 0], [0, 0]])
    assert told == memorability([[10, 0]])
    assert memorability([[5, 5]]) is None
    assert memorability([]) is None
    with pytest.raises(UsageError, match="has none"):
        moments_by_seat(talk(roles=()), moments(["Ann"]))


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
