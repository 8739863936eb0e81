"""Tables and heat maps of all seats' readings at one time, one seat's readings over time, and costs."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from xml.etree.ElementTree import Element, SubElement, tostring

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement

from parlour.arena import Setup
from parlour.core import Player
from parlour.evaluation import Spent
from parlour.language.wording import GamePhrases, Phrases
from parlour.llm import Language
from parlour.web.insight.readings import Cell, Grid, SeatReading, measure, over_rounds, spell, standing, tint
from parlour.web.insight.review import SeatCost
from parlour.web.insight.thoughts import measure_name
from parlour.web.pages.look import add_text, style

PHRASES = Phrases("parlour.web.pages.god")
_MOST_BESIDE = 3
"""The columns for which a telephone has room."""


@contextmanager
def data_table(caption: str, heads: Sequence[str]) -> Generator[None]:
    """Opens a table that scrolls by itself if it is too wide; its rows are made in the `with` block.

    On a telephone each row of many columns becomes a block, with the `data-label` of each cell before it.
    """
    stacks = " is-stacked" if len(heads) > _MOST_BESIDE else ""
    with ui.element("div").classes("wide") as frame, ui.element("table").classes(f"data{stacks}"):
        frame.props["tabindex"] = 0
        frame.props["role"] = "region"
        frame.props["aria-label"] = caption
        add_text("caption", caption)
        with ui.element("thead"), ui.element("tr"):
            for head in heads:
                add_text("th", head, scope="col")
        with ui.element("tbody"):
            yield


def show_table(
    caption: str, heads: Sequence[str], rows: Iterable[tuple[str, *tuple[str | tuple[str, str], ...]]]
) -> None:
    """Shows a table; the first cell of a row is its head, and a cell is a text or a text with its classes."""
    with data_table(caption, heads):
        for head, *cells in rows:
            with ui.element("tr"):
                add_text("th", head, scope="row")
                for label, cell in zip(heads[1:], cells, strict=True):
                    add_text("td", *((cell,) if isinstance(cell, str) else cell), data_label=label)


def dress() -> None:
    """Adds the colours and the style of the pages that look back at a match."""
    ui.colors(primary="var(--brass)")
    ui.add_css(style("god/god.css"))


class ReadingsBoard:
    """All seats' readings up to an entry of the journal."""

    def __init__(self, setup: Setup, name_round: Callable[[int], str] | None = None) -> None:
        self._players = players = setup.players
        self._name_round = name_round or self._round_name
        self._language: Language = setup.language
        self._phrases = GamePhrases(setup.game.name, setup.language)
        self._say = partial(PHRASES.say, language=setup.language)
        self._seat_readings: Sequence[SeatReading] = ()
        self._until: int | None = None
        self._drawn: Sequence[SeatReading] = ()
        self._maps: dict[tuple[str, str], HeatMap] = {}
        with ui.element("div").classes("board"):
            self._empty = add_text("p", self._say("no_readings"), "faded")
            add_text("p", self._say("heat_note"), "faded")
            self._grids = ui.element("div")
            with ui.element("div").classes("way"):
                add_text("h2", self._say("way_heading"))
                self._seat = ui.select(
                    {name: name for name in players},
                    value=players[0],
                    label=self._say("way_seat"),
                    on_change=self._draw_way,
                )
                self._way = ui.element("div")

    def show(self, seat_readings: Sequence[SeatReading], until: int | None = None) -> None:
        """Shows the readings at an entry; None for the last one."""
        self._seat_readings, self._until = seat_readings, until
        grids = standing(seat_readings, self._players, until)
        self._empty.set_visibility(not grids)
        if self._maps.keys() - {(grid.measure, grid.case) for grid in grids}:
            self._grids.clear()
            self._maps.clear()
        for grid in grids:
            self._map(grid).show(self._measure_of(grid), self._say("of_whom"), grid)
        self._draw_way()

    def open(self, seat: Player) -> None:
        """Shows one seat's readings over time."""
        self._seat.value = seat

    def _map(self, grid: Grid) -> HeatMap:
        key = (grid.measure, grid.case)
        if key not in self._maps:
            with self._grids:
                self._maps[key] = HeatMap()
        return self._maps[key]

    def _draw_way(self) -> None:
        seat = str(self._seat.value)
        seat_readings = [
            reading
            for reading in self._seat_readings
            if reading.seat == seat and (self._until is None or reading.number <= self._until)
        ]
        if seat_readings == self._drawn and seat_readings:
            return
        self._drawn = seat_readings
        self._way.clear()
        with self._way:
            grids = over_rounds(seat_readings, self._players, seat)
            if not grids:
                add_text("p", self._say("no_readings_of", seat=seat), "faded")
            for grid in grids:
                self._draw_grid(grid, [reading for reading in seat_readings if _is_of(reading, seat, grid)])

    def _draw_grid(self, grid: Grid, seat_readings: Sequence[SeatReading]) -> None:
        heads = tuple(self._name_round(int(number)) for number in grid.columns)
        caption = self._say("way_of", seat=self._seat.value, measure=self._measure_of(grid))
        HeatMap().show(caption, self._say("of_whom_when"), grid, heads)
        if measure(grid.measure).is_fine and len(grid.columns) > 1:
            ui.html(over_time(seat_readings, grid.rows), sanitize=False).classes("drawing")
            with ui.element("div").classes("key"):
                for place, about in enumerate(grid.rows):
                    add_text("span", about, line_class(place))
            add_text("p", self._say("lines_note"), "faded")

    def _measure_of(self, grid: Grid) -> str:
        return measure_name(grid.measure, self._phrases.case(grid.case), self._language)

    def _round_name(self, number: int) -> str:
        day = self._phrases.find("day", round=number) if number else None
        return day or self._say("round" if number else "opening", round=number)


def _is_of(reading: SeatReading, seat: Player, grid: Grid) -> bool:
    return (reading.seat, reading.measure, reading.case) == (seat, grid.measure, grid.case)


class HeatMap:
    """A grid as a table with coloured cells; only changed cells are redrawn."""

    def __init__(self) -> None:
        self._frame = ui.element("div").classes("wide")
        self._shape: tuple[str, tuple[str, ...], tuple[str, ...]] | None = None
        self._cells: dict[tuple[str, str], TextElement] = {}
        self._readings: dict[tuple[str, str], Cell] = {}

    def show(self, caption: str, corner: str, grid: Grid, columns: tuple[str, ...] | None = None) -> None:
        """Shows a grid."""
        shape = (caption, grid.rows, grid.columns)
        if shape != self._shape:
            self._build(caption, corner, grid, columns or grid.columns)
            self._shape = shape
        for key, cell in self._cells.items():
            reading = grid.cells.get(key)
            if key not in self._readings or self._readings[key] != reading:
                _paint(cell, reading)
                self._readings[key] = reading

    def _build(self, caption: str, corner: str, grid: Grid, heads: tuple[str, ...]) -> None:
        self._frame.clear()
        self._frame.props["tabindex"] = 0
        self._frame.props["role"] = "region"
        self._frame.props["aria-label"] = caption
        self._cells, self._readings = {}, {}
        with self._frame, ui.element("table").classes("data heatmap"):
            add_text("caption", caption)
            with ui.element("thead"), ui.element("tr"):
                for head in (corner, *heads):
                    add_text("th", head, scope="col")
            with ui.element("tbody"):
                for row in grid.rows:
                    with ui.element("tr"):
                        add_text("th", row, scope="row")
                        for column in grid.columns:
                            self._cells[row, column] = add_text("td", "")


def _paint(cell: TextElement, reading: Cell) -> None:
    cell.text = spell(reading) if reading else ""
    if reading is None:
        cell.classes(remove="heat").style(replace="")
        cell.props.pop("title", None)
        return
    cell.classes("heat").style(replace=tint(reading))
    cell.props["title"] = reading.why


WIDE, HIGH, EDGE = 640, 180, 8
_DASHES = ("", "7 4", "2 4", "10 4 2 4")
_HUES = 6


def line_class(number: int) -> str:
    """Returns the class of a line's colour by its number."""
    return f"hue{number % _HUES}"


def over_time(seat_readings: Sequence[SeatReading], abouts: Sequence[Player]) -> str:
    """Draws one seat's suspicions over the match as an SVG, up to 1 at the top.

    The bottom is -1, or 0 where a measure knows nothing below.
    """
    first, last = seat_readings[0].number, seat_readings[-1].number
    bottom = measure(seat_readings[0].measure).lowest
    root = Element("svg", {"viewBox": f"0 0 {WIDE} {HIGH}", "class": "lines", "aria-hidden": "true"})
    zero = f"{_height(0, bottom):.1f}"
    SubElement(root, "line", {"x1": "0", "x2": str(WIDE), "y1": zero, "y2": zero, "class": "zero"})
    for place, about in enumerate(abouts):
        points = [
            (_along(reading, first, last), _height(reading.suspicion, bottom))
            for reading in seat_readings
            if reading.about == about
        ]
        if points:
            attributes: Mapping[str, str] = {
                "points": " ".join(f"{x:.1f},{y:.1f}" for x, y in [*points, (WIDE - EDGE, points[-1][1])]),
                "class": line_class(place),
                "stroke-dasharray": _DASHES[place // _HUES % len(_DASHES)],
            }
            SubElement(root, "polyline", dict(attributes))
    return tostring(root, encoding="unicode")


def _along(reading: SeatReading, first: int, last: int) -> float:
    return EDGE + (reading.number - first) / max(1, last - first) * (WIDE - 3 * EDGE)


def _height(suspicion: float, bottom: int) -> float:
    return HIGH - EDGE - (suspicion - bottom) / (1 - bottom) * (HIGH - 2 * EDGE)


_COLUMNS = ("player", "method", "model", "calls", "read", "cached", "written", "dollars", "seconds", "faults")


def show_costs(costs: Iterable[SeatCost], language: Language) -> None:
    """Shows a row for each seat and model, and one for the total."""
    say, seat_costs = partial(PHRASES.say, language=language), list(costs)
    total = Spent.of(cost.spent for cost in seat_costs)
    rows = [
        ((cost.player or say("several"), cost.method, cost.model), cost.spent, cost.faults)
        for cost in seat_costs
    ]
    rows.append(((say("all"), "", ""), total, sum(cost.faults for cost in seat_costs)))

    def numbers(spent: Spent, faults: int) -> Iterator[tuple[str, str]]:
        dollars = say("unpriced") if spent.dollars is None else f"{spent.dollars:.4f}"
        counts = (spent.calls, spent.input_tokens, spent.cached_tokens, spent.output_tokens)
        texts = (*(f"{count:,}" for count in counts), dollars, f"{spent.seconds:.1f}", str(faults))
        return ((number, "number") for number in texts)

    cells = [(*names, *numbers(spent, faults)) for names, spent, faults in rows]
    show_table(say("costs"), [say(name) for name in _COLUMNS], cells)
