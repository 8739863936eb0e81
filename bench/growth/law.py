"""How a quantity grows with a size: a power of it, or a straight line, by least squares.

Of a power the logarithms are fitted, so that every size counts alike: log y = log a + b log x. The interval
is that of Student's t for the slope; it supposes that points scatter alike and independently, which matches
of one size do, and sizes of one curve that is no power do not.
"""

# scipy does not say what its functions take.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from scipy import stats

from parlour.errors import ParlourError

LEVEL = 0.95


class NothingToFit(ParlourError):
    """Too few sizes, or a power of what is not positive."""


@dataclass(frozen=True, kw_only=True)
class Law:
    """What was fitted.

    Attributes:
        is_power: a·x^b; else a + b·x.
        a: the value at 1, or at 0.
        explained: the share of the variance that is explained (of the logarithms, where it is a power).
    """

    is_power: bool
    a: float
    b: float
    low: float
    high: float
    explained: float

    def at(self, size: float) -> float:
        """What it says of a size."""
        return self.a * size**self.b if self.is_power else self.a + self.b * size

    def __str__(self) -> str:
        between = f"({self.low:.3g} to {self.high:.3g})"
        if self.is_power:
            return f"{self.a:.3g} · x^{self.b:.2f} {between}"
        return f"{self.a:.3g} + {self.b:.3g} {between} · x"


def power(points: Sequence[tuple[float, float]]) -> Law:
    """Fits y = a·x^b.

    Raises:
        NothingToFit: if not all are positive, or there are fewer than three points or two sizes.
    """
    if any(x <= 0 or y <= 0 for x, y in points):
        raise NothingToFit("a power is fitted to what is positive")
    line = straight([(math.log(x), math.log(y)) for x, y in points])
    return Law(
        is_power=True,
        a=math.exp(line.a),
        b=line.b,
        low=line.low,
        high=line.high,
        explained=line.explained,
    )


def straight(points: Sequence[tuple[float, float]]) -> Law:
    """Fits y = a + b·x.

    Raises:
        NothingToFit: if there are fewer than three points or two sizes.
    """
    if len(points) < 3 or len({x for x, _ in points}) < 2:
        raise NothingToFit("at least three points of two sizes are fitted")
    fitted = cast("Any", stats.linregress([x for x, _ in points], [y for _, y in points]))
    student = cast("Any", stats.t.ppf((1 + LEVEL) / 2, len(points) - 2))
    slope, spread = float(fitted.slope), float(student * fitted.stderr)
    return Law(
        is_power=False,
        a=float(fitted.intercept),
        b=slope,
        low=slope - spread,
        high=slope + spread,
        explained=float(fitted.rvalue) ** 2,
    )
