"""Favor, by algorithm 2 and eq. 6 of Humanized Agents."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.methods.humanized.attitudes import Band, Favors, remap, unit

OTHERS = ("Ben", "Cat", "Dan")
ratings = st.dictionaries(st.sampled_from(OTHERS), st.integers(1, 10))


def test_a_rating_changes_favor_by_up_to_thirty():
    for rating, change in ((1, -30), (10, 30), (5.5, 0), (7, 10), (4, -10)):
        assert remap(rating) == pytest.approx(change)


def test_a_rating_out_of_range_is_refused():
    for rating in (0, 0.9, 10.1, 11):
        with pytest.raises(ValueError, match="from 1 to 10"):
            remap(rating)


def test_bands_are_half_open_and_the_last_is_closed():
    """Appendix C: who is at 80 is in the highest band."""
    for favor, band in (
        (1, 0),
        (19.99, 0),
        (20, 1),
        (39.9, 1),
        (40, 2),
        (60, 3),
        (79.9, 3),
        (80, 4),
        (100, 4),
    ):
        assert Band.of(favor) == band


def test_a_favor_is_mapped_to_0_to_1():
    for favor, value in ((1, 0), (50.5, 0.5), (100, 1)):
        assert unit(favor) == pytest.approx(value)


def test_the_ratings_of_table_12_move_everybody_from_fifty():
    """Alpha's ratings there: Beta 2, Delta 6, Eta 1."""
    held = Favors.towards(["Beta", "Delta", "Eta"]).apply_ratings({"Beta": 2, "Delta": 6, "Eta": 1})
    assert held.levels == pytest.approx({"Beta": 50 - 70 / 3, "Delta": 50 + 10 / 3, "Eta": 20})
    assert held.bands(["Beta", "Delta", "Eta"]) == {"Beta": 1, "Delta": 2, "Eta": 1}


def test_who_is_not_rated_is_liked_as_before():
    held = Favors.towards(OTHERS).apply_ratings({"Ben": 10})
    assert held.levels == {"Ben": 80, "Cat": 50, "Dan": 50}
    assert held.of("Ann") == 50


def test_a_stranger_cannot_be_rated():
    with pytest.raises(KeyError):
        Favors.towards(OTHERS).apply_ratings({"Eve": 3})


@given(st.lists(ratings, max_size=8))
def test_favor_never_leaves_its_range_and_four_best_ratings_lead_to_its_end(rounds: list[dict[str, int]]):
    held = Favors.towards(OTHERS)
    for each in rounds:
        held = held.apply_ratings(each)
    assert set(held.levels) == set(OTHERS)
    assert all(1 <= level <= 100 for level in held.levels.values())
    for _ in range(4):
        held = held.apply_ratings(dict.fromkeys(OTHERS, 10))
    assert set(held.levels.values()) == {100}
