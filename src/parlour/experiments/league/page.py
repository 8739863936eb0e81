"""A league as a page, a figure and files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from jinja2 import Environment, PackageLoader, StrictUndefined
from pydantic import BaseModel

from parlour.experiments.league.rows import (
    ALL_GAMES,
    BOTH_CAMPS,
    BiasRow,
    CampRow,
    CostRow,
    LeagueTables,
    MeetingRow,
    PlaceRow,
    RatingRow,
)
from parlour.experiments.report.files import write_csv
from parlour.experiments.report.page import inline_svg

SURE = 0.05
"""The significance level of corrected p-values."""


class RatingsDraughtsman(Protocol):
    """The part of `figure` that this module uses; `figure` loads only where matplotlib is."""

    def ladder_svg(self, panels: Sequence[tuple[str, Sequence[RatingRow]]]) -> str:
        """Returns ratings with their intervals as SVG, a panel for each camp."""
        ...


@dataclass(frozen=True, kw_only=True)
class GameSection:
    """The section of the page on one game of a league, or on all of them together.

    Attributes:
        figure: ratings with their intervals as SVG; empty without matplotlib.
        ratings: of both camps together, the strongest first.
        worth: what its camps are worth; None of all games together.
    """

    name: str
    figure: str
    ratings: Sequence[RatingRow]
    camps: Sequence[str]
    by_camp: Mapping[tuple[str, str], RatingRow]
    matrix: Mapping[tuple[str, str], MeetingRow]
    worth: CampRow | None
    costs: Sequence[CostRow]
    biases: Sequence[BiasRow]
    places: Mapping[str, Sequence[PlaceRow]]
    note: str


def league_page(tables: LeagueTables) -> str:
    """Returns the page as HTML."""
    environment = Environment(
        loader=PackageLoader("parlour.experiments.league", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    filters = cast("dict[str, Callable[..., object]]", environment.filters)
    filters.update(percent=_percent, amount=_amount, dollars=_dollars, p=_p, heat=_heat)
    games = list(dict.fromkeys(row.game for row in tables.ratings))
    return environment.get_template("page.html.j2").render(
        tables=tables,
        sections=[_section(tables, game) for game in games],
        told=[row for row in tables.biases if row.corrected is not None and row.corrected < SURE],
        tested=sum(row.p is not None for row in tables.biases),
        sure=SURE,
    )


def _section(tables: LeagueTables, game: str) -> GameSection:
    rows = [row for row in tables.ratings if row.game == game]
    camps = [camp for camp in dict.fromkeys(row.camp for row in rows) if camp != BOTH_CAMPS]
    places: dict[str, list[PlaceRow]] = {}
    for row in tables.places:
        if row.game == game:
            places.setdefault(row.kind, []).append(row)
    both = [row for row in rows if row.camp == BOTH_CAMPS]
    panels = [(camp, [row for row in rows if row.camp == camp]) for camp in (BOTH_CAMPS, *camps)]
    return GameSection(
        name="All games" if game == ALL_GAMES else game,
        figure=_figure([(camp or "both camps" if camps else "all games", own) for camp, own in panels]),
        ratings=both,
        camps=camps,
        by_camp={(row.entrant, row.camp): row for row in rows},
        matrix={(row.entrant, row.rival): row for row in tables.meetings if row.game == game},
        worth=next((row for row in tables.camps if row.game == game), None),
        costs=[row for row in tables.costs if row.game == game],
        biases=[row for row in tables.biases if row.game == game],
        places=places,
        note=both[0].note,
    )


def _figure(panels: Sequence[tuple[str, Sequence[RatingRow]]]) -> str:
    """Draws the figure where matplotlib is installed; the table shows the same."""
    try:
        module = import_module("parlour.experiments.league.figure")
    except ImportError:
        return ""
    return inline_svg(cast("RatingsDraughtsman", module).ladder_svg(panels))


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share:.0%}"


def _amount(value: float) -> str:
    """Returns a count as it is read: 7.5, 310, 12.4k."""
    if value >= 10_000:
        return f"{value / 1000:.1f}k"
    return f"{value:.0f}" if value >= 100 or value == round(value) else f"{value:.1f}"


def _dollars(value: float | None) -> str:
    if value is None:
        return "price unknown"
    return f"${value:.4f}" if 0 < value < 0.01 else f"${value:.2f}"


def _p(value: float | None) -> str:
    if value is None:
        return "–"
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


def _heat(share: float) -> int:
    """Returns the colour strength of a share of points: 0 at a half, 60 at 0 or 1."""
    return round(120 * abs(share - 0.5))


WIDTH, ROW, ROOM = 10.0, 0.34, 0.75
LEFT, RIGHT = 1.9, 0.25


def write_league(tables: LeagueTables, folder: Path) -> list[Path]:
    """Writes `NAME.html`, `NAME.json` and `NAME-ratings.csv` and so on into a folder, made if need be.

    Returns:
        The files written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    stem = folder / tables.league
    page, data = Path(f"{stem}.html"), Path(f"{stem}.json")
    page.write_text(league_page(tables), encoding="utf-8")
    data.write_text(tables.model_dump_json(indent=2) + "\n", encoding="utf-8")
    sheets: dict[str, Sequence[BaseModel]] = {
        "ratings": tables.ratings,
        "meetings": tables.meetings,
        "camps": tables.camps,
        "costs": tables.costs,
        "biases": tables.biases,
        "places": tables.places,
    }
    return [page, data, *(write_csv(rows, Path(f"{stem}-{name}.csv")) for name, rows in sheets.items())]
