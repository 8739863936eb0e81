import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest  # pyright: ignore[reportUnknownVariableType] - scipy does not say

from parlour.errors import UsageError
from parlour.evaluation import holm, matches_needed, sign_test, t_test
from parlour.evaluation.intervals import student_p
from tests.cases import cases

RATES = st.integers(0, 100).map(lambda n: n / 100)


@cases(
    ("freedom", "critical"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (10, 2.228), (30, 2.042), (120, 1.980)],
)
def test_students_distribution_is_the_printed_tables(freedom: int, critical: float):
    """The two-sided 5 % points of every textbook's table of Student's t."""
    assert student_p(critical, freedom) == pytest.approx(0.05, abs=2e-4)


def test_students_distribution_has_its_closed_forms():
    """With one degree of freedom it is Cauchy's; with two, P(|T| ≥ t) = 1 - t/√(2 + t²)."""
    for t in (0.0, 0.3, 1.0, 7.5, 40.0):
        assert student_p(t, 1) == pytest.approx(1 - 2 * math.atan(t) / math.pi)
        assert student_p(t, 2) == pytest.approx(1 - t / math.sqrt(2 + t * t))


@given(st.floats(-50, 50), st.floats(-50, 50), st.integers(1, 60))
def test_a_larger_t_is_rarer(one: float, other: float, freedom: int):
    small, large = sorted((abs(one), abs(other)))
    assert 0 <= student_p(large, freedom) <= student_p(-small, freedom) + 1e-12 <= 1 + 1e-12


def test_the_t_test_is_the_textbooks():
    """Student's sleep data (Biometrika 6, 1908), as two samples: t = -1.8608, 18 degrees, p = 0.07919."""
    one = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
    other = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
    assert t_test(one, other) == pytest.approx(0.07919, abs=5e-6)
    assert t_test(other, one) == t_test(one, other)


@cases(("ours", "theirs"), [([0.5], [0.1, 0.2]), ([], []), ([0.5, 0.5], [0.4, 0.4])])
def test_without_deviation_there_is_no_test(ours: list[float], theirs: list[float]):
    assert t_test(ours, theirs) is None


def test_matches_needed_are_those_of_the_manual():
    """R's manual of power.prop.test: 0.50 against 0.75 with power 0.90 takes n = 76.7 in each group."""
    assert matches_needed(0.50, 0.75, power=0.90) == 77
    assert matches_needed(0, 1) == 2  # (1.96 √½)² = 1.92: there is no spread within the groups


@given(RATES, RATES, RATES)
def test_nearer_rates_take_more_matches(low: float, middle: float, high: float):
    low, middle, high = sorted((low, middle, high))
    if low < middle < high:
        assert matches_needed(low, high) <= matches_needed(low, middle)


@cases(("p1", "p2", "power"), [(0.4, 0.4, 0.8), (-0.1, 0.5, 0.8), (0.4, 1.1, 0.8), (0.1, 0.2, 1)])
def test_rates_that_cannot_be_told_apart_are_refused(p1: float, p2: float, power: float):
    with pytest.raises(UsageError, match="between 0 and 1"):
        matches_needed(p1, p2, power=power)


@given(st.lists(st.sampled_from([-1.0, -0.5, 0.0, 0.25, 1.0]), max_size=40))
def test_the_sign_test_is_scipys_exact_binomial(differences: list[float]):
    up, down = sum(each > 0 for each in differences), sum(each < 0 for each in differences)
    found = sign_test(differences)
    if up + down:
        assert found == pytest.approx(binomtest(up, up + down).pvalue)
    else:
        assert found is None


def test_holm_corrects_in_steps():
    assert holm([0.03, 0.01, 0.04, 0.02]) == pytest.approx((0.06, 0.04, 0.06, 0.06))
    assert holm([0.6, 0.9]) == (1, 1)
    assert holm([]) == ()


@settings(max_examples=5)  # statsmodels collects all of Python's garbage each time
@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_holms_correction_is_that_of_statsmodels(ps: list[float]):
    multitest = pytest.importorskip("statsmodels.stats.multitest")
    assert holm(ps) == pytest.approx(multitest.multipletests(ps, method="holm")[1])
