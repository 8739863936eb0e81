"""The limits under which a reader would most probably have answered as a model has, and how sure that is."""

# scipy does not say what its functions take.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from math import sqrt
from typing import cast

import numpy as np

from parlour.calibration.probe import Probe
from parlour.calibration.reading import MOST_STEPS, Floats, ProbePattern, patterns
from parlour.calibration.scales import OFF, SCALES, limits_at
from parlour.core import Player
from parlour.errors import MissingExtra
from parlour.reader import Limits

HALF_WIDTH = 1.9207
"""How far the log-likelihood may fall inside an interval of 95 %: half of chi-squared's quantile."""
STEPS = (None, 2, 1, 0)
"""As far as probes go: who puts three statements together is not limited as far as they can tell."""
_NOISE = 3
"""Which of the scales noise is."""
_STARTS: Sequence[tuple[float, ...]] = (
    (0.05, 0.05, 0.05, 0.1),
    (0.5, 0.05, 0.05, 0.1),
    (0.1, 0.3, 0.3, 0.3),
)
_NEAR = 0.005
"""To what of a scale the ends of intervals are sought."""
_ENOUGH = 1e-4
"""By how much a search must gain to go on."""


@dataclass(frozen=True, kw_only=True)
class LimitEstimate:
    """What the answers say of one limit.

    Attributes:
        value: the likeliest, beside as few others as explain the answers; None where that is no limit, or
            where nothing can be told.
        low: the lower end of its interval of 95 %.
        high: the upper end; None where there may be no limit.
        is_told: whether the answers tell anything of it.
    """

    value: float | None
    low: float | None
    high: float | None
    is_told: bool


@dataclass(frozen=True, kw_only=True)
class FittedLimits:
    """The limits that explain the answers best.

    Attributes:
        limits: of the reader that answers alike; what cannot be told is not limited.
        estimates: by limit.
        likelihood: the logarithm of it.
        n: how many answers it rests on.
    """

    limits: Limits
    estimates: Mapping[str, LimitEstimate]
    likelihood: float
    n: int


def check_scipy() -> None:
    """Refuses to begin what cannot be ended.

    Raises:
        MissingExtra: if scipy is not installed.
    """
    if find_spec("scipy") is None:
        raise MissingExtra("calibration needs scipy: pip install 'parlour[report]'")


def fit(answers: Mapping[Probe, Player]) -> FittedLimits:
    """Fits the limits to answers; those to which none could be read are left out before.

    Args:
        answers: the name that was given to each probe; one at least.

    Raises:
        MissingExtra: if scipy is not installed.
    """
    check_scipy()
    search = _Search(likelihood=Likelihood.of(answers))
    return search.fit()


@dataclass(frozen=True, kw_only=True)
class Likelihood:
    """How probable the answers are under given limits.

    Attributes:
        patterns: all probes that were answered, by pattern.
        given: of the probes of each pattern, the role of the answer.
    """

    patterns: tuple[ProbePattern, ...]
    given: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, answers: Mapping[Probe, Player]) -> Likelihood:
        """Of answers by their probes."""
        found = patterns(tuple(answers))
        given = (tuple(probe.roles.index(answers[probe]) for probe in each.probes) for each in found)
        return cls(patterns=found, given=tuple(given))

    def log(self, limits: Limits) -> float:
        """The natural logarithm of it."""
        told = zip(self.patterns, self.given, strict=True)
        return float(sum(np.log(_of_given(each.answers(limits), given)).sum() for each, given in told))

    @property
    def n(self) -> int:
        """How many answers there are."""
        return sum(map(len, self.given))


def _of_given(probabilities: Floats, given: Sequence[int]) -> Floats:
    return probabilities[np.arange(len(given)), list(given)]


Point = tuple[float, ...]
"""A place on each scale."""


@dataclass(frozen=True, kw_only=True)
class _Branch:
    """What is not searched step by step.

    Attributes:
        steps: how many statements are put together.
        is_sharp: whether there is no noise at all, so that the first is named of those suspected alike.
    """

    steps: int | None
    is_sharp: bool

    @property
    def least_noise(self) -> float:
        """Where the scale of noise begins."""
        return 0.0 if self.is_sharp else OFF

    @property
    def most_noise(self) -> float:
        """Where it ends."""
        return 0.0 if self.is_sharp else SCALES[_NOISE].most


@dataclass(frozen=True, kw_only=True)
class _Optimum:
    places: Point
    branch: _Branch
    loss: float


@dataclass(frozen=True, kw_only=True)
class _Search:
    """The search for the best limits, and for those that are hardly worse."""

    likelihood: Likelihood

    def fit(self) -> FittedLimits:
        """The best, and the intervals of each limit whatever the others are (profile likelihood)."""
        branches = [_Branch(steps=steps, is_sharp=sharp) for steps in STEPS for sharp in (True, False)]
        found = [self._best(branch) for branch in branches]
        best = min(found, key=lambda each: each.loss)
        near = [each for each in found if each.loss - best.loss <= HALF_WIDTH]
        intervals = {
            scale.limit: self._interval(number, near, best.loss) for number, scale in enumerate(SCALES)
        }
        intervals["steps"] = _steps([each.branch.steps for each in near])
        plain = self._plainest(near, best.loss, intervals)
        limits = limits_at(plain.places, plain.branch.steps)
        values = {name: getattr(limits, name) for name, each in intervals.items() if each.is_told}
        return FittedLimits(
            limits=limits,
            estimates={name: replace(each, value=values.get(name)) for name, each in intervals.items()},
            likelihood=-best.loss,
            n=self.likelihood.n,
        )

    def _best(self, branch: _Branch) -> _Optimum:
        found = [self._from(start, branch, {}) for start in _STARTS]
        ideal = (*(0.0,) * _NOISE, branch.least_noise)
        found.append(_Optimum(places=ideal, branch=branch, loss=self._loss(ideal, branch.steps)))
        return min(found, key=lambda each: each.loss)

    def _plainest(
        self, near: Sequence[_Optimum], least: float, intervals: Mapping[str, LimitEstimate]
    ) -> _Optimum:
        """The limits with which the answers are hardly less probable and that are as few as can be.

        What cannot be told is off first; then goes what explains least, as long as that is hardly anything.
        """
        off = {number: 0.0 for number, scale in enumerate(SCALES) if not intervals[scale.limit].is_told}
        plain = min((self._without(each, off) for each in near), key=lambda each: each.loss)
        while True:
            fewer = min(self._with_one_off(plain), key=lambda each: each.loss, default=None)
            if fewer is None or fewer.loss - least > HALF_WIDTH:
                return plain
            plain = fewer

    def _without(self, some: _Optimum, off: Mapping[int, float]) -> _Optimum:
        is_sharp = some.branch.is_sharp or _NOISE in off
        return self._from(some.places, replace(some.branch, is_sharp=is_sharp), off)

    def _with_one_off(self, some: _Optimum) -> Iterator[_Optimum]:
        off = {number: 0.0 for number, at in enumerate(some.places) if at == 0}
        for number, at in enumerate(some.places):
            if at > 0:
                yield self._without(some, {**off, number: 0.0})
        if some.branch.steps is not None:
            yield self._from(some.places, replace(some.branch, steps=None), off)

    def _from(self, start: Point, branch: _Branch, fixed: Mapping[int, float]) -> _Optimum:
        """The nearest optimum from somewhere, with some places fixed."""
        from scipy.optimize import minimize  # here, since it needs the extra

        known = dict(fixed) | ({_NOISE: 0.0} if branch.is_sharp else {})
        free = [number for number in range(len(SCALES)) if number not in known]

        def whole(places: Sequence[float]) -> Point:
            told = dict(zip(free, map(float, places), strict=True)) | known
            return tuple(told[number] for number in range(len(SCALES)))

        def loss(places: Sequence[float]) -> float:
            return self._loss(whole(places), branch.steps)

        places: Sequence[float] = []
        if free:
            ends = [(branch.least_noise if each == _NOISE else 0.0, SCALES[each].most) for each in free]
            begin = [min(max(start[each], low), high) for each, (low, high) in zip(free, ends, strict=True)]
            options = {"eps": 1e-4, "maxiter": 60, "ftol": _ENOUGH}
            found = minimize(loss, begin, method="SLSQP", bounds=ends, options=options)
            places = [min(max(float(at), low), high) for at, (low, high) in zip(found.x, ends, strict=True)]
        return _Optimum(places=whole(places), branch=branch, loss=loss(places))

    def _loss(self, places: Point, steps: int | None) -> float:
        return -self.likelihood.log(limits_at(places, steps))

    def _interval(self, number: int, near: Sequence[_Optimum], least: float) -> LimitEstimate:
        """How far from the likeliest value of a limit the answers are hardly less probable."""
        scale = SCALES[number]
        ends = [
            (self._end(number, each, least, outward=False), self._end(number, each, least, outward=True))
            for each in near
        ]
        off, far = min(end[0] for end in ends), max(end[1] for end in ends)
        told = [scale.end(off), scale.end(far)]
        if scale.limit in ("attention", "span"):
            told.reverse()
        is_told = not (off <= (OFF if number == _NOISE else 0) and far >= scale.most)
        return LimitEstimate(value=None, low=told[0], high=told[1], is_told=is_told)

    def _end(self, number: int, near: _Optimum, least: float, *, outward: bool) -> float:
        """How far from an optimum towards one end of a scale that goes."""
        from scipy.optimize import brentq  # here, since it needs the extra

        outer = SCALES[number].most if outward else 0.0
        if number == _NOISE:
            outer = near.branch.most_noise if outward else near.branch.least_noise
        start, inner = near.places, near.places[number]

        def beyond(at: float) -> float:
            # The root is nearly straight, since the logarithm of the likelihood is nearly a parabola.
            nonlocal start
            found = self._from(start, near.branch, {number: at})
            if found.loss - least > HALF_WIDTH:  # a search may stop short: what is excluded is searched anew
                others = (self._from(each, near.branch, {number: at}) for each in _STARTS)
                found = min((found, *others), key=lambda each: each.loss)
            start = found.places
            return sqrt(max(0.0, found.loss - least)) - sqrt(HALF_WIDTH)

        if inner == outer or beyond(outer) <= 0:
            return outer
        start = near.places
        if beyond(inner) >= 0:
            return inner
        return cast("float", brentq(beyond, inner, outer, xtol=_NEAR))


def _steps(near: Sequence[int | None]) -> LimitEstimate:
    """How many statements are put together; None is no limit that three would show."""
    low = min(MOST_STEPS if each is None else each for each in near)
    high = None if None in near else max(filter(None, near), default=0)
    return LimitEstimate(value=None, low=low, high=high, is_told=set(near) != set(STEPS))
