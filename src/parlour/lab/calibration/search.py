"""The likelihood of a model's answers under a reader's limits, and the search for the likeliest limits.

The objective jumps where misreading and noise begin, and is a ridge along attention and span, so that
climbing alone stops anywhere: a grid covers the whole, and climbing starts from its peaks.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Literal

import numpy as np

from parlour.core import Player
from parlour.lab.calibration.asking import Probe
from parlour.lab.calibration.reading import Floats, ProbePattern, patterns
from parlour.reader import MOST_NOISE, Limits

Limit = Literal["attention", "span", "slip", "noise"]
MOST = 0.98
"""As far as a search goes: attention .02, a span of 20 tokens, half of all misread, a noise of 49."""
OFF = 0.02
"""Values nearer to 0 are off: with a noise of .02 the second best is never chosen."""
_TOKENS = 1000.0
"""The span that is half way."""
_MOST_SLIP = 0.5
"""The greatest slip: above it, misreading cannot be told from missing."""


@dataclass(frozen=True, kw_only=True)
class Scale:
    """One limit."""

    limit: Limit
    most: float = MOST

    def value(self, at: float) -> float | None:
        """The limit at a place of the scale; None where there is none."""
        match self.limit:
            case "attention":
                return 1 - at
            case "span":
                return None if at == 0 else _TOKENS * (1 - at) / at
            case "slip":
                return _MOST_SLIP * at
            case "noise":
                return 0.0 if at < OFF else at / (1 - at)

    def end(self, at: float) -> float | None:
        """The end of an interval there: beyond what is searched lies whatever there can be."""
        if at < self.most:
            return self.value(max(at, 0.0))
        return {"attention": 0.0, "span": 0.0, "slip": 1.0, "noise": MOST_NOISE}[self.limit]


SCALES: Sequence[Scale] = (
    Scale(limit="attention"),
    Scale(limit="span"),
    Scale(limit="slip", most=1.0),
    Scale(limit="noise"),
)
LEAPS: Mapping[int, float] = {2: 0.001, 3: OFF}
"""The scales on which the smallest limit already changes the reasoning: a reader that may have misread takes
nothing for proof, and one that wavers names either of two suspected alike. By scale, the value at which it
begins."""


def limits_at(places: Sequence[float], steps: int | None) -> Limits:
    """The limits at places of all scales, in their order."""
    values = {scale.limit: scale.value(at) for scale, at in zip(SCALES, places, strict=True)}
    return Limits(steps=steps, **values)  # pyright: ignore[reportArgumentType] - each is of its type


@dataclass(frozen=True, kw_only=True)
class LimitGrid:
    """Readers of every combination of some values of each limit.

    Attributes:
        span: its values; None is without.
        steps: how many statements all of them put together; None for any number.
    """

    attention: Sequence[float]
    span: Sequence[float | None]
    slip: Sequence[float]
    noise: Sequence[float]
    steps: int | None

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """The number of values of each limit, in the order of the attributes."""
        return len(self.attention), len(self.span), len(self.slip), len(self.noise)


@dataclass(frozen=True, kw_only=True)
class Likelihood:
    """The likelihood of a model's answers under given limits."""

    patterns: tuple[ProbePattern, ...]
    given: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, answers: Mapping[Probe, Player]) -> Likelihood:
        pattern_list = patterns(tuple(answers))
        choices = (
            tuple(probe.roles.index(answers[probe]) for probe in pattern.probes) for pattern in pattern_list
        )
        return cls(patterns=pattern_list, given=tuple(choices))

    def log(self, limits: Limits) -> float:
        """The natural logarithm of it for one reader."""
        pairs = zip(self.patterns, self.given, strict=True)
        return float(
            sum(
                np.log(pattern.answers(limits)[np.arange(len(choices)), list(choices)]).sum()
                for pattern, choices in pairs
            )
        )

    def logs(self, grid: LimitGrid) -> Floats:
        """The same for every reader of a grid.

        Returns:
            Of the shape of the grid.
        """
        total = np.zeros(grid.shape)
        for pattern, choices in zip(self.patterns, self.given, strict=True):
            shares = pattern.taken(grid.attention, grid.span)
            for number, slip in enumerate(grid.slip):
                chances = pattern.answer_probability(choices, shares, slip, grid.noise, grid.steps)
                total[:, :, number] += np.log(chances).sum(axis=2)
        return total

    @property
    def n(self) -> int:
        return sum(map(len, self.given))


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
"""The least gain with which a climb goes on."""


@dataclass(frozen=True, kw_only=True)
class Optimum:
    """The limits of the greatest likelihood.

    Attributes:
        loss: how improbable the answers are: the logarithm of the likelihood, with its sign turned.
    """

    places: Point
    steps: int | None
    loss: float

    @property
    def limits(self) -> Limits:
        return limits_at(self.places, self.steps)


@dataclass(frozen=True, kw_only=True)
class LimitSearch:
    """The search for the likeliest limits."""

    likelihood: Likelihood

    def best(self, fixed: Held | None = None, steps: Sequence[int | None] = STEPS) -> Optimum:
        starts = [start for number in steps for start in self._starts(fixed or {}, number)]
        least = min(start.loss for start in starts)
        tops = (self._climb(start, fixed or {}) for start in starts if start.loss - least <= _CLOSE)
        return min(tops, key=lambda optimum: optimum.loss)

    def roughly(self, number: int, steps: Sequence[int | None]) -> Mapping[float, float]:
        """The least loss on the grid at each place of one scale, which is no less than the least there is."""
        others = tuple(axis for axis in range(len(SCALES)) if axis != number)
        least = np.minimum.reduce([self._whole[number].min(axis=others) for number in steps])
        return dict(zip(AXES[number], map(float, least), strict=True))

    def _starts(self, fixed: Held, steps: int | None) -> Iterator[Optimum]:
        """The best of the grid with and without each limit that leaps where it begins."""
        axes = [np.array([fixed[number]] if number in fixed else axis) for number, axis in enumerate(AXES)]
        losses = self._losses(axes, steps) if fixed else self._whole[steps]
        parts = [_parts(axis) if number in LEAPS else [slice(None)] for number, axis in enumerate(axes)]
        for part in product(*parts):
            piece = losses[part]
            at = np.unravel_index(int(piece.argmin()), piece.shape)
            places = (axis[cut][where] for axis, cut, where in zip(axes, part, at, strict=True))
            yield Optimum(places=tuple(map(float, places)), steps=steps, loss=float(piece[at]))

    @cached_property
    def _whole(self) -> Mapping[int | None, Floats]:
        return {steps: self._losses(AXES, steps) for steps in STEPS}

    def _losses(self, axes: Sequence[Iterable[float]], steps: int | None) -> Floats:
        attention, span, slip, noise = (
            [scale.value(at) for at in axis] for scale, axis in zip(SCALES, axes, strict=True)
        )
        grid = LimitGrid(
            attention=[level or 0.0 for level in attention],
            span=span,
            slip=[level or 0.0 for level in slip],
            noise=[level or 0.0 for level in noise],
            steps=steps,
        )
        return -self.likelihood.logs(grid)

    def _climb(self, start: Optimum, fixed: Held) -> Optimum:
        """The top of the peak on which a start stands; what leaps stays on its side of the leap."""
        from scipy.optimize import minimize  # here, since it needs the extra

        settled = dict(fixed) | {number: 0.0 for number in LEAPS if start.places[number] == 0}
        free = [number for number in range(len(SCALES)) if number not in settled]
        if not free:
            return start

        def whole(places: Sequence[float]) -> Point:
            coordinates = dict(zip(free, map(float, places), strict=True)) | settled
            return tuple(coordinates[number] for number in range(len(SCALES)))

        def loss(places: Sequence[float]) -> float:
            return -self.likelihood.log(limits_at(whole(places), start.steps))

        ends = [(LEAPS.get(number, 0.0), SCALES[number].most) for number in free]
        begin = [start.places[number] for number in free]
        options = {"eps": 1e-4, "maxiter": 60, "ftol": _ENOUGH}
        solution = minimize(loss, begin, method="SLSQP", bounds=ends, options=options)
        places = [min(max(float(at), low), high) for at, (low, high) in zip(solution.x, ends, strict=True)]
        top = Optimum(places=whole(places), steps=start.steps, loss=loss(places))
        return min((start, top), key=lambda optimum: optimum.loss)


def _parts(axis: Floats) -> list[slice]:
    """An axis on which something leaps at 0, parted there."""
    if len(axis) == 1:
        return [slice(None)]
    return [slice(0, 1), slice(1, None)]
