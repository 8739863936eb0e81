"""How many statements a model puts together, where its answers tell of that and of nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import numpy as np

from parlour.lab.calibration import FittedLimits
from parlour.lab.calibration.fit import fit_likelihood
from parlour.lab.calibration.reading import Floats
from parlour.lab.calibration.search import Likelihood, LimitGrid
from parlour.reader import Limits
from tests.cases import cases

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
