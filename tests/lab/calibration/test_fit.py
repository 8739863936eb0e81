"""A reader's own limits come back within their intervals, and what cannot be told is not told."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import cast

import numpy as np
import pytest

from bench.calibration import drawn, holds
from parlour.errors import UsageError
from parlour.lab.calibration import LimitEstimate, Probe, ProbesAsked, card_of, fit, make_probes
from parlour.lab.calibration.fit import FittedLimits, fit_likelihood, spell
from parlour.lab.calibration.reading import Floats
from parlour.lab.calibration.search import Likelihood, LimitGrid
from parlour.reader import Limits, read_limits
from tests.cases import cases
from tests.lab.calibration.asked import asked

READERS = {
    "reader:attention=.6,noise=.5": ("noise",),
    "reader:steps=1": ("steps",),
    "reader:slip=.25": (),
    "reader:span=500": ("span",),
}
"""Bounded readers, with the limits that are called for however the others are: one that reads less of long
prompts misses as much as one that is less attentive everywhere, and it takes more probes than these to tell
misreading from missing."""
MOST_OUTSIDE = 3
"""Of twenty limits, so many may lie outside their intervals of 95 %: of more, the chance is 2 %."""


@cache
def probes() -> tuple[Probe, ...]:
    return make_probes(ProbesAsked(count=120, languages=("en",)))


def fitted(model: str) -> FittedLimits:
    return fit(asked(model, probes()).answers)


def test_bounded_readers_own_limits_come_back_within_their_intervals():
    outside: list[tuple[str, str, LimitEstimate]] = []
    for model, called_for in READERS.items():
        found, limits = fitted(model), read_limits(model)
        for name, estimate in found.estimates.items():
            if not holds(estimate, getattr(limits, name)):
                outside.append((model, name, estimate))
        for name in called_for:
            assert getattr(found.limits, name) != getattr(Limits(), name), (model, name)
    assert len(outside) <= MOST_OUTSIDE, outside


def test_nothing_explains_answers_better_than_what_is_found():
    limits = read_limits("reader:span=500")
    answers = drawn(probes(), limits, np.random.default_rng([0, 2]))
    assert fit(answers).likelihood >= Likelihood.of(answers).log(limits)


class Sharp:
    """Answers that are likeliest at an attention of .63, and nearly impossible a little beside it."""

    n = 10_000

    def log(self, limits: Limits) -> float:
        others = (limits.span is not None, limits.slip > 0, limits.noise > 0, limits.steps is not None)
        return -(((limits.attention - 0.63) / 0.005) ** 2) / 2 - 50 * sum(others)

    def logs(self, grid: LimitGrid) -> Floats:
        readers = product(grid.attention, grid.span, grid.slip, grid.noise)
        told = [
            self.log(
                Limits(
                    attention=a,
                    span=None if span is None else int(span),
                    slip=slip,
                    noise=noise,
                    steps=grid.steps,
                )
            )
            for a, span, slip, noise in readers
        ]
        return np.array(told).reshape(grid.shape)


def test_an_interval_may_be_narrower_than_the_grid_is():
    found = fit_likelihood(cast("Likelihood", Sharp())).estimates["attention"]
    assert (found.low, found.high) == (pytest.approx(0.6202, abs=5e-4), pytest.approx(0.6398, abs=5e-4))


def test_an_ideal_reader_has_no_limits():
    found = fitted("reader")
    assert found.limits == Limits()
    assert spell(found.limits) == "reader"
    assert (found.estimates["attention"].low or 0) > 0.95


def test_of_whoever_draws_no_conclusion_nothing_else_can_be_told():
    card = card_of("reader:steps=0", asked("reader:steps=0", probes()))
    told = {name: estimate.is_told for name, estimate in card.fit.estimates.items()}
    assert told["attention"] is told["span"] is told["slip"] is False
    assert card.fit.limits == Limits(steps=0)
    assert [row[1:3] for row in card.limit_rows() if row[0] == "span"] == [("cannot be told", "open")]


def test_a_few_answers_are_not_fitted():
    answered = asked("reader", probes()[:12])
    with pytest.raises(UsageError, match="12 answers of reader could be read, 0 not: it takes 30"):
        card_of("reader", answered)


@cases(
    ("limits", "told"),
    [
        (Limits(), "reader"),
        (Limits(attention=0.584, noise=0.25), "reader:attention=0.58,noise=0.25"),
        (Limits(span=1234, slip=0.1234, steps=2), "reader:span=1200,slip=0.12,steps=2"),
    ],
)
def test_a_fitted_reader_is_named_with_two_figures_to_each_limit(limits: Limits, told: str):
    assert spell(limits) == told
    assert spell(read_limits(told)) == told
