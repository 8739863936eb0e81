"""The god view of a match that is being played: its lines and all thoughts, as they happen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from fastapi import Response
from nicegui import app, context, ui

from parlour.core import Player, event_kinds, find_game
from parlour.errors import NoEntry, ParlourError
from parlour.llm import Language
from parlour.views import MindPage, mind_pages
from parlour.web.hosting import FeedLine, Happened, LiveMatch, TableServer, Update
from parlour.web.insight.readings import kind_of, readings
from parlour.web.insight.review import seat_costs
from parlour.web.insight.thoughts import heading, in_words
from parlour.web.insight.visit import Visit, visit, visit_match
from parlour.web.pages.god.board import PHRASES, ReadingsBoard, add_text, dress, show_costs
from parlour.web.pages.look import enter_visit, shell
from parlour.web.pages.portraits import face_css
from parlour.web.pages.stage import RecordedStage, dress_stage

_LATEST = 40
_BEAT = 0.5
"""Seconds between two looks at what is new."""


def register(server: Callable[[], TableServer]) -> None:
    """Adds the page, and the frames of methods' pages."""

    @app.get("/replay/match/{match}/mind/{method}")
    async def of_match(match: str, method: str) -> Response:
        return await _answer(lambda: visit_match(server(), match), method)

    @app.get("/replay/{token}/mind/{method}")
    async def of_pass(token: str, method: str) -> Response:
        return await _answer(lambda: visit(server(), token), method)

    @ui.page("/replay/{token}/live")
    def live(token: str) -> None:
        page_visit = enter_visit(lambda: visit(server(), token))
        if page_visit is None:
            return
        language = page_visit.setup.language
        dress()
        dress_stage()
        ui.add_css(face_css(page_visit.setup))
        with shell(PHRASES.say("title", language), language, is_heading=not page_visit.visibility.is_god):
            if page_visit.visibility.is_god:
                _Live(server().table(page_visit.match), page_visit, language)
            else:
                add_text("p", PHRASES.say("not_yet", language), "sheet")


class _Live:
    def __init__(self, table: LiveMatch, visit: Visit, language: Language) -> None:
        self._table, self._visit = table, visit
        self._language: Language = language
        self._feed_lines: list[FeedLine] = []
        self._is_stale = True
        self._kinds = find_game(visit.setup.game.name).kinds.events
        add_text("h1", PHRASES.say("title", language))
        with ui.element("nav").classes("links"):
            ui.link(PHRASES.say("to_replay", language), f"/replay/{visit.token}")
        self._stage = RecordedStage(visit, self._open_mind)
        self._stage.load(self._feed_lines)
        with ui.element("div").classes("split"):
            with ui.element("section").classes("sheet"):
                add_text("h2", PHRASES.say("latest", language))
                self._lines = ui.element("ol").classes("lines-said")
                self._lines.props["tabindex"] = 0
            with ui.element("div"):
                self._frames = [self._add_frame(name, page) for name, page in mind_pages(visit.setup).items()]
                with ui.element("section").classes("sheet") as self._minds:
                    add_text("h2", PHRASES.say("minds", language))
                    self._board = ReadingsBoard(visit.setup)
                with ui.element("section").classes("sheet"):
                    ui.button(PHRASES.say("show_costs", language), on_click=self._show_costs)
                    self._costs = ui.element("div")
        stop = table.feed.listen(self._hear)
        context.client.on_delete(stop)  # pyright: ignore[reportUnknownMemberType]
        self._look()
        ui.timer(_BEAT, self._look)

    def _add_frame(self, method: str, page: MindPage) -> MindFrame:
        with ui.element("section").classes("sheet"):
            add_text("h2", page.title(self._language))
            redraw = ui.button(PHRASES.say("draw_anew", self._language)).props("flat dense no-caps")
            frame = MindFrame(self._visit, self._language, method, page)
            redraw.on_click(frame.draw)
            return frame

    def _open_mind(self, seat: Player) -> None:
        self._board.open(seat)
        ui.run_javascript(f"getHtmlElement({self._minds.id})?.scrollIntoView()")

    def _hear(self, update: Update) -> None:
        self._is_stale = self._is_stale or isinstance(update, Happened)

    def _look(self) -> None:
        if not self._is_stale:
            return
        self._is_stale = False
        last_number = self._feed_lines[-1].number if self._feed_lines else -1
        new = self._table.lines(self._visit.visibility, after=last_number)
        self._feed_lines += new
        seat_readings = list(readings(self._feed_lines))
        self._board.show(seat_readings)
        if self._feed_lines:
            self._stage.show(len(self._feed_lines) - 1, seat_readings)
        self._lines.clear()
        with self._lines:
            for line in reversed(self._feed_lines[-_LATEST:]):
                self._line(line)
        if last_number >= 0 and any(map(self._is_turn, new)):
            for frame in self._frames:
                frame.draw()

    def _line(self, line: FeedLine) -> None:
        language = self._language
        with ui.element("li").classes(line.type):
            if line.type == "thought":
                add_text("b", heading(line, language))
            add_text("p", in_words(line, language))
            if line.actor and not line.is_dealt:
                address = f"/replay/{self._visit.token}?at={line.number}&beside=prompts"
                label = PHRASES.say("to_prompt_of", language, number=line.number)
                add_text("a", PHRASES.say("to_prompt", language), "to-prompt", href=address, aria_label=label)

    def _is_turn(self, line: FeedLine) -> bool:
        kind = kind_of(line, self._kinds)
        return kind is not None and (kind.opens or kind is event_kinds.WON)

    async def _show_costs(self) -> None:
        record = await asyncio.to_thread(self._table.record)
        self._costs.clear()
        with self._costs:
            show_costs(seat_costs(record), self._language)


_HEADERS = {
    # The page brings a policy of its own, which allows its script by digest and nothing else.
    "Content-Security-Policy": "frame-ancestors 'self'",
    "X-Frame-Options": "SAMEORIGIN",
    "Cache-Control": "no-store",
}


class MindFrame:
    """A method's page about a match as it stands; drawn at first, and again on demand."""

    def __init__(self, visit: Visit, language: Language, method: str, page: MindPage) -> None:
        self._address, self._drawn = f"/replay/{visit.place}/mind/{method}", 0
        with ui.element("div").classes("graphs"):
            self._frame = ui.element("iframe").classes("graph-frame")
            self._frame.props["title"] = page.title(language)
            self._frame.props["sandbox"] = "allow-scripts"
            add_text("p", page.note(language), "faded")
        self.draw()

    def draw(self) -> None:
        """Redraws the page from the current record."""
        self._drawn += 1
        self._frame.props["src"] = f"{self._address}?n={self._drawn}"


async def _answer(enter: Callable[[], Visit], method: str) -> Response:
    try:
        visit = enter()
        if not visit.visibility.is_god:
            return Response(PHRASES.say("not_yet", visit.setup.language), 403, media_type="text/plain")
        page = await asyncio.to_thread(_draw_page, visit, method)
    except ParlourError as error:
        return Response(str(error), 404, media_type="text/plain")
    return Response(page, media_type="text/html", headers=_HEADERS)


def _draw_page(visit: Visit, method: str) -> str:
    page = mind_pages(visit.setup).get(method)
    if page is None:
        raise NoEntry(f"no seat here plays by {method}, or it draws nothing")
    return page.draw(visit.record())
