"""How one seat came to see the others, as lines over time: nothing but numbers in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element, SubElement, tostring

from parlour.core import Player
from parlour.web.insight import SeatReading, measure

WIDE, HIGH, EDGE = 640, 180, 8
_DASHES = ("", "7 4", "2 4", "10 4 2 4")
_HUES = 6


def line_class(number: int) -> str:
    """The class of the line of that place, which colours it and its name in the key."""
    return f"hue{number % _HUES}"


def over_time(told: Sequence[SeatReading], abouts: Sequence[Player]) -> str:
    """The suspicion of each over the match, up to 1 at the top, as an SVG.

    The bottom is -1, or 0 where a measure knows nothing below.

    Args:
        told: readings of one seat by one measure about one case, in order; at least one.
        abouts: of whom, in the order of the key.
    """
    first, last = told[0].number, told[-1].number
    bottom = measure(told[0].measure).lowest
    root = Element("svg", {"viewBox": f"0 0 {WIDE} {HIGH}", "class": "lines", "aria-hidden": "true"})
    zero = f"{_height(0, bottom):.1f}"
    SubElement(root, "line", {"x1": "0", "x2": str(WIDE), "y1": zero, "y2": zero, "class": "zero"})
    for place, about in enumerate(abouts):
        points = [
            (_along(each, first, last), _height(each.suspicion, bottom))
            for each in told
            if each.about == about
        ]
        if points:
            attributes: Mapping[str, str] = {
                "points": " ".join(f"{x:.1f},{y:.1f}" for x, y in [*points, (WIDE - EDGE, points[-1][1])]),
                "class": line_class(place),
                "stroke-dasharray": _DASHES[place // _HUES % len(_DASHES)],
            }
            SubElement(root, "polyline", dict(attributes))
    return tostring(root, encoding="unicode")


def _along(each: SeatReading, first: int, last: int) -> float:
    return EDGE + (each.number - first) / max(1, last - first) * (WIDE - 3 * EDGE)


def _height(suspicion: float, bottom: int) -> float:
    return HIGH - EDGE - (suspicion - bottom) / (1 - bottom) * (HIGH - 2 * EDGE)
