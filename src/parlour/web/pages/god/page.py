"""The god view of a match that is being played: what is said, and what everybody thinks, as it happens."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from nicegui import context, ui

from parlour.core import event_kinds, find_game
from parlour.llm import Language
from parlour.views import MindPage, mind_pages
from parlour.web.hosting import FeedLine, Happened, LiveMatch, TableServer, Update
from parlour.web.insight import Visit, heading, in_words, readings, seat_costs, visit
from parlour.web.pages.god.board import ReadingsBoard
from parlour.web.pages.god.costs import CostTable
from parlour.web.pages.god.elements import PHRASES, dress, said
from parlour.web.pages.god.mind_frame import MindFrame, register_frames
from parlour.web.pages.look import shell, visited

_LATEST = 40
_BEAT = 0.5
"""Seconds between two looks at what is new."""


def register(house: Callable[[], TableServer]) -> None:
    """Adds the page, and the frames of what methods draw."""
    register_frames(house)

    @ui.page("/replay/{token}/live")
    def live(token: str) -> None:
        seen = visited(lambda: visit(house(), token))
        if seen is None:
            return
        language = seen.setup.language
        dress()
        with shell(PHRASES.say("title", language), language):
            if seen.visibility.is_god:
                _Live(house().table(seen.match), seen, language)
            else:
                said("p", PHRASES.say("not_yet", language), "sheet")


class _Live:
    def __init__(self, table: LiveMatch, seen: Visit, language: Language) -> None:
        self._table, self._seen = table, seen
        self._language: Language = language
        self._told: list[FeedLine] = []
        self._is_stale = True
        self._kinds = find_game(seen.setup.game.name).kinds.events
        said("h1", PHRASES.say("title", language))
        with ui.element("nav").classes("links"):
            ui.link(PHRASES.say("to_replay", language), f"/replay/{seen.token}")
        with ui.element("div").classes("split"):
            with ui.element("section").classes("sheet"):
                said("h2", PHRASES.say("latest", language))
                self._lines = ui.element("ol").classes("lines-said")
                self._lines.props["tabindex"] = 0
            with ui.element("div"):
                self._frames = [self._framed(name, page) for name, page in mind_pages(seen.setup).items()]
                with ui.element("section").classes("sheet"):
                    said("h2", PHRASES.say("minds", language))
                    self._board = ReadingsBoard(seen.setup.players, language)
                with ui.element("section").classes("sheet"):
                    ui.button(PHRASES.say("show_costs", language), on_click=self._show_costs)
                    self._costs = ui.element("div")
        stop = table.feed.listen(self._hear)
        context.client.on_delete(stop)  # pyright: ignore[reportUnknownMemberType]
        self._look()
        ui.timer(_BEAT, self._look)

    def _framed(self, method: str, page: MindPage) -> MindFrame:
        with ui.element("section").classes("sheet"):
            said("h2", page.title(self._language))
            anew = ui.button(PHRASES.say("draw_anew", self._language)).props("flat dense no-caps")
            frame = MindFrame(self._seen, self._language, method, page)
            anew.on_click(frame.draw)
            return frame

    def _hear(self, update: Update) -> None:
        self._is_stale = self._is_stale or isinstance(update, Happened)

    def _look(self) -> None:
        if not self._is_stale:
            return
        self._is_stale = False
        known = self._told[-1].number if self._told else -1
        new = self._table.lines(self._seen.visibility, after=known)
        self._told += new
        self._board.show(list(readings(self._told)))
        self._lines.clear()
        with self._lines:
            for each in reversed(self._told[-_LATEST:]):
                with ui.element("li").classes(each.type):
                    if each.type == "thought":
                        said("b", heading(each, self._language))
                    said("p", in_words(each, self._language))
        if known >= 0 and any(map(self._is_turn, new)):
            for frame in self._frames:
                frame.draw()

    def _is_turn(self, each: FeedLine) -> bool:
        """Whether pages are drawn anew after it; oftener, nobody could look at one in peace."""
        kind = self._kinds.get(each.kind) if each.type == "event" else None
        return kind is not None and (kind.opens or kind is event_kinds.WON)

    async def _show_costs(self) -> None:
        record = await asyncio.to_thread(self._table.record)
        self._costs.clear()
        with self._costs:
            CostTable(seat_costs(record), self._language)
