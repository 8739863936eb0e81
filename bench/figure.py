"""One row of the table of figures."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Figure:
    """What was measured, the bar, and whether it is met (None where there is no bar)."""

    name: str
    bar: str
    measured: str
    is_met: bool | None


def at_most(name: str, bar: float, measured: float) -> Figure:
    """A figure that should be low; a bar of 0 is none."""
    text = f"{measured:.0f}" if isinstance(measured, int) else f"{measured:.3f}"
    return Figure(
        name=name, bar=f"≤ {bar:g}" if bar else "", measured=text, is_met=measured <= bar if bar else None
    )


def at_least(name: str, bar: float, measured: float) -> Figure:
    """A figure that should be high; a bar of 0 is none."""
    is_met = measured >= bar if bar else None
    return Figure(name=name, bar=f"≥ {bar:g}" if bar else "", measured=f"{measured:.3f}", is_met=is_met)
