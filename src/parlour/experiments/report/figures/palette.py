"""The colours of all figures, safe for the colour-blind (Okabe and Ito), by the order of conditions."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import cycle

INK, MUTED, FAINT, PAPER = "#22242b", "#6d7079", "#d9dbe0", "#ffffff"
HERO = "#d55e00"
"""Of what a paper proposes."""
OTHERS = ("#0072b2", "#56b4e9", "#009e73", "#cc79a7", "#e69f00", "#7b5ea7")
GREYS = ("#8a8d96", "#4a4d57")
"""Of what plays nothing, and is no method."""
TINT = 0.45
"""How far towards white a variant of a method goes."""


def colours(
    conditions: Iterable[str], *, proposed: str = "", unplayed: Collection[str] = ()
) -> dict[str, str]:
    """A colour for each condition; `NAME (variant)` is a tint of `NAME`.

    Args:
        conditions: in the order of their suite.
        proposed: the one that the paper proposes.
        unplayed: those that play nothing.
    """
    told: dict[str, str] = {}
    known = {proposed: HERO, **dict(zip(unplayed, cycle(GREYS), strict=False))}
    others = cycle(OTHERS)
    for condition in conditions:
        base, is_variant, _ = condition.partition(" (")
        own = known.get(base) or told.get(base) or next(others)
        told[condition] = tinted(own) if is_variant else own
    return told


def tinted(colour: str) -> str:
    """The colour mixed with white."""
    parts = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return "#" + "".join(f"{round(part + (255 - part) * TINT):02x}" for part in parts)
