"""Each limit on its scale: where it is off, what answers tell of steps, and how little misreading changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import numpy as np
import pytest

from parlour.lab.calibration import ProbesAsked, make_probes
from parlour.lab.calibration.fit import FittedLimits, fit_likelihood
from parlour.lab.calibration.reading import SLIPS, Floats, ProbePattern, patterns
from parlour.lab.calibration.search import MOST, SCALES, Likelihood, LimitGrid, limits_at
from parlour.reader import MOST_NOISE, Limits
from tests.cases import cases

ATTENTION, SPAN, SLIP, NOISE = SCALES


def test_at_the_beginning_of_every_scale_nothing_is_limited():
    assert limits_at([0, 0, 0, 0], None) == Limits()
    assert [scale.value(0) for scale in SCALES] == [1, None, 0, 0]


def test_half_way_every_limit_is_what_its_scale_says():
    assert limits_at([0.5, 0.5, 0.5, 0.5], 2) == Limits(attention=0.5, span=1000, slip=0.25, noise=1, steps=2)


def test_an_interval_that_goes_as_far_as_the_search_may_go_as_far_as_there_is_anything():
    assert [scale.end(scale.most) for scale in SCALES] == [0, 0, 1, MOST_NOISE]
    assert [scale.end(0.5) for scale in SCALES] == [scale.value(0.5) for scale in SCALES]
    assert [scale.end(-0.1) for scale in SCALES] == [scale.value(0) for scale in SCALES]
    assert SLIP.end(MOST) == pytest.approx(0.49)
    assert ATTENTION.end(0.979) == pytest.approx(0.021)


ALIKE, UNLIKELY = -1.0, -50.0


class OfSteps:
    """Answers that are likelier the likelier the number of steps is, whatever the other limits are."""

    n = 100

    def __init__(self, likely: Mapping[int | None, float]) -> None:
        self.likely = likely

    def log(self, limits: Limits) -> float:
        return self.likely.get(limits.steps, UNLIKELY)

    def logs(self, grid: LimitGrid) -> Floats:
        return np.full(grid.shape, self.likely.get(grid.steps, UNLIKELY))


def fitted(**likely: float) -> FittedLimits:
    told = {None if name == "any" else int(name[1:]): value for name, value in likely.items()}
    return fit_likelihood(cast("Likelihood", OfSteps(told)))


@cases(
    ("likely", "value", "low", "high"),
    [
        ({"any": 0.0}, None, 3, None),
        ({"s2": 0.0}, 2, 2, 2),
        ({"s0": 0.0}, 0, 0, 0),
        ({"s1": ALIKE, "s2": 0.0}, 2, 1, 2),
        ({"s0": 0.0, "s1": ALIKE}, 0, 0, 1),
        ({"any": ALIKE, "s2": 0.0}, None, 2, None),
        ({"any": ALIKE * 3, "s2": 0.0}, 2, 2, 2),
    ],
)
def test_what_is_hardly_less_likely_is_within_the_interval(
    likely: Mapping[str, float], value: int | None, low: int, high: int | None
):
    found = fitted(**likely)
    steps = found.estimates["steps"]
    assert (steps.value, steps.low, steps.high, steps.is_told) == (value, low, high, True)
    assert found.limits == Limits(steps=value)


def test_of_what_the_answers_do_not_tell_everything_is_possible():
    told = fitted(s2=0.0)
    others = {name: each for name, each in told.estimates.items() if name != "steps"}
    assert not any(each.is_told for each in others.values())
    assert {name: (each.value, each.low, each.high) for name, each in others.items()} == {
        "attention": (None, 0.0, 1.0),
        "span": (None, 0.0, None),
        "slip": (None, 0.0, 1.0),
        "noise": (None, 0.0, 100.0),
    }
    assert (told.likelihood, told.n) == (0.0, 100)


LITTLE = 1e-7


@pytest.fixture(scope="module")
def pattern() -> ProbePattern:
    probes = make_probes(ProbesAsked(count=4, languages=("en",), longest=600))
    return next(each for each in patterns(probes) if each.probes[0].kind == "find")


@pytest.mark.parametrize("slip", [*SLIPS, 0.1, 0.35])
def test_a_little_more_misreading_changes_little(pattern: ProbePattern, slip: float):
    less, more = (pattern.answers(Limits(slip=slip + by, noise=0.5)) for by in (-LITTLE, LITTLE))
    assert less == pytest.approx(more, abs=1e-5)


def test_whoever_misreads_more_is_right_less_often(pattern: ProbePattern):
    right = [pattern.answers(Limits(slip=slip, noise=0.5))[0, 0] for slip in (0.01, *SLIPS, 0.7, 0.9)]
    assert right == sorted(right, reverse=True)
    assert len({*right}) == len(right)
