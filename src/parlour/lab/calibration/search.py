"""The likeliest limits, whatever some of them are held at: sought on a grid first, and then around its peaks.

How suspect a reader holds people leaps where misreading begins and where noise does, and is a ridge along
attention and span: a search that only climbs stops anywhere. A grid sees the whole; climbing from its peaks
says exactly how high they are.
"""

# scipy does not say what its functions take.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np

from parlour.lab.calibration.likelihood import Likelihood, LimitGrid
from parlour.lab.calibration.reading import Floats
from parlour.lab.calibration.scales import LEAPS, OFF, SCALES, limits_at
from parlour.reader import Limits

Point = tuple[float, ...]
"""A place on each scale."""
Held = Mapping[int, float]
"""The places at which scales are held, by their number."""
STEPS = (None, 2, 1, 0)
"""As far as probes go: who puts three statements together is not limited as far as they can tell."""
AXES: Sequence[Sequence[float]] = (
    tuple(map(float, np.linspace(0, SCALES[0].most, 15))),
    tuple(map(float, np.linspace(0, SCALES[1].most, 15))),
    (0, 0.001, 0.02, 0.06, 0.12, 0.2, 0.3, 0.4, 0.6, 0.8, 1),
    (0, OFF, 0.09, 0.17, 0.29, 0.38, 0.5, 0.6, 0.71, 0.83, 0.91, SCALES[3].most),
)
"""The places of the grid on each scale."""
_CLOSE = 4.0
"""Peaks of the grid that are lower than the highest by more than this are not climbed."""
_ENOUGH = 1e-4
"""By how much a climb must gain to go on."""


@dataclass(frozen=True, kw_only=True)
class Optimum:
    """Where the answers are likeliest.

    Attributes:
        places: on the scales.
        steps: how many statements are put together.
        loss: how improbable the answers are: the logarithm of the likelihood, with its sign turned.
    """

    places: Point
    steps: int | None
    loss: float

    @property
    def limits(self) -> Limits:
        """The limits there."""
        return limits_at(self.places, self.steps)


@dataclass(frozen=True, kw_only=True)
class LimitSearch:
    """The search for the likeliest limits."""

    likelihood: Likelihood

    def best(self, held: Held | None = None, steps: Sequence[int | None] = STEPS) -> Optimum:
        """The likeliest limits.

        Args:
            held: where some scales are held.
            steps: the numbers of steps that are allowed.
        """
        starts = [each for number in steps for each in self._starts(held or {}, number)]
        least = min(each.loss for each in starts)
        tops = (self._climbed(each, held or {}) for each in starts if each.loss - least <= _CLOSE)
        return min(tops, key=lambda each: each.loss)

    def roughly(self, number: int, steps: Sequence[int | None]) -> Mapping[float, float]:
        """The least loss on the grid at each place of one scale, which is no less than the least there is."""
        others = tuple(axis for axis in range(len(SCALES)) if axis != number)
        least = np.minimum.reduce([self._whole[each].min(axis=others) for each in steps])
        return dict(zip(AXES[number], map(float, least), strict=True))

    def _starts(self, held: Held, steps: int | None) -> Iterator[Optimum]:
        """The best of the grid with and without each limit that leaps where it begins."""
        axes = [np.array([held[number]] if number in held else axis) for number, axis in enumerate(AXES)]
        losses = self._losses(axes, steps) if held else self._whole[steps]
        parts = [_parts(axis) if number in LEAPS else [slice(None)] for number, axis in enumerate(axes)]
        for part in product(*parts):
            piece = losses[part]
            at = np.unravel_index(int(piece.argmin()), piece.shape)
            places = (axis[cut][where] for axis, cut, where in zip(axes, part, at, strict=True))
            yield Optimum(places=tuple(map(float, places)), steps=steps, loss=float(piece[at]))

    @cached_property
    def _whole(self) -> Mapping[int | None, Floats]:
        """The loss all over the grid, by steps."""
        return {steps: self._losses(AXES, steps) for steps in STEPS}

    def _losses(self, axes: Sequence[Iterable[float]], steps: int | None) -> Floats:
        attention, span, slip, noise = (
            [scale.value(at) for at in axis] for scale, axis in zip(SCALES, axes, strict=True)
        )
        grid = LimitGrid(
            attention=[each or 0.0 for each in attention],
            span=span,
            slip=[each or 0.0 for each in slip],
            noise=[each or 0.0 for each in noise],
            steps=steps,
        )
        return -self.likelihood.logs(grid)

    def _climbed(self, start: Optimum, held: Held) -> Optimum:
        """The top of the peak on which a start stands; what leaps stays on its side of the leap."""
        from scipy.optimize import minimize  # here, since it needs the extra

        known = dict(held) | {number: 0.0 for number in LEAPS if start.places[number] == 0}
        free = [number for number in range(len(SCALES)) if number not in known]
        if not free:
            return start

        def whole(places: Sequence[float]) -> Point:
            told = dict(zip(free, map(float, places), strict=True)) | known
            return tuple(told[number] for number in range(len(SCALES)))

        def loss(places: Sequence[float]) -> float:
            return -self.likelihood.log(limits_at(whole(places), start.steps))

        ends = [(LEAPS.get(number, 0.0), SCALES[number].most) for number in free]
        begin = [start.places[number] for number in free]
        options = {"eps": 1e-4, "maxiter": 60, "ftol": _ENOUGH}
        found = minimize(loss, begin, method="SLSQP", bounds=ends, options=options)
        places = [min(max(float(at), low), high) for at, (low, high) in zip(found.x, ends, strict=True)]
        top = Optimum(places=whole(places), steps=start.steps, loss=loss(places))
        return min((start, top), key=lambda each: each.loss)


def _parts(axis: Floats) -> list[slice]:
    """An axis on which something leaps at 0, parted there."""
    if len(axis) == 1:
        return [slice(None)]
    return [slice(0, 1), slice(1, None)]
