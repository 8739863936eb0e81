"""A league as a page, a figure and files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast

from pydantic import BaseModel

from parlour.experiments.league.rows import ALL_GAMES, BOTH_CAMPS, LeagueTables, PlaceRow, RatingRow
from parlour.experiments.report.files import inline_svg, page_environment, write_csv

SURE = 0.05
"""The significance level of corrected p-values."""


def league_page(tables: LeagueTables) -> str:
    """Returns the page as HTML."""
    environment = page_environment("parlour.experiments.league")
    filters = cast("dict[str, Callable[[Any], object]]", environment.filters)
    filters.update(amount=_amount, dollars=_dollars, p=_p)
    filters["percent"] = lambda share: "–" if share is None else f"{share:.0%}"
    filters["heat"] = lambda share: round(
        120 * abs(share - 0.5)
    )  # strength of a colour: 0 at a half, 60 at 0 or 1
    games = list(dict.fromkeys(row.game for row in tables.ratings))
    return environment.get_template("page.html.j2").render(
        tables=tables,
        sections=[_section(tables, game) for game in games],
        told=[row for row in tables.biases if row.corrected is not None and row.corrected < SURE],
        tested=sum(row.p is not None for row in tables.biases),
        sure=SURE,
    )


def _section(tables: LeagueTables, game: str) -> dict[str, object]:
    """Returns what the page shows of one game, or of all games together."""
    rows = [row for row in tables.ratings if row.game == game]
    camps = [camp for camp in dict.fromkeys(row.camp for row in rows) if camp != BOTH_CAMPS]
    places: dict[str, list[PlaceRow]] = {}
    for row in tables.places:
        if row.game == game:
            places.setdefault(row.kind, []).append(row)
    overall = [row for row in rows if row.camp == BOTH_CAMPS]
    panels = [(camp, [row for row in rows if row.camp == camp]) for camp in (BOTH_CAMPS, *camps)]
    figure = _figure([(camp or "both camps" if camps else "all games", own) for camp, own in panels])
    return {
        "name": "All games" if game == ALL_GAMES else game,
        "figure": figure,
        "ratings": overall,
        "camps": camps,
        "by_camp": {(row.entrant, row.camp): row for row in rows},
        "matrix": {(row.entrant, row.rival): row for row in tables.meetings if row.game == game},
        "worth": next((row for row in tables.camps if row.game == game), None),
        "costs": [row for row in tables.costs if row.game == game],
        "biases": [row for row in tables.biases if row.game == game],
        "places": places,
        "note": overall[0].note,
    }


def _figure(panels: Sequence[tuple[str, Sequence[RatingRow]]]) -> str:
    try:
        from parlour.experiments.league.figure import ladder_svg  # here, since matplotlib is an extra
    except ImportError:
        return ""
    return inline_svg(ladder_svg(panels))


def _amount(value: float) -> str:
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
