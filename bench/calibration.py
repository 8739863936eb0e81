"""Whether the intervals of a calibration hold what they say: limits that are known, found again.

Answers are drawn from what readers of known limits answer to each probe, and fitted as a model's are.
"""

# scipy does not say what its functions take.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.stats import binom

from bench.figure import Figure
from parlour.core import Player
from parlour.lab.calibration import LimitEstimate, Probe, ProbesAsked, fit, make_probes
from parlour.lab.calibration.reading import patterns
from parlour.reader import Limits, read_limits

READERS = (
    "reader:attention=.6,noise=.5",
    "reader:slip=.25",
    "reader:span=500",
    "reader:attention=.4,slip=.2,noise=1",
)
PROBES, SEEDS, LIMITS = 180, 12, 5
MISSES, BY_CHANCE = 0.05, 0.01
"""How often an interval may miss, and how seldom chance alone is to break the bar."""


@dataclass(frozen=True, kw_only=True)
class Coverage:
    """How often intervals missed what was to be found."""

    outside: Counter[tuple[str, str]]
    fits: int


def calibration_figures(_: Path) -> Iterator[Figure]:
    """The share of limits outside of their intervals, and of which reader and limit most are."""
    found = coverage(SEEDS)
    limits, outside = found.fits * LIMITS, found.outside.total()
    most = int(binom.ppf(1 - BY_CHANCE, limits, MISSES))
    yield Figure(
        name=f"calibration: limits outside their intervals of 95 %, {found.fits} fits of {PROBES} probes",
        bar=f"≤ {most} of {limits}",
        measured=str(outside),
        is_met=outside <= most,
    )
    for (reader, limit), times in found.outside.most_common(3):
        yield Figure(name=f"of these: {limit} of {reader}", bar="", measured=str(times), is_met=None)


def coverage(seeds: int) -> Coverage:
    """Fits every reader's answers to the probes of every seed."""
    outside = Counter[tuple[str, str]]()
    for seed in range(seeds):
        probes = make_probes(ProbesAsked(count=PROBES, seed=seed))
        for number, reader in enumerate(READERS):
            limits = read_limits(reader)
            found = fit(drawn(probes, limits, np.random.default_rng([seed, number])))
            outside.update(
                (reader, name)
                for name, each in found.estimates.items()
                if not holds(each, getattr(limits, name))
            )
    return Coverage(outside=outside, fits=seeds * len(READERS))


def drawn(probes: tuple[Probe, ...], limits: Limits, draw: np.random.Generator) -> dict[Probe, Player]:
    """What a reader of such limits answers."""
    return {
        probe: probe.roles[draw.choice(len(chances), p=chances / chances.sum())]
        for pattern in patterns(probes)
        for probe, chances in zip(pattern.probes, pattern.answers(limits), strict=True)
    }


def holds(estimate: LimitEstimate, value: float | None) -> bool:
    """Whether an interval holds a limit; None where there is none."""
    if value is None:
        return estimate.high is None
    is_above = estimate.low is None or estimate.low <= value
    return is_above and (estimate.high is None or value <= estimate.high)
