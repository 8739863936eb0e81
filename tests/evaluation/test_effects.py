"""The interval of a paired difference covers what it should, with few matches, too."""

from __future__ import annotations

import random

import pytest

from parlour.evaluation import effect

SHARE = (-1.0, 1.0)


def covered(matches: int, forks: int, *, seed: int, times: int = 2500) -> float:
    """How often the interval holds 0.2: matches shift by 0.2 on average, and their forks around that."""
    rng, held = random.Random(seed), 0
    for _ in range(times):
        told: dict[str, list[float]] = {}
        for match in range(matches):
            own = 0.2 + rng.uniform(-0.5, 0.5)
            told[str(match)] = [own + rng.uniform(-0.3, 0.3) for _ in range(forks)]
        found = effect(told, bounds=SHARE)
        assert found.low is not None
        assert found.high is not None
        held += found.low <= 0.2 <= found.high
    return held / times


@pytest.mark.parametrize(("matches", "forks"), [(5, 3), (10, 1), (10, 8), (40, 2)])
def test_the_interval_holds_a_known_effect_about_nineteen_times_in_twenty(matches: int, forks: int):
    assert 0.92 <= covered(matches, forks, seed=matches + forks) <= 0.99


def test_many_forks_of_few_matches_are_not_taken_for_many_matches():
    means = {"a": 0.5, "b": 0.0, "c": 0.1, "d": 0.0, "e": 0.4}
    few = effect({name: [mean] * 50 for name, mean in means.items()}, bounds=SHARE)
    assert few.low is not None
    assert few.high is not None
    assert few.high - few.low > 0.5
    assert (few.forks, few.matches) == (250, 5)


def test_of_too_few_matches_each_is_told_by_itself():
    few = effect({"a": [0.5, 0.0], "b": [0.0], "c": [0.1]}, bounds=SHARE)
    assert (few.low, few.high, few.basis) == (None, None, "few")
    assert few.points == (0.25, 0.0, 0.1)


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


@pytest.mark.parametrize("chance", [0.05, 0.3])
def test_rare_changes_of_a_win_are_held_too(chance: float):
    rng, held = random.Random(1), 0
    for _ in range(400):
        told = {str(n): [float(rng.random() < chance)] for n in range(12)}
        found = effect(told, bounds=SHARE)
        assert found.low is not None
        assert found.high is not None
        held += found.low <= chance <= found.high
    assert held >= 0.93 * 400
