import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.evaluation.parts import weighted_deviation, weighted_mean

WEIGHTED = st.lists(st.tuples(st.floats(0, 1), st.integers(1, 5)), min_size=1, max_size=6)


@given(WEIGHTED)
def test_a_weighted_mean_lies_among_its_values(values: list[tuple[float, int]]):
    mean, told = weighted_mean(values), [value for value, _ in values]
    assert mean is not None
    assert min(told) - 1e-12 <= mean <= max(told) + 1e-12


@given(WEIGHTED)
def test_a_weight_is_worth_as_many_equal_values(values: list[tuple[float, int]]):
    spread = [(value, 1) for value, weight in values for _ in range(weight)]
    assert weighted_mean(spread) == pytest.approx(weighted_mean(values))
    assert weighted_deviation(spread) == pytest.approx(weighted_deviation(values), abs=1e-9)


def test_where_nothing_weighs_anything_there_is_no_mean():
    assert weighted_mean([]) is weighted_mean([(0.5, 0)]) is weighted_deviation([]) is None
