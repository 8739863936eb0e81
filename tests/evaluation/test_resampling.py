from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.evaluation.intervals import spread_of, standard_error


@given(st.lists(st.floats(-100, 100), min_size=2, max_size=12))
def test_of_a_mean_it_is_the_usual_standard_error(values: list[float]):
    assert standard_error(values, fmean) == pytest.approx(stdev(values) / len(values) ** 0.5, abs=1e-6)


def test_one_game_tells_nothing_nor_a_measure_that_one_game_carries():
    def of_two_or_more(values: Sequence[float]) -> float | None:
        return fmean(values) if len(values) > 1 else None

    assert standard_error([1.0], fmean) is None
    assert standard_error([1.0, 2.0], of_two_or_more) is None
    assert standard_error([1.0, 2.0, 3.0], of_two_or_more) is not None


def test_two_games_spread_by_half_of_what_they_differ():
    assert spread_of([3.0, 7.0]) == 2.0
    assert spread_of([1.0, 2.0, 3.0]) == pytest.approx((2 * 2 / 3) ** 0.5)
    assert spread_of([5.0] * 4) == 0.0


def test_the_spread_of_fewer_than_two_or_with_one_unknown_is_unknown():
    assert spread_of([]) is spread_of([1.0]) is None
    assert spread_of([1.0, None, 2.0]) is None
    assert spread_of([None, None]) is None
