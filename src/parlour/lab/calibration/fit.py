"""The limits under which a reader would most probably have answered as a model has, and the model's card."""

# scipy does not say what its functions take.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from importlib.util import find_spec
from math import sqrt
from typing import cast

from parlour.core import Player
from parlour.errors import MissingExtra, UsageError
from parlour.evaluation import wilson
from parlour.lab.calibration.asking import Probe, ProbesAnswered
from parlour.lab.calibration.reading import MOST_STEPS
from parlour.lab.calibration.search import AXES, LEAPS, SCALES, STEPS, Likelihood, LimitSearch, Optimum
from parlour.llm import BUILT_IN
from parlour.reader import IDEAL, Limits
from parlour.reader.limits import OPTIONS

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
    best = min(tops.values(), key=lambda optimum: optimum.loss)
    while True:
        near = [steps for steps, top in tops.items() if top.loss - best.loss <= HALF_WIDTH]
        profiles = [_Profile(search, number, near, best) for number in range(len(SCALES))]
        intervals = {SCALES[profile.number].limit: profile.interval() for profile in profiles}
        best_fit = min((profile.likeliest for profile in profiles), key=lambda optimum: optimum.loss)
        if best_fit.loss > best.loss - _GAIN:
            break
        best = best_fit
    intervals["steps"] = _steps(near)
    limits = _plainest(search, best.loss, intervals, near).limits
    values = {name: getattr(limits, name) for name, interval in intervals.items() if interval.is_told}
    return FittedLimits(
        limits=limits,
        estimates={name: replace(estimate, value=values.get(name)) for name, estimate in intervals.items()},
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
        ends = [scale.end(off), scale.end(far)]
        if scale.limit in ("attention", "span"):
            ends.reverse()
        is_told = off > LEAPS.get(self.number, 0.0) or far < scale.most
        return LimitEstimate(value=None, low=ends[0], high=ends[1], is_told=is_told)

    def _is_inside(self, place: float) -> bool:
        """Returns true if a value is inside the interval; no search is made if the grid leaves no doubt."""
        if place == self._place:
            return True
        above = self._roughly[place] - self._least
        return above <= _DOUBT and (above <= HALF_WIDTH or self._beyond(place) <= 0)

    def _beyond(self, at: float) -> float:
        """Above 0 outside of the interval; its root makes it nearly straight, a parabola as it nearly is."""
        optimum = self._at(at)
        self.likeliest = min((self.likeliest, optimum), key=lambda candidate: candidate.loss)
        return sqrt(max(0.0, optimum.loss - self._least)) - sqrt(HALF_WIDTH)

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
        fewer = min(_with_one_off(search, plain), key=lambda optimum: optimum.loss, default=None)
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
    low = min(MOST_STEPS if steps is None else steps for steps in near)
    high = None if None in near else max(filter(None, near), default=0)
    return LimitEstimate(value=None, low=low, high=high, is_told=set(near) != set(STEPS))


SAYS = {name: says.partition(":")[0] for name, says in OPTIONS.items() if name != "lapse"}
"""The limits in the order in which they are told."""
_FEWEST = 30
"""Answers below which nothing is fitted."""


@dataclass(frozen=True, kw_only=True)
class KindRow:
    """The probes of one kind.

    Attributes:
        right: the share that was answered right.
        expected: the share that a reader of the fitted limits answers right.
    """

    kind: str
    right: float
    low: float
    high: float
    expected: float
    n: int

    @property
    def is_explained(self) -> bool:
        """Returns true if the limits explain the number of right answers."""
        return self.low <= self.expected <= self.high


@dataclass(frozen=True, kw_only=True)
class ModelCard:
    """A model's card: how well it reads."""

    model: str
    fit: FittedLimits
    kinds: tuple[KindRow, ...]
    faults: int

    @property
    def reader(self) -> str:
        """The model string of the reader that reads alike."""
        return spell(self.fit.limits)

    def warning(self) -> str:
        """A warning of results that the limits do not explain; empty if they explain all."""
        kinds = [row.kind for row in self.kinds if not row.is_explained]
        if not kinds:
            return ""
        return f"no limits explain all of it: {', '.join(kinds)} came out otherwise than as fitted"

    def limit_rows(self) -> list[tuple[str, str, str, str]]:
        """Each limit with its value, its interval, and what it is."""
        return [(name, *format_limit(name, self.fit.estimates[name]), says) for name, says in SAYS.items()]

    def kind_rows(self) -> list[tuple[str, str, str, str, str]]:
        """Each kind of probe with the share right, its interval, the share as fitted, and how many."""
        return [
            (
                row.kind,
                f"{row.right:.2f}",
                f"{row.low:.2f} to {row.high:.2f}",
                f"{row.expected:.2f}",
                str(row.n),
            )
            for row in self.kinds
        ]

    def markdown(self) -> str:
        limits = _table(("limit", "value", "95 %", "what it is"), self.limit_rows())
        kinds = _table(("probes", "right", "95 %", "as fitted", "n"), self.kind_rows())
        head = f"# How {self.model} reads\n\nIt reads like `{self.reader}`."
        counted = f"{self.fit.n} answers, {self.faults} that could not be read."
        return "\n\n".join(filter(None, (head, limits, kinds, counted, self.warning()))) + "\n"

    def as_json(self) -> dict[str, object]:
        return {
            "model": self.model,
            "reader": self.reader,
            "limits": {name: {**asdict(self.fit.estimates[name]), "n": self.fit.n} for name in SAYS},
            "kinds": [asdict(row) for row in self.kinds],
            "n": self.fit.n,
            "faults": self.faults,
            "explained": not self.warning(),
        }


def card_of(model: str, answered: ProbesAnswered) -> ModelCard:
    """Fits a model's answers.

    Raises:
        UsageError: if there are too few.
        MissingExtra: if scipy is not installed.
    """
    if len(answered.answers) < _FEWEST:
        raise UsageError(
            f"{len(answered.answers)} answers of {model} could be read, {len(answered.faults)} not:"
            f" it takes {_FEWEST} to say anything"
        )
    fitted = fit(answered.answers)
    return ModelCard(
        model=model, fit=fitted, kinds=_kinds(answered.answers, fitted.limits), faults=len(answered.faults)
    )


def spell(limits: Limits) -> str:
    """A reader's model string, with two figures to each limit; what is off is left out."""
    values = {name: getattr(limits, name) for name in SAYS}
    settings = [
        f"{name}={_figures(value)}" for name, value in values.items() if value != getattr(IDEAL, name)
    ]
    return f"{BUILT_IN}:{','.join(settings)}" if settings else BUILT_IN


def format_limit(name: str, estimate: LimitEstimate) -> tuple[str, str]:
    """Formats a limit and its interval for a card."""
    if not estimate.is_told:
        return "cannot be told", "open"
    value, low, high = (
        "none" if bound is None else _figures(bound)
        for bound in (estimate.value, estimate.low, estimate.high)
    )
    return value, low if low == high else f"{low} to {high}"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _kinds(answers: Mapping[Probe, Player], limits: Limits) -> tuple[KindRow, ...]:
    total, right, expected = Counter[str](), Counter[str](), defaultdict[str, float](float)
    for pattern in Likelihood.of(answers).patterns:
        for probe, answer in zip(pattern.probes, pattern.answers(limits), strict=True):
            total[probe.kind] += 1
            right[probe.kind] += answers[probe] == probe.roles[0]
            expected[probe.kind] += float(answer[0])
    shares = {kind: right[kind] / n for kind, n in total.items()}
    return tuple(
        KindRow(
            kind=kind, right=share, low=low, high=high, expected=expected[kind] / total[kind], n=total[kind]
        )
        for kind, share in shares.items()
        for low, high in [wilson(share, total[kind])]
    )


def _figures(value: float) -> str:
    return f"{float(f'{value:.2g}'):g}" if value < 100 else f"{float(f'{value:.2g}'):.0f}"
