"""What the measures of richness are called in tables, and what they are counted in.

They stand apart from `METRICS`, which can be pooled as ratios of two sums: a text distance is over all pairs
of texts of all games, and a judgement variation the reciprocal of a deviation.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from parlour.evaluation.richness.ewavm import Quality

RichnessUnit = Literal["distance", "position", "reciprocal", "points", "changes"]
ROUNDS = (1, 2, 3)
UNTIL = ("", *(f".round{number}" for number in ROUNDS))
_TEXTS = {
    "text.distance": "Text distance",
    "text.deviation": "Deviation of text distance",
    "text.apart": "Text distance, diagonal left out",
}
_CONTROLS = {
    "text.equal": "Text distance at equal length",
    "text.salad": "Text distance of word salad",
    "text.voices": "Speakers apart from one another",
    "text.voices.shuffled": "Speakers apart, shuffled",
}
_POSITIONS = {
    "text.position": "One text (0) to word salad (1)",
    "judgement.position": "One seat (0) to coin flips (1)",
}
_NAMES: Mapping[RichnessUnit, tuple[str, ...]] = {
    "distance": (*(name + until for name in _TEXTS for until in UNTIL), *_CONTROLS),
    "position": tuple(_POSITIONS),
    "reciprocal": (
        "judgement.variation",
        "judgement.variation.sample",
        "judgement.flips",
        "memorability",
        "memorability.percent",
    ),
    "points": tuple(quality.value for quality in Quality),
    "changes": ("variation",),
}

RICHNESS: Mapping[str, RichnessUnit] = {name: unit for unit, names in _NAMES.items() for name in names}
"""Every measure with its unit: `text.*` for a whole condition or up to the end of a round, `text.apart` off
the diagonal; beside them their controls. Shares of votes and of wins are ratios, and metrics like others."""
RICH_LABELS: Mapping[str, str] = {
    **_TEXTS,
    **{f"{key}.round{n}": f"{label}, up to round {n}" for key, label in _TEXTS.items() for n in ROUNDS},
    **_CONTROLS,
    **_POSITIONS,
    "judgement.variation": "Judgement variation, 1/σ",
    "judgement.variation.sample": "Judgement variation, σ by n - 1",
    "judgement.flips": "By as many coin flips, 1/σ",
    **{quality.value: f"{quality.value.capitalize()}, 1 to 10" for quality in Quality},
    "variation": "Variation, changes of mind",
    "memorability": "Memorability, of counts",
    "memorability.percent": "Memorability, of percent",
}
"""Every measure as a heading."""
