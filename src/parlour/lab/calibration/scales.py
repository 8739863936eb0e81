"""Each limit on a scale from 0, where it is off, to 1, where nothing is left: what a fit searches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from parlour.reader import MOST_NOISE, Limits

Limit = Literal["attention", "span", "slip", "noise"]
MOST = 0.98
"""As far as a search goes: attention .02, a span of 20 tokens, half of all misread, a noise of 49."""
OFF = 0.02
"""What is nearer to 0 than this is off: with a noise of .02 nobody ever chooses the second best."""
_TOKENS = 1000.0
"""The span that is half way."""
_MOST_SLIP = 0.5
"""Whoever misreads more knows nothing that a fit could tell from missing it."""


@dataclass(frozen=True, kw_only=True)
class Scale:
    """One limit.

    Attributes:
        limit: which.
        most: how far it is searched.
    """

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

    def with_value(self, limits: Limits, at: float) -> Limits:
        """Limits with this one at a place of the scale."""
        return replace(limits, **{self.limit: self.value(at)})  # pyright: ignore[reportArgumentType] - its type


SCALES: Sequence[Scale] = (
    Scale(limit="attention"),
    Scale(limit="span"),
    Scale(limit="slip", most=1.0),
    Scale(limit="noise"),
)
LEAPS: Mapping[int, float] = {2: 0.001, 3: OFF}
"""The scales on which a reader that is limited ever so little reasons otherwise than one that is not: whoever
may have misread takes nothing for proof, and whoever wavers names either of two suspected alike. Where each
begins."""


def limits_at(places: Sequence[float], steps: int | None) -> Limits:
    """The limits at places of all scales, in their order."""
    limits = Limits(steps=steps)
    for scale, at in zip(SCALES, places, strict=True):
        limits = scale.with_value(limits, at)
    return limits
