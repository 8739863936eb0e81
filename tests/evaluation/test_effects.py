"""The interval of a paired difference covers what it should, with few matches, too."""

from __future__ import annotations

import pytest

from parlour.evaluation import effect

SHARE = (-1.0, 1.0)


def test_of_too_few_matches_each_is_told_by_itself():
    few = effect({"a": [0.5, 0.0], "b": [0.0], "c": [0.1]}, bounds=SHARE)
    assert (few.low, few.high, few.basis) == (None, None, "few")
    assert few.points == (0.25, 0.0, 0.1)
    assert (few.forks, few.matches) == (4, 3)


def test_of_matches_that_all_differ_alike_the_interval_still_says_how_few_they_are():
    told = effect({str(n): [0.0] for n in range(10)}, bounds=SHARE)
    assert (told.value, told.basis) == (0.0, "bound")
    assert told.high == pytest.approx(0.278, abs=0.001)
    assert told.low == pytest.approx(-0.278, abs=0.001)
    always = effect({str(n): [1.0] for n in range(10)}, bounds=SHARE)
    assert always.high == 1.0
    assert always.low == pytest.approx(1 - 2 * 0.278, abs=0.002)


def test_what_is_zero_by_construction_is_told_so_and_what_is_not_never():
    same = {str(n): [0.0, 0.0] for n in range(3)}
    told = effect(same, bounds=SHARE, is_exact=True)
    assert (told.low, told.high, told.basis) == (0.0, 0.0, "exact")
    assert effect({**same, "x": [1.0]}, bounds=SHARE, is_exact=True).basis == "few"
    more = {str(n): [0.0] for n in range(10)}
    assert effect({**more, "x": [1.0]}, bounds=SHARE, is_exact=True).basis == "t"


def test_where_all_are_alike_without_bounds_or_there_is_one_match_there_is_no_interval():
    assert effect({str(n): [3.0] for n in range(8)}, bounds=None).basis == "alike"
    assert effect({"a": [1.0, 0.0]}, bounds=SHARE).basis == "few"
    assert effect({}, bounds=SHARE).basis == "none"
    assert effect({}, bounds=SHARE).value is None
