"""How probable a model's answers are under given limits: those of one reader, or of a whole grid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from parlour.core import Player
from parlour.lab.calibration.probe import Probe
from parlour.lab.calibration.reading import Floats, ProbePattern, patterns
from parlour.reader import Limits

Ints = Sequence[int]


@dataclass(frozen=True, kw_only=True)
class LimitGrid:
    """Readers of every combination of some values of each limit.

    Attributes:
        attention: its values.
        span: its values; None is without.
        slip: its values.
        noise: its values.
        steps: how many statements all of them put together; None for any number.
    """

    attention: Sequence[float]
    span: Sequence[float | None]
    slip: Sequence[float]
    noise: Sequence[float]
    steps: int | None

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """How many values each limit has, in the order of the attributes."""
        return len(self.attention), len(self.span), len(self.slip), len(self.noise)


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
        """The natural logarithm of it for one reader."""
        told = zip(self.patterns, self.given, strict=True)
        return float(sum(np.log(_of_given(each.answers(limits), given)).sum() for each, given in told))

    def logs(self, grid: LimitGrid) -> Floats:
        """The same for every reader of a grid.

        Returns:
            Of the shape of the grid.
        """
        total = np.zeros(grid.shape)
        for pattern, given in zip(self.patterns, self.given, strict=True):
            taken = pattern.taken(grid.attention, grid.span)
            for number, slip in enumerate(grid.slip):
                told = pattern.given(given, taken, slip, grid.noise, grid.steps)
                total[:, :, number] += np.log(told).sum(axis=2)
        return total

    @property
    def n(self) -> int:
        """How many answers there are."""
        return sum(map(len, self.given))


def _of_given(probabilities: Floats, given: Ints) -> Floats:
    return probabilities[np.arange(len(given)), list(given)]
