"""Every interval holds what it should about as often as it says; tests of significance."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import product
from statistics import fmean, stdev

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import stats
from scipy.stats import binomtest  # pyright: ignore[reportUnknownVariableType] - scipy does not say

from parlour.errors import UsageError
from parlour.evaluation import (
    FEWEST,
    Interval,
    holm,
    interval_apart,
    interval_of_measure,
    interval_of_paired,
    matches_needed,
    sign_test,
    t_test,
)
from parlour.evaluation.intervals import (
    interval_of_mean,
    interval_of_ratio,
    standard_error,
    student_p,
    student_quantile,
    wilson,
)
from parlour.evaluation.parts import Parts, Unit
from tests.cases import cases

SIZES = (FEWEST, 12, 40)
TIMES = 800
"""How often each is simulated: a coverage of .95 comes out between .935 and .965 nineteen times in twenty."""
SLACK = 0.015
"""What the simulation itself may be off by; it is seeded, so that the test says the same each time."""
Drawn = tuple[NDArray[np.float64], NDArray[np.float64]]
"""What was reached and what was possible, of shape (times, matches) each."""


def amounts(values: NDArray[np.float64]) -> Drawn:
    return values, np.ones_like(values)


def won(chance: float) -> Callable[[np.random.Generator, tuple[int, int]], Drawn]:
    return lambda rng, shape: amounts((rng.random(shape) < chance).astype(float))


def votes(chance: float, agreement: float) -> Callable[[np.random.Generator, tuple[int, int]], Drawn]:
    """Five voters of a match, who resemble each other: the chance differs from match to match."""

    def drawn(rng: np.random.Generator, shape: tuple[int, int]) -> Drawn:
        chances = rng.beta(chance * agreement, (1 - chance) * agreement, shape)
        return rng.binomial(5, chances).astype(float), np.full(shape, 5.0)

    return drawn


def unequal(rng: np.random.Generator, shape: tuple[int, int]) -> Drawn:
    asked = rng.integers(1, 9, shape).astype(float)
    return rng.binomial(asked.astype(int), 0.6).astype(float), asked


CASES: dict[str, tuple[Unit, float, float, Callable[[np.random.Generator, tuple[int, int]], Drawn]]] = {
    "scores, even": ("share", 0.5, 0.93, lambda rng, shape: amounts(rng.random(shape))),
    "scores, high": ("share", 0.8, 0.93, lambda rng, shape: amounts(rng.beta(8, 2, shape))),
    "scores, near 0": ("share", 1 / 16, 0.93, lambda rng, shape: amounts(rng.beta(2, 30, shape))),
    "scores, at both ends": ("share", 0.5, 0.93, lambda rng, shape: amounts(rng.beta(0.5, 0.5, shape))),
    "won, half": ("share", 0.5, 0.93, won(0.5)),
    "won, mostly": ("share", 0.8, 0.92, won(0.8)),
    "won, nearly always": ("share", 0.95, 0.91, won(0.95)),
    "votes that agree": ("share", 0.5, 0.93, votes(0.5, 2)),
    "votes that agree, mostly right": ("share", 0.8, 0.93, votes(0.8, 2)),
    "votes, nearly all right": ("share", 0.95, 0.92, votes(0.95, 8)),
    "answers, unequally many": ("share", 0.6, 0.93, unequal),
    "amounts, even": ("count", 10.0, 0.93, lambda rng, shape: amounts(rng.normal(10, 1, shape))),
    "amounts, skewed": ("dollars", np.exp(0.125), 0.93, lambda rng, s: amounts(rng.lognormal(0, 0.5, s))),
    "amounts, exponential": ("hours", 1.0, 0.93, lambda rng, shape: amounts(rng.exponential(1, shape))),
    "amounts, very skewed": ("count", np.exp(0.5), 0.93, lambda rng, s: amounts(rng.lognormal(0, 1, s))),
    "amounts, mostly next to nothing": ("count", 0.5, 0.92, lambda rng, s: amounts(rng.gamma(0.5, 1, s))),
}
"""Unit, truth, the least coverage that is promised, and how it is drawn."""


def parts_of(drawn: Drawn) -> list[list[Parts]]:
    return [
        [Parts(reached=x, possible=y, n=int(y)) for x, y in zip(*each, strict=True)]
        for each in zip(drawn[0].tolist(), drawn[1].tolist(), strict=True)
    ]


def coverage(found: list[Interval], truth: float) -> float:
    ends = [(each.low, each.high) for each in found]
    return float(
        np.mean([low is not None and high is not None and low <= truth <= high for low, high in ends])
    )


@cases(("name", "matches"), product(CASES, SIZES))
def test_an_interval_over_matches_holds_the_truth_as_often_as_it_says(name: str, matches: int):
    unit, truth, promised, draw = CASES[name]
    drawn = draw(np.random.default_rng(matches), (TIMES, matches))
    held = coverage([interval_of_ratio(told, unit) for told in parts_of(drawn)], truth)
    assert held >= promised - SLACK


SHIFTS: dict[str, tuple[float, Callable[[np.random.Generator, tuple[int, int]], NDArray[np.float64]]]] = {
    "even": (0.2, lambda rng, shape: 0.2 + rng.uniform(-0.8, 0.8, shape)),
    "a win in twenty": (0.05, lambda rng, shape: (rng.random(shape) < 0.05).astype(float)),
    "a win in three": (0.3, lambda rng, shape: (rng.random(shape) < 0.3).astype(float)),
    "to and fro": (0.1, lambda rng, shape: rng.choice([-1.0, 0.0, 1.0], p=[0.1, 0.7, 0.2], size=shape)),
    "in thirds": (0.0, lambda rng, shape: rng.integers(-1, 2, shape) / 3.0),
}


@cases(("name", "matches"), product(SHIFTS, SIZES))
def test_an_interval_of_differences_holds_the_truth_as_often_as_it_says(name: str, matches: int):
    truth, draw = SHIFTS[name]
    drawn = draw(np.random.default_rng(matches), (TIMES, matches)).tolist()
    assert coverage([interval_of_mean(each, (-1, 1)) for each in drawn], truth) >= 0.93 - SLACK


@cases("stories", SIZES)
def test_a_paired_difference_is_held_and_is_narrower_than_one_of_strangers(stories: int):
    rng = np.random.default_rng(stories)
    easy = rng.beta(2, 2, (TIMES, stories))
    ours, theirs = (
        parts_of((rng.binomial(10, np.clip(easy * by, 0, 1)).astype(float), np.full(easy.shape, 10.0)))
        for by in (0.9, 0.6)
    )
    pairs = list(zip(ours, theirs, strict=True))
    paired = [interval_of_paired(one, other, (-1, 1)) for one, other in pairs]
    apart = [interval_apart(one, other, "share") for one, other in pairs]
    assert coverage(paired, 0.15) >= 0.93 - SLACK
    assert coverage(apart, 0.15) >= 0.93 - SLACK
    assert width(paired) < width(apart)


def width(found: list[Interval]) -> float:
    return float(np.mean([(each.high or 0) - (each.low or 0) for each in found]))


@cases("groups", [8, 20])
def test_a_measure_that_is_no_mean_is_held(groups: int):
    """The deviation of what groups have in common, by the jackknife."""
    values = np.random.default_rng(groups).uniform(0, 1, (TIMES, groups))
    others = [[group for group in range(groups) if group != out] for out in range(groups)]
    without = np.std(values[:, others], axis=2, ddof=1).tolist()
    found = [
        interval_of_measure(whole, parts, (0.0, 1.0))
        for whole, parts in zip(np.std(values, axis=1, ddof=1).tolist(), without, strict=True)
    ]
    assert coverage(found, 1 / 12**0.5) >= 0.92 - SLACK


@cases("count", [5, 9])
def test_of_a_mean_that_interval_is_students(count: int):
    values = np.random.default_rng(count).uniform(0.4, 0.6, count)
    mean, error = float(values.mean()), float(values.std(ddof=1)) / count**0.5
    found = interval_of_measure(mean, [(values.sum() - each) / (count - 1) for each in values], (-9, 9))
    half = float(stats.t.ppf(0.975, count - 1)) * error  # pyright: ignore
    assert (found.low, found.high) == pytest.approx((mean - half, mean + half))


@cases("count", range(FEWEST))
def test_of_fewer_than_the_fewest_nothing_has_an_interval(count: int):
    values = [0.1 * n for n in range(count)]
    told = parts_of(amounts(np.array([values])))[0]
    for found in (
        interval_of_ratio(told, "share"),
        interval_of_ratio(told, "count"),
        interval_of_mean(values, (-1, 1)),
        interval_of_paired(told, told, (-1, 1)),
        interval_apart(told, told, "share"),
        interval_of_measure(0.5, values, (0, 1)),
    ):
        assert found.low is found.high is None
        assert found.basis in ("few", "none")


@cases("matches", SIZES)
def test_points_of_either_sign_are_held(matches: int):
    deeds = np.random.default_rng(matches).choice([-2.0, 0.0, 1.0, 3.0], size=(TIMES, matches, 6))
    found = [interval_of_ratio(told, "points") for told in parts_of(amounts(deeds.sum(axis=2)))]
    assert coverage(found, 3.0) >= 0.93 - SLACK


def test_an_amount_is_never_less_than_nothing():
    told = parts_of(amounts(np.array([[0.0, 0.0, 0.0, 0.0, 9.0]])))[0]
    found = interval_of_ratio(told, "count")
    assert found.low is not None
    assert found.low > 0


@cases(("freedom", "printed"), [(1, 12.706), (4, 2.776), (9, 2.262), (29, 2.045)])
def test_the_quantile_is_that_of_the_tables(freedom: int, printed: float):
    assert student_quantile(freedom) == pytest.approx(printed, abs=5e-4)


def test_wilsons_interval_is_the_textbooks():
    """Newcombe, Statistics in Medicine 17 (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29."""
    published = {
        (81, 263): (0.2553, 0.3662),
        (15, 148): (0.0624, 0.1605),
        (0, 20): (0, 0.1611),
        (1, 29): (0.0061, 0.1718),
    }
    for (right, n), (low, high) in published.items():
        assert wilson(right / n, n) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


@given(st.floats(0, 1), st.floats(1, 1e6))
def test_wilsons_interval_holds_the_share(share: float, trials: float):
    low, high = wilson(share, trials)
    assert 0 <= low <= share <= high <= 1


@given(st.lists(st.floats(-100, 100), min_size=2, max_size=12))
def test_of_a_mean_it_is_the_usual_standard_error(values: list[float]):
    assert standard_error(values, fmean) == pytest.approx(stdev(values) / len(values) ** 0.5, abs=1e-6)


def test_one_game_tells_nothing_nor_a_measure_that_one_game_carries():
    def of_two_or_more(values: Sequence[float]) -> float | None:
        return fmean(values) if len(values) > 1 else None

    assert standard_error([1.0], fmean) is None
    assert standard_error([1.0, 2.0], of_two_or_more) is None
    assert standard_error([1.0, 2.0, 3.0], of_two_or_more) is not None


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
