"""What the measures of richness are called in tables, and what they are counted in.

They stand apart from `METRICS`, which can be pooled as ratios of two sums: a text distance is over all pairs
of texts of all games, and a judgement variation the reciprocal of a deviation.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from parlour.evaluation.richness.ewavm import Quality

RichnessUnit = Literal["distance", "reciprocal", "points", "changes"]
UNTIL = ("", ".round1", ".round2", ".round3")
_NAMES: Mapping[RichnessUnit, tuple[str, ...]] = {
    "distance": tuple(
        name + until for name in ("text.distance", "text.deviation", "text.apart") for until in UNTIL
    ),
    "reciprocal": (
        "judgement.variation",
        "judgement.variation.sample",
        "memorability",
        "memorability.percent",
    ),
    "points": tuple(quality.value for quality in Quality),
    "changes": ("variation",),
}

RICHNESS: Mapping[str, RichnessUnit] = {name: unit for unit, names in _NAMES.items() for name in names}
"""Every measure with its unit: `text.*` for a whole condition or up to the end of a round, `text.apart` off
the diagonal. Shares of votes and of wins are ratios, and metrics like others (`one_night_metrics`)."""
