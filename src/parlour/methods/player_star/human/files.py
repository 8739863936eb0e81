"""The report on people and agents as files."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from parlour.errors import MissingExtra
from parlour.evaluation import MEASURES
from parlour.experiments.report.files import write_csv, write_json
from parlour.experiments.report.row import Row
from parlour.methods.player_star.human.rows import SUITE


class _Draughtsman(Protocol):
    """What this module uses of `figures`, which loads only where matplotlib is."""

    def draw_marks(
        self, rows: Sequence[Row], stem: Path, *, proposed: str, source: str
    ) -> tuple[Path, Path, Path] | None:
        """Draws figure 5 as PNG, SVG and PDF; None where nobody gave any marks."""
        ...


def write_human(rows: Sequence[Row], folder: Path) -> list[Path]:
    """Writes the rows as CSV and JSON and figure 5 as PNG, SVG and PDF into a folder, made if need be.

    Raises:
        MissingExtra: if matplotlib is not installed; nothing is written then.
    """
    try:
        figures = cast("_Draughtsman", import_module("parlour.experiments.report.figures"))
    except ImportError as error:
        raise MissingExtra("figures need matplotlib: pip install 'parlour[report]'") from error
    folder.mkdir(parents=True, exist_ok=True)
    stem = folder / SUITE
    marks = [row for row in rows if row.metric in MEASURES]
    drawn = figures.draw_marks(marks, stem, proposed="PLAYER*", source="PLAYER*, figure 5") or ()
    written = [write_csv(rows, stem.with_suffix(".csv")), write_json(rows, stem.with_suffix(".json"))]
    return [*written, *drawn]
