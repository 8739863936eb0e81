"""Readings laid out in rows and columns: everybody of everybody at one time, or one seat over the rounds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from parlour.core import Player
from parlour.web.insight.readings import SeatReading

Cell = SeatReading | None


@dataclass(frozen=True, kw_only=True)
class Grid:
    """A table of readings by one measure, about one case.

    Attributes:
        measure: which.
        case: the hidden question; empty where the measure is of none.
        rows: what stands at the left: who thinks, or of whom.
        columns: what stands above: of whom, or the rounds.
        cells: by row and column; a pair that is not in it has no reading.
    """

    measure: str
    case: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: Mapping[tuple[str, str], SeatReading]


def standing(told: Iterable[SeatReading], players: Sequence[Player], until: int | None = None) -> list[Grid]:
    """What everybody last held of everybody: a grid for each measure and case, in the order of the measures.

    Args:
        told: all readings of the match, in order.
        players: in seat order.
        until: the last entry of the journal that counts; None for all.
    """
    found: dict[tuple[str, str], dict[tuple[str, str], SeatReading]] = {}
    for each in told:
        if until is None or each.number <= until:
            found.setdefault((each.measure, each.case), {})[each.seat, each.about] = each
    return [
        Grid(
            measure=measure,
            case=case,
            rows=_ordered((seat for seat, _ in cells), players),
            columns=_ordered((about for _, about in cells), players),
            cells=cells,
        )
        for (measure, case), cells in found.items()
    ]


def over_rounds(told: Iterable[SeatReading], players: Sequence[Player], seat: Player) -> list[Grid]:
    """What one seat held of everybody at the end of each round: a grid for each measure and case."""
    found: dict[tuple[str, str], dict[tuple[str, str], SeatReading]] = {}
    for each in told:
        if each.seat == seat:
            found.setdefault((each.measure, each.case), {})[each.about, str(each.round)] = each
    return [
        Grid(
            measure=measure,
            case=case,
            rows=_ordered((about for about, _ in cells), players),
            columns=tuple(dict.fromkeys(number for _, number in cells)),
            cells=cells,
        )
        for (measure, case), cells in found.items()
    ]


def _ordered(names: Iterable[str], players: Sequence[Player]) -> tuple[str, ...]:
    """Each once: those who play in seat order, then those of a table that is only watched as they come."""
    found = dict.fromkeys(names)
    return (*(name for name in players if name in found), *(name for name in found if name not in players))
