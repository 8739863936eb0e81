"""A heat map as a table: every cell has its number, and its colour says the same once more."""

from __future__ import annotations

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement

from parlour.web.insight import Cell, Grid, spelled, tint
from parlour.web.pages.god.elements import said


class HeatMap:
    """Shows one grid after another; where they have the same rows and columns only cells change."""

    def __init__(self) -> None:
        self._frame = ui.element("div").classes("wide")
        self._shape: tuple[str, tuple[str, ...], tuple[str, ...]] | None = None
        self._cells: dict[tuple[str, str], TextElement] = {}
        self._shown: dict[tuple[str, str], Cell] = {}

    def show(self, caption: str, corner: str, grid: Grid, columns: tuple[str, ...] | None = None) -> None:
        """Shows a grid.

        Args:
            caption: what it is of.
            corner: what its rows and columns are.
            grid: the readings.
            columns: the heads of the columns, where they are not called as the grid calls them.
        """
        shape = (caption, grid.rows, grid.columns)
        if shape != self._shape:
            self._build(caption, corner, grid, columns or grid.columns)
            self._shape = shape
        for key, cell in self._cells.items():
            reading = grid.cells.get(key)
            if key not in self._shown or self._shown[key] != reading:
                _paint(cell, reading)
                self._shown[key] = reading

    def _build(self, caption: str, corner: str, grid: Grid, heads: tuple[str, ...]) -> None:
        self._frame.clear()
        self._frame.props["tabindex"] = 0
        self._frame.props["role"] = "region"
        self._frame.props["aria-label"] = caption
        self._cells, self._shown = {}, {}
        with self._frame, ui.element("table").classes("data heatmap"):
            said("caption", caption)
            with ui.element("thead"), ui.element("tr"):
                for head in (corner, *heads):
                    said("th", head, scope="col")
            with ui.element("tbody"):
                for row in grid.rows:
                    with ui.element("tr"):
                        said("th", row, scope="row")
                        for column in grid.columns:
                            self._cells[row, column] = said("td", "")


def _paint(cell: TextElement, reading: Cell) -> None:
    cell.text = spelled(reading) if reading else ""
    if reading is None:
        cell.classes(remove="heat").style(replace="")
        cell.props.pop("title", None)
        return
    cell.classes("heat").style(replace=tint(reading))
    cell.props["title"] = reading.why
