"""The colours of all figures, safe for the colour-blind (Okabe and Ito), one per method everywhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

INK, MUTED, FAINT, PAPER = "#22242b", "#6d7079", "#d9dbe0", "#ffffff"
HERO = "#d55e00"
KNOWN: Mapping[str, str] = {
    "PLAYER*": HERO,
    "GRATR": HERO,
    "Full": HERO,
    "Werewolf": "#0072b2",
    "O-CoT": "#56b4e9",
    "ThinkThrice": "#009e73",
    "PP": "#8a8d96",
    "OP": "#4a4d57",
}
OTHERS = ("#cc79a7", "#e69f00", "#0072b2", "#009e73", "#56b4e9", "#7b5ea7")
TINT = 0.45
"""How far towards white a variant of a method goes."""


def colours(conditions: Iterable[str]) -> dict[str, str]:
    """A colour for each condition; `NAME (variant)` is a tint of `NAME`."""
    told: dict[str, str] = {}
    others = iter(OTHERS * 8)
    for condition in conditions:
        base, is_variant, _ = condition.partition(" (")
        own = KNOWN.get(base) or told.get(base) or next(others)
        told[condition] = tinted(own) if is_variant else own
    return told


def tinted(colour: str) -> str:
    """The colour mixed with white."""
    parts = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return "#" + "".join(f"{round(part + (255 - part) * TINT):02x}" for part in parts)
