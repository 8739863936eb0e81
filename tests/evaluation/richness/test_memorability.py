"""Memorability (Humanized Agents, equation 18 and algorithm 6), and what it cannot have been in table 8."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.errors import UsageError
from parlour.evaluation.richness import MOMENTS, MemorableMoment
from parlour.evaluation.richness.ewavm import memorability, moments_by_seat
from parlour.experiments.published_table import table
from tests.cases import cases
from tests.evaluation.richness.talks import NAMES, speech, talk

PACKAGE = "parlour.methods.humanized"

LEAST_OF_COUNTS, LEAST_OF_PERCENT = 28.28, 2.828
TABLE_8 = table(PACKAGE, "humanized-table8")


def moments(names: list[str]) -> list[MemorableMoment]:
    return [MemorableMoment(said=speech(name), value=7) for name in names]


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
    printed = TABLE_8.cells_of(column, "memorability.percent")["overall"].value
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
