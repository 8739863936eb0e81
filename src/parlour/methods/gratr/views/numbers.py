"""Numbers as they are written in arithmetic."""

from __future__ import annotations

import math
from collections.abc import Iterable

DECIMALS, FIGURES = 4, 3
"""As many decimals as a rule, and more where a small number would keep fewer significant figures."""
LEAST, MOST = 1e-9, 1e6
"""What is smaller is written as 0, what is larger with an exponent."""
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def number(value: float) -> str:
    """A number to work on with, and with a minus that is one: `−0.4713`, `0.0000612`."""
    if abs(value) < LEAST:
        return "0"
    if abs(value) >= MOST:
        return f"{value:.{FIGURES}g}".replace("-", "−")
    decimals = max(DECIMALS, FIGURES - 1 - math.floor(math.log10(abs(value))))
    return f"{value:.{decimals}f}".rstrip("0").rstrip(".").replace("-", "−")


def signed(value: float) -> str:
    """A trust with its sign and two decimals, as it stands in a picture: `+0.74`, `−0.51`, and `0`."""
    told = f"{value:+.2f}".replace("-", "−")
    return "0" if told[1:] == "0.00" else told


def factor(value: float) -> str:
    """A number within a product or sum; a negative one in brackets."""
    return f"({number(value)})" if number(value).startswith("−") else number(value)


def product(factors: Iterable[float]) -> str:
    """The factors with the signs between them."""
    return " × ".join(factor(each) for each in factors)


def size(value: float) -> str:
    """The absolute value, written as one."""
    return f"|{number(value)}|"


def power(base: float, exponent: int) -> str:
    """A power; the base alone where it is the first."""
    return factor(base) + (str(exponent).translate(_RAISED) if exponent > 1 else "")
