"""The number of matches that a run needs to tell its conditions apart by their win rates.

Where two methods meet, they share their matches: there it is the number that tells a win rate from an even
chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from parlour.agents import MethodSpec
from parlour.errors import UsageError
from parlour.evaluation import estimate, matches_needed, matches_needed_alone
from parlour.evaluation.intervals import ALPHA, POWER
from parlour.experiments.run import models_of
from parlour.experiments.run_plan import RunPlan

EVEN = 0.5
DIFFERENCES = (0.05, 0.1, 0.2)
Source = Literal["measured", "published", "supposed", "given"]


@dataclass(frozen=True, kw_only=True)
class StudyDesign:
    """The error rates of a comparison of two rates."""

    alpha: float = ALPHA
    power: float = POWER
    differences: tuple[float, ...] = DIFFERENCES


USUAL = StudyDesign()


@dataclass(frozen=True, kw_only=True)
class SampleSize:
    """Two win rates and the number of matches that tells them apart.

    Attributes:
        source: where both rates are from.
        reference: the rate of the suite's reference condition, in [0, 1].
        rate: the other rate, in [0, 1].
        matches: of each that are needed (`matches_needed`), or of a pairing (`matches_needed_alone`); None
            where the rates are equal.
    """

    condition: str
    source: Source
    reference: float
    rate: float
    matches: int | None


def sample_sizes(plan: RunPlan, design: StudyDesign = USUAL) -> Iterator[SampleSize]:
    """Yields the sample sizes for published rates, for rates measured so far, and for some differences.

    Supposed differences are taken from the reference's own rate, measured or else published, or from an even
    chance where neither is known. Where nothing was published of the reference as it is played, another arm
    of its method stands in: the paper's own reading of it.

    Raises:
        UsageError: if a difference, alpha or power is none.
    """
    base = EVEN
    meeting = {arm.name for arm in plan.suite.conditions if arm.own}
    sources: tuple[tuple[Source, dict[str, float]], ...] = (
        ("published", _published_rates(plan)),
        ("measured", _measured_rates(plan)),
    )
    for source, rates in sources:
        reference = _reference(plan, rates)
        base = rates.get(reference, base)
        for name, rate in rates.items():
            if name in meeting:
                yield _size(name, source, EVEN, rate, design, is_met=True)
            elif reference in rates and name != reference:
                yield _size(name, source, base, rate, design)
    for difference in design.differences:
        if not 0 < difference < 1:
            raise UsageError(f"a difference of {difference}: it must lie between 0 and 1")
        other = base - difference if base >= difference else base + difference
        name = f"{difference:.3g} apart" if round(100 * difference, 9) % 1 else f"{difference:.0%} apart"
        are_met = len(meeting) == len(plan.suite.conditions)
        yield _size(name, "supposed", base, other, design, is_met=are_met)


def sample_size(reference: float, rate: float, design: StudyDesign = USUAL) -> SampleSize:
    """Returns the sample size that tells two given rates apart."""
    needed = matches_needed(reference, rate, alpha=design.alpha, power=design.power)
    return SampleSize(condition="the other", source="given", reference=reference, rate=rate, matches=needed)


def _size(
    name: str, source: Source, reference: float, rate: float, design: StudyDesign, *, is_met: bool = False
) -> SampleSize:
    count = matches_needed_alone if is_met else matches_needed
    needed = None if rate == reference else count(rate, reference, alpha=design.alpha, power=design.power)
    return SampleSize(condition=name, source=source, reference=reference, rate=rate, matches=needed)


def _reference(plan: RunPlan, rates: Mapping[str, float]) -> str:
    reference, arms = plan.suite.reference, {arm.name: arm for arm in plan.suite.conditions}
    if reference in rates or reference not in arms:
        return reference
    method = MethodSpec.read(arms[reference].method).name
    return next((name for name in rates if MethodSpec.read(arms[name].method).name == method), reference)


def _published_rates(plan: RunPlan) -> dict[str, float]:
    rates: dict[str, float] = {}
    for arm in plan.suite.conditions:
        models = models_of(plan.run, arm)
        edition = plan.suite.beside(models[0] if len(models) == 1 else "")
        number = edition.published.get((arm.name, "", arm.wins))
        if number and number.value is not None:
            rates[arm.name] = number.value
    return rates


def _measured_rates(plan: RunPlan) -> dict[str, float]:
    rates: dict[str, float] = {}
    for arm in plan.suite.conditions:
        done = (cell.score for cell in plan.held.values() if cell.condition == arm.name)
        scores = [score.seen_by(*arm.own) if arm.own else score for score in done if score]
        if (rate := estimate(scores, arm.wins).value) is not None:
            rates[arm.name] = rate
    return rates
