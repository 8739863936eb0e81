"""Everybody's mind at one time: heat maps of who suspects whom, and one seat's way there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from nicegui import ui

from parlour.core import Player
from parlour.llm import Language
from parlour.web.insight import Grid, SeatReading, measure, measure_name, over_rounds, standing
from parlour.web.pages.god.elements import PHRASES, said
from parlour.web.pages.god.heat import HeatMap
from parlour.web.pages.god.lines import line_class, over_time


class ReadingsBoard:
    """Shows readings up to an entry of the journal.

    Args:
        players: in seat order.
        language: of the table.
        name_round: what a round is called; if left out, by its number.
    """

    def __init__(
        self,
        players: Sequence[Player],
        language: Language,
        name_round: Callable[[int], str] | None = None,
    ) -> None:
        self._players = players
        self._name_round = name_round or self._numbered
        self._language: Language = language
        self._say = partial(PHRASES.say, language=language)
        self._told: Sequence[SeatReading] = ()
        self._until: int | None = None
        self._drawn: Sequence[SeatReading] = ()
        self._maps: dict[tuple[str, str], HeatMap] = {}
        with ui.element("div").classes("board"):
            self._empty = said("p", self._say("no_readings"), "faded")
            said("p", self._say("heat_note"), "faded")
            self._grids = ui.element("div")
            with ui.element("div").classes("way"):
                said("h2", self._say("way_heading"))
                self._seat = ui.select(
                    {name: name for name in players},
                    value=players[0],
                    label=self._say("way_seat"),
                    on_change=self._draw_way,
                )
                self._way = ui.element("div")

    def show(self, told: Sequence[SeatReading], until: int | None = None) -> None:
        """Shows what everybody held of everybody at that entry; None for the last."""
        self._told, self._until = told, until
        grids = standing(told, self._players, until)
        self._empty.set_visibility(not grids)
        for each in grids:
            self._map(each).show(
                measure_name(each.measure, each.case, self._language), self._say("of_whom"), each
            )
        self._drop_all_but(grids)
        self._draw_way()

    def open(self, seat: Player) -> None:
        """Shows that seat's way to what it holds now."""
        self._seat.value = seat

    def _map(self, grid: Grid) -> HeatMap:
        key = (grid.measure, grid.case)
        if key not in self._maps:
            with self._grids:
                self._maps[key] = HeatMap()
        return self._maps[key]

    def _drop_all_but(self, grids: Sequence[Grid]) -> None:
        """Where time runs backwards, what is not known yet disappears."""
        gone = self._maps.keys() - {(each.measure, each.case) for each in grids}
        if gone:
            self._grids.clear()
            self._maps.clear()
            for each in grids:
                caption = measure_name(each.measure, each.case, self._language)
                self._map(each).show(caption, self._say("of_whom"), each)

    def _draw_way(self) -> None:
        seat = str(self._seat.value)
        told = [
            each
            for each in self._told
            if each.seat == seat and (self._until is None or each.number <= self._until)
        ]
        if told == self._drawn and told:
            return
        self._drawn = told
        self._way.clear()
        with self._way:
            grids = over_rounds(told, self._players, seat)
            if not grids:
                said("p", self._say("no_readings_of", seat=seat), "faded")
            for grid in grids:
                self._draw_grid(grid, [each for each in told if _is_of(each, seat, grid)])

    def _draw_grid(self, grid: Grid, told: Sequence[SeatReading]) -> None:
        heads = tuple(self._name_round(int(number)) for number in grid.columns)
        measured = measure_name(grid.measure, grid.case, self._language)
        caption = self._say("way_of", seat=self._seat.value, measure=measured)
        HeatMap().show(caption, self._say("of_whom_when"), grid, heads)
        if measure(grid.measure).is_fine and len(grid.columns) > 1:
            ui.html(over_time(told, grid.rows), sanitize=False).classes("drawing")
            with ui.element("div").classes("key"):
                for place, about in enumerate(grid.rows):
                    said("span", about, line_class(place))
            said("p", self._say("lines_note"), "faded")

    def _numbered(self, number: int) -> str:
        return self._say("round" if number else "opening", round=number)


def _is_of(each: SeatReading, seat: Player, grid: Grid) -> bool:
    return (each.seat, each.measure, each.case) == (seat, grid.measure, grid.case)
