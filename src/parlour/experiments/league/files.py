"""A league as files: one page, one JSON file, and a CSV file for each of its tables."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pydantic import BaseModel

from parlour.experiments.league.page import league_page
from parlour.experiments.league.rows import LeagueTables
from parlour.experiments.report.files import write_csv


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
