"""The replay: a match on a slider, the roles, and downloads."""

from __future__ import annotations

import asyncio
import json
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from urllib.parse import urlencode

from fastapi import Response
from nicegui import app, events, ui

from parlour.core import Player
from parlour.errors import ParlourError
from parlour.language.wording import GamePhrases, title_of, word
from parlour.llm import Language
from parlour.views import Truth, recorded_game, truth
from parlour.web.export import page_of, page_seen, record_json
from parlour.web.hosting import FeedLine, TableServer, Visibility
from parlour.web.insight.readings import SeatReading, readings
from parlour.web.insight.thoughts import NO_STRIPS, readings_between, recorded_words, stretch_name, strips
from parlour.web.insight.visit import Visit, visit, visit_match
from parlour.web.pages.god import dress, show_table
from parlour.web.pages.look import LONGEST_BUILD, add_text, enter_visit, shell, style
from parlour.web.pages.portraits import face_css
from parlour.web.pages.replay.beside import Beside
from parlour.web.pages.replay.transcript import PHRASES, ReplayControls, Transcript
from parlour.web.pages.stage import RecordedStage, dress_stage

GOD, PUBLIC = "", " "
"""The points of view that are no player's: everything, and public information only."""
_DIGITS = 12
"""More digits than the number of any entry has."""


def register(server: Callable[[], TableServer]) -> None:
    """Adds the page, for a token and for a match in the store, and its downloads."""

    @app.get("/replay/match/{match}/export.{form}")
    async def export_match(match: str, form: str) -> Response:
        return await _download(lambda: visit_match(server(), match), form)

    @app.get("/replay/{token}/export.{form}")
    async def export(token: str, form: str) -> Response:
        return await _download(lambda: visit(server(), token), form)

    @ui.page("/replay/match/{match}", response_timeout=LONGEST_BUILD)
    async def of_match(match: str, at: str = "", beside: str = "") -> None:
        await _enter(lambda: visit_match(server(), match), at, beside, closed="being_played")

    @ui.page("/replay/{token}", response_timeout=LONGEST_BUILD)
    async def of_pass(token: str, at: str = "", beside: str = "") -> None:
        await _enter(lambda: visit(server(), token), at, beside)


async def _enter(enter: Callable[[], Visit], at: str, beside: str, *, closed: str = "no_link") -> None:
    visit = enter_visit(enter, closed=closed)
    if visit is None:
        return
    dress()
    dress_stage()
    ui.add_css(style("replay/replay.css") + face_css(visit.setup))
    language = visit.setup.language
    lines = await asyncio.to_thread(visit.lines)
    with shell(_title(visit), language, is_heading=not lines):
        if lines:
            between = await asyncio.to_thread(_between, visit)
            _Replay(visit, lines, between, language).open(at, beside)
        else:
            add_text("p", PHRASES.say("nothing_yet", language), "sheet")


def _between(visit: Visit) -> Sequence[SeatReading]:
    if not visit.visibility.is_god or recorded_game(visit.setup.game) is None:
        return ()
    return tuple(readings_between(visit.happened, visit.record()))


def _title(visit: Visit) -> str:
    return PHRASES.say("title", visit.setup.language, name=title_of(visit.setup.game))


class _Replay:
    def __init__(
        self, visit: Visit, lines: Sequence[FeedLine], between: Sequence[SeatReading], language: Language
    ) -> None:
        self._visit, self._all, self._between = visit, lines, between
        self._is_watched = recorded_game(visit.setup.game) is not None
        self._seat_readings: Sequence[SeatReading] = ()
        self._client = ui.context.client
        self._say = partial(PHRASES.say, language=language)
        self._lines: Sequence[FeedLine] = ()
        self._rounds: Sequence[int] = ()
        self._at = 0
        self._chosen: Sequence[FeedLine] = lines
        self._is_plain = visit.visibility.is_god and not self._is_watched
        add_text("h1", _title(visit))
        if visit.token and visit.is_over:
            ui.link(self._say("to_after"), f"/after/{visit.token}")
        self._stage = None if self._is_watched else RecordedStage(visit, self._open_mind)
        self._controls = ReplayControls(language, self._show, self._length)
        self._eyes_choice()
        with ui.element("div").classes("split"):
            with ui.element("section").classes("sheet"):
                self._transcript = Transcript(language, self._controls.go_to, self._open_prompt)
            with ui.element("section").classes("sheet aside"):
                self._beside = Beside(
                    visit, language, self._controls.go_to, recorded_words(visit.setup, lines), between
                )
        self._links()
        self._developers = ui.switch(self._say("for_developers"), on_change=self._show_all)
        self._developers.set_visibility(self._is_plain)
        self._beside.show_all(is_all=not self._is_plain)
        if self._is_plain:
            _list_roles(visit, language)
        self._load(lines)

    def _show_all(self, switched: events.ValueChangeEventArguments[bool | None]) -> None:
        """Shows or hides what only developers look for: thoughts, prompts and costs."""
        self._is_plain = not switched.value
        self._beside.show_all(is_all=not self._is_plain)
        self._load(self._chosen)

    def _links(self) -> None:
        visit = self._visit
        with ui.element("nav").classes("links"):
            if visit.token and visit.visibility.is_god and not visit.is_over:
                ui.link(self._say("to_live"), f"/replay/{visit.token}/live")
            ui.link(self._say("take_page"), f"/replay/{visit.place}/export.html")
            if visit.visibility.is_god:
                ui.link(self._say("take_record"), f"/replay/{visit.place}/export.json")

    def _eyes_choice(self) -> None:
        visit = self._visit
        if visit.visibility.is_god:
            eyes = {GOD: self._say("eyes_god"), PUBLIC: self._say("eyes_public")}
            eyes |= {name: self._say("eyes_of", player=name) for name in visit.setup.players}
            with self._controls.row:
                choice = ui.select(eyes, value=GOD, label=self._say("eyes"), on_change=self._look_through)
                choice.props("dense").classes("eyes")

    def _look_through(self, chosen: events.ValueChangeEventArguments[str | None]) -> None:
        if not chosen.value:
            self._load(self._all)
            return
        numbers = self._visit.seen_by(Visibility(player=None if chosen.value == PUBLIC else chosen.value))
        self._load([line for line in self._all if line.number in numbers])

    def _load(self, lines: Sequence[FeedLine]) -> None:
        number = self._lines[self._at].number if self._lines else 0
        self._chosen, self._seat_readings = lines, self._readings(lines)
        seat_readings = self._seat_readings
        lines = [line for line in lines if line.type != "thought"] if self._is_plain else lines
        self._lines, self._rounds, self._at = lines, _rounds(lines), 0
        opens_prompts = self._visit.visibility.is_god and not self._is_plain
        shown_strips = strips(lines, seat_readings) if self._is_watched else NO_STRIPS
        self._transcript.load(lines, shown_strips, opens_prompts=opens_prompts)
        self._beside.load(lines, seat_readings)
        if self._stage:
            self._stage.load(lines)
        if not lines:
            self._controls.tell(self._say("nothing_yet"))
        self._controls.span(len(lines), bisect_left([line.number for line in lines], number))

    def _readings(self, lines: Sequence[FeedLine]) -> Sequence[SeatReading]:
        seat_readings = list(readings(lines))
        return (
            sorted([*seat_readings, *self._between], key=lambda reading: reading.number)
            if seat_readings
            else seat_readings
        )

    def open(self, at: str, beside: str) -> None:
        """Goes to an entry and opens a tab, with thoughts where either is for developers."""
        is_thought = any(line.type == "thought" and str(line.number) == at for line in self._chosen)
        if self._is_plain and (is_thought or self._beside.is_for_developers(beside)):
            self._developers.value = True
        if at.isascii() and at.isdigit() and len(at) < _DIGITS:
            numbers = [line.number for line in self._lines]
            self._controls.go_to(max(0, bisect_right(numbers, int(at)) - 1))
        self._beside.open(beside)

    def _open_mind(self, seat: Player) -> None:
        self._beside.open_mind(seat)

    def _open_prompt(self, place: int) -> None:
        self._controls.go_to(place)
        self._beside.open("prompts")
        self._tell_address()

    def _length(self, place: int) -> int:
        line = self._lines[place]
        return len(line.words) if line.type == "event" and not line.is_dealt else 0

    def _tell_address(self) -> None:
        query = urlencode({"at": self._lines[self._at].number, "beside": self._beside.tab})
        self._client.run_javascript(f"history.replaceState(history.state, '', {json.dumps(f'?{query}')})")

    def _show(self, place: int) -> None:
        self._at = place
        now = self._rounds[place]
        self._transcript.show(place)
        self._beside.show(self._lines[place].number)
        if self._stage:
            self._stage.show(place, self._seat_readings)
        self._tell_address()
        key = "where" if self._stage or now else "where_opening"
        when = self._stage.time if self._stage else stretch_name(now or 1, self._visit.setup.language)
        self._controls.tell(self._say(key, place=place + 1, of=len(self._lines), when=when))


def _rounds(lines: Sequence[FeedLine]) -> list[int]:
    rounds, now = list[int](), 0
    for line in lines:
        now = line.round if line.type == "event" else now
        rounds.append(now)
    return rounds


def _list_roles(visit: Visit, language: Language) -> None:
    """Shows the final roles, or the answers to the hidden questions; loaded when unfolded."""
    is_read: list[bool] = []
    with ui.element("details").classes("sheet who-was") as details:
        add_text("summary", PHRASES.say("who_was", language))
        box = ui.element("div")

    async def read() -> None:
        if is_read:
            return
        is_read.append(True)
        true = await asyncio.to_thread(lambda: truth(visit.record()))
        heads = ("seat", "role") if true.roles else ("case", "culprits")
        head_texts = [PHRASES.say(head, language) for head in heads]
        with box:
            show_table(PHRASES.say("who_was", language), head_texts, _roles(visit, true, language).items())

    details.on("toggle", read, js_handler="() => emit()")


def _roles(visit: Visit, true: Truth, language: Language) -> Mapping[str, str]:
    phrases = GamePhrases(visit.setup.game.name, language)
    if true.roles:
        return {player: phrases.role(role) for player, role in true.roles.items()}
    none, comma = PHRASES.say("nobody", language), word("comma", language)
    return {phrases.case(case): comma.join(names) or none for case, names in true.culprits.items()}


_TYPES = {"html": "text/html; charset=utf-8", "json": "application/json"}


async def _download(enter: Callable[[], Visit], form: str) -> Response:
    try:
        visit = enter()
        if form not in _TYPES:
            return Response(status_code=404)
        if form == "json" and not visit.visibility.is_god:
            return Response(PHRASES.say("record_later", visit.setup.language), 403, media_type="text/plain")
        text = await asyncio.to_thread(_export, visit, form)
    except ParlourError as error:
        return Response(str(error), 404, media_type="text/plain")
    name = f'attachment; filename="parlour-{visit.match}.{form}"'
    return Response(text, media_type=_TYPES[form], headers={"Content-Disposition": name})


def _export(visit: Visit, form: str) -> str:
    if not visit.visibility.is_god:
        return page_seen(visit.match, visit.record().started, visit.setup, visit.lines())
    record = visit.record(with_calls=True)
    return record_json(record) if form == "json" else page_of(record)
