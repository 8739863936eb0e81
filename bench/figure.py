"""One row of the table of figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True, kw_only=True)
class Figure:
    """What was measured, the bar, and whether it is met (None where there is no bar).

    Attributes:
        is_met: whether the bar is.
        value: the number itself, by which two runs are compared; None where there is none.
    """

    name: str
    bar: str
    measured: str
    is_met: bool | None
    value: float | None = None
    points: tuple[tuple[float, float], ...] = ()


def at_most(name: str, bar: float, measured: float) -> Figure:
    """A figure that should be low; a bar of 0 is none."""
    text = f"{measured:.0f}" if isinstance(measured, int) else f"{measured:.3f}"
    is_met = measured <= bar if bar else None
    return Figure(name=name, bar=f"≤ {bar:g}" if bar else "", measured=text, is_met=is_met, value=measured)


def at_least(name: str, bar: float, measured: float) -> Figure:
    """A figure that should be high; a bar of 0 is none."""
    is_met = measured >= bar if bar else None
    text = f"{measured:.3f}"
    return Figure(name=name, bar=f"≥ {bar:g}" if bar else "", measured=text, is_met=is_met, value=measured)


def repeated(name: str, values: Sequence[float], *, most: float = 0.0, least: float = 0.0) -> Figure:
    """The median of some repetitions, with the least and the greatest; a bar of 0 is none."""
    middle = median(values)
    return Figure(
        name=name,
        bar=f"≤ {most:g}" if most else f"≥ {least:g}" if least else "",
        measured=f"{middle:.3g} ({min(values):.3g} to {max(values):.3g})",
        is_met=(middle <= most if most else middle >= least) if most or least else None,
        value=middle,
        points=tuple((float(number), value) for number, value in enumerate(values)),
    )


def untold(name: str, why: str) -> Figure:
    """A figure that cannot be had here, and why."""
    return Figure(name=name, bar="", measured=why, is_met=None)
