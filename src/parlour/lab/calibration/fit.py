"""The limits under which a reader would most probably have answered as a model has, and how sure that is."""

# scipy does not say what its functions take.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.util import find_spec
from math import sqrt
from typing import cast

from parlour.core import Player
from parlour.errors import MissingExtra
from parlour.lab.calibration.asking import Probe
from parlour.lab.calibration.reading import MOST_STEPS
from parlour.lab.calibration.search import AXES, LEAPS, SCALES, STEPS, Likelihood, LimitSearch, Optimum
from parlour.reader import Limits

HALF_WIDTH = 1.9207
"""The fall of the log-likelihood inside a 95 % interval: half of chi-squared's quantile."""
_NEAR = 0.005
"""To what of a scale the ends of intervals are sought."""
_DOUBT = 12.0
"""So far above the least loss, on a grid, no place can be inside of an interval."""
_GAIN = 0.01
"""A search for an end of the interval that gains this over the optimum has found a better fit."""


@dataclass(frozen=True, kw_only=True)
class LimitEstimate:
    """An estimate of one limit with its interval.

    Attributes:
        value: the likeliest, beside as few others as explain the answers; None where that is no limit, or
            where nothing can be told.
        low: the lower end of its interval of 95 %.
        high: the upper end; None where there may be no limit.
    """

    value: float | None
    low: float | None
    high: float | None
    is_told: bool


@dataclass(frozen=True, kw_only=True)
class FittedLimits:
    """The limits that explain the answers best."""

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

    Raises:
        MissingExtra: if scipy is not installed.
    """
    check_scipy()
    return fit_likelihood(Likelihood.of(answers))


def fit_likelihood(likelihood: Likelihood) -> FittedLimits:
    """Fits the limits to how probable the answers are under any."""
    search = LimitSearch(likelihood=likelihood)
    tops = {steps: search.best(steps=[steps]) for steps in STEPS}
    best = min(tops.values(), key=lambda each: each.loss)
    while True:
        near = [steps for steps, top in tops.items() if top.loss - best.loss <= HALF_WIDTH]
        profiles = [_Profile(search, number, near, best) for number in range(len(SCALES))]
        intervals = {SCALES[each.number].limit: each.interval() for each in profiles}
        found = min((each.likeliest for each in profiles), key=lambda each: each.loss)
        if found.loss > best.loss - _GAIN:
            break
        best = found
    intervals["steps"] = _steps(near)
    limits = _plainest(search, best.loss, intervals, near).limits
    values = {name: getattr(limits, name) for name, each in intervals.items() if each.is_told}
    return FittedLimits(
        limits=limits,
        estimates={name: replace(each, value=values.get(name)) for name, each in intervals.items()},
        likelihood=-best.loss,
        n=likelihood.n,
    )


class _Profile:
    """The profile likelihood of one limit."""

    def __init__(self, search: LimitSearch, number: int, steps: Sequence[int | None], best: Optimum) -> None:
        self.number, self._least, self._place = number, best.loss, best.places[number]
        self._roughly = search.roughly(number, steps)
        self.likeliest = best
        """The likeliest limits that were met on the way, those that are known among them."""

        @cache
        def at(place: float) -> Optimum:
            return search.best({number: place}, steps)

        self._at = at

    def interval(self) -> LimitEstimate:
        """All values at which the answers are hardly less probable, and what lies between them."""
        scale = SCALES[self.number]
        places = sorted({*AXES[self.number], self._place})
        inside = [number for number, place in enumerate(places) if self._is_inside(place)]
        off = self._end(places[: inside[0] + 1][::-1])
        far = self._end(places[inside[-1] :])
        told = [scale.end(off), scale.end(far)]
        if scale.limit in ("attention", "span"):
            told.reverse()
        is_told = off > LEAPS.get(self.number, 0.0) or far < scale.most
        return LimitEstimate(value=None, low=told[0], high=told[1], is_told=is_told)

    def _is_inside(self, place: float) -> bool:
        """Returns true if a value is inside the interval; no search is made if the grid leaves no doubt."""
        if place == self._place:
            return True
        above = self._roughly[place] - self._least
        return above <= _DOUBT and (above <= HALF_WIDTH or self._beyond(place) <= 0)

    def _beyond(self, at: float) -> float:
        """Above 0 outside of the interval; its root makes it nearly straight, a parabola as it nearly is."""
        found = self._at(at)
        self.likeliest = min((self.likeliest, found), key=lambda each: each.loss)
        return sqrt(max(0.0, found.loss - self._least)) - sqrt(HALF_WIDTH)

    def _end(self, outward: Sequence[float]) -> float:
        from scipy.optimize import brentq  # here, since it needs the extra

        inner, *further = outward
        if not further or self._beyond(inner) >= 0:
            return inner
        outer = further[0]
        if outer == 0 and self.number in LEAPS:  # what leaps at 0 is the same down to there
            return LEAPS[self.number]
        return cast("float", brentq(self._beyond, inner, outer, xtol=_NEAR))


def _plainest(
    search: LimitSearch, least: float, intervals: Mapping[str, LimitEstimate], near: Sequence[int | None]
) -> Optimum:
    """The limits with which the answers are hardly less probable and that are as few as can be.

    What cannot be told is off first; then goes what explains least, as long as that is hardly anything.
    """
    off = {number: 0.0 for number, scale in enumerate(SCALES) if not intervals[scale.limit].is_told}
    plain = search.best(off, near)
    while True:
        fewer = min(_with_one_off(search, plain), key=lambda each: each.loss, default=None)
        if fewer is None or fewer.loss - least > HALF_WIDTH:
            return plain
        plain = fewer


def _with_one_off(search: LimitSearch, some: Optimum) -> Iterator[Optimum]:
    off = {number: 0.0 for number, at in enumerate(some.places) if at == 0}
    for number, at in enumerate(some.places):
        if at > 0:
            yield search.best({**off, number: 0.0}, [some.steps])
    if some.steps is not None:
        yield search.best(off, [None])


def _steps(near: Sequence[int | None]) -> LimitEstimate:
    """Returns the estimate of the number of reasoning steps; None is no limit that three would show."""
    low = min(MOST_STEPS if each is None else each for each in near)
    high = None if None in near else max(filter(None, near), default=0)
    return LimitEstimate(value=None, low=low, high=high, is_told=set(near) != set(STEPS))
