"""How many matches a run would need to tell its conditions apart by their win rates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from parlour.evaluation import estimate, matches_needed
from parlour.experiments.agenda import Agenda

WIN_RATE = "win_rate"
EVEN = 0.5
DIFFERENCES = (0.05, 0.1, 0.2)
Source = Literal["measured", "published", "supposed"]


@dataclass(frozen=True, kw_only=True)
class SampleSize:
    """Two win rates and what it takes to tell them apart.

    Attributes:
        condition: whose rate the other is; of a supposed one, the difference in words.
        source: where both rates are from.
        reference: the rate of the suite's reference condition, in [0, 1].
        rate: the other rate, in [0, 1].
        matches: of each that are needed (`matches_needed`); None where the rates are equal.
    """

    condition: str
    source: Source
    reference: float
    rate: float
    matches: int | None


def sample_sizes(plan: Agenda) -> Iterator[SampleSize]:
    """What it takes for the rates that were published, for those measured so far, and for some differences.

    Supposed differences are taken from the reference's own rate, measured or else published, or from an even
    chance where neither is known.
    """
    reference, base = plan.suite.reference, EVEN
    known: tuple[tuple[Source, dict[str, float]], ...] = (
        ("published", _published(plan)),
        ("measured", _measured(plan)),
    )
    for source, rates in known:
        if reference in rates:
            base = rates[reference]
            others = {name: rate for name, rate in rates.items() if name != reference}
            yield from (_size(name, source, base, rate) for name, rate in others.items())
    for difference in DIFFERENCES:
        lower = base - difference if base >= difference else base + difference
        yield _size(f"{difference:.0%} apart", "supposed", base, lower)


def _size(condition: str, source: Source, reference: float, rate: float) -> SampleSize:
    needed = None if rate == reference else matches_needed(rate, reference)
    return SampleSize(condition=condition, source=source, reference=reference, rate=rate, matches=needed)


def _published(plan: Agenda) -> dict[str, float]:
    """The published rates over all scripts together, by condition."""
    told = {name: plan.suite.published.get((name, "", WIN_RATE)) for name in _names(plan)}
    return {name: rate.value for name, rate in told.items() if rate and rate.value is not None}


def _measured(plan: Agenda) -> dict[str, float]:
    told = {name: estimate(plan.scores_of(name), WIN_RATE).value for name in _names(plan)}
    return {name: rate for name, rate in told.items() if rate is not None}


def _names(plan: Agenda) -> list[str]:
    return [condition.name for condition in plan.suite.conditions]
