"""Numbers without their last digits, in which processors differ: a match should be the same on all."""

from __future__ import annotations

from typing import SupportsFloat

_DIGITS = 12


def steady(value: SupportsFloat) -> float:
    """A number to twelve digits after its point, so that what is alike is so wherever it was computed."""
    return round(float(value), _DIGITS)
