"""The replay: a match on a slider, with whatever the visitor may see beside it."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections.abc import Callable, Sequence
from importlib import resources

from nicegui import events, ui

from parlour.errors import NoEntry, UnknownMatch
from parlour.games.mystery import MysterySetup
from parlour.llm import Language
from parlour.web.hosting import House, Line, Sight
from parlour.web.insight import Reading, Visit, readings, seat_costs, visit, visit_match
from parlour.web.pages.god import Board, CostTable, GraphFrame, dress, has_graphs, said
from parlour.web.pages.look import shell
from parlour.web.pages.replay.downloads import register_downloads
from parlour.web.pages.replay.fork import Fork
from parlour.web.pages.replay.inspector import Inspector
from parlour.web.pages.replay.phrases import PHRASES
from parlour.web.pages.replay.search import Search
from parlour.web.pages.replay.transcript import Transcript

GOD, PUBLIC = "", " "
"""Of whose eyes: everybody's at once; nobody's in particular. No player is called so."""
LONGEST = 30
"""Seconds that the page of a very long match may take to be made."""
SPEEDS = (1, 2, 4, 10)
"""Lines per second."""
_MOMENT = 0.15
"""Seconds after which what stands beside the transcript follows it."""


def register(house: Callable[[], House]) -> None:
    """Adds the page, for a pass and for a match in the store, and what can be taken along."""
    register_downloads(house)

    @ui.page("/replay/match/{match}", response_timeout=LONGEST)
    async def of_match(match: str) -> None:
        await _enter(lambda: visit_match(house(), match))

    @ui.page("/replay/{token}", response_timeout=LONGEST)
    async def of_pass(token: str) -> None:
        await _enter(lambda: visit(house(), token))


async def _enter(enter: Callable[[], Visit]) -> None:
    try:
        seen = enter()
    except (NoEntry, UnknownMatch) as error:
        with shell("Parlour"):
            said("p", str(error), "sheet")
        return
    dress()
    ui.add_css((resources.files("parlour.web.pages.replay") / "replay.css").read_text(encoding="utf-8"))
    language = seen.setup.language
    lines = await asyncio.to_thread(seen.lines)
    with shell(_title(seen), language):
        if lines:
            _Replay(seen, lines, language)
        else:
            said("p", PHRASES.say("nothing_yet", language), "sheet")


def _title(seen: Visit) -> str:
    game = seen.setup.game
    name = (
        game.script.title if isinstance(game, MysterySetup) else PHRASES.say(game.name, seen.setup.language)
    )
    return PHRASES.say("title", seen.setup.language, name=name)


class _Slider(ui.slider):
    """A slider that does not wait for the server to say where it is: keys would be lost on a slow line."""

    LOOPBACK = False


class _Replay:
    """One visitor's place in a match.

    Args:
        seen: whose match, and who looks.
        lines: all that the visitor may see of it.
        language: of the table.
    """

    def __init__(self, seen: Visit, lines: Sequence[Line], language: Language) -> None:
        self._seen, self._all = seen, lines
        self._language: Language = language
        self._lines: Sequence[Line] = ()
        self._told: Sequence[Reading] = ()
        self._rounds: Sequence[int] = ()
        self._at, self._is_late = 0, False
        said("h1", _title(seen))
        self._links()
        self._controls()
        with ui.element("div").classes("split"):
            with ui.element("section").classes("sheet"):
                self._transcript = Transcript(language)
            with ui.element("section").classes("sheet aside"):
                self._tabs()
        self._timer = ui.timer(1.0, self._step, active=False)
        self._load(lines)

    def _links(self) -> None:
        seen = self._seen
        with ui.element("nav").classes("links"):
            if seen.token and seen.is_over:
                ui.link(self._say("to_after"), f"/after/{seen.token}")
            if seen.token and seen.sight.is_god and not seen.is_over:
                ui.link(self._say("to_live"), f"/replay/{seen.token}/live")
            ui.link(self._say("take_page"), f"/replay/{seen.place}/export.html")
            if seen.sight.is_god:
                ui.link(self._say("take_record"), f"/replay/{seen.place}/export.json")

    def _controls(self) -> None:
        with ui.element("div").classes("sheet controls"):
            with ui.element("div").classes("buttons"):
                for name, icon, move in (
                    ("first", "first_page", lambda: self._go_to(0)),
                    ("back", "chevron_left", lambda: self._go_to(self._at - 1)),
                ):
                    self._icon(name, icon, move)
                self._play = self._icon("play", "play_arrow", self._toggle)
                for name, icon, move in (
                    ("on", "chevron_right", lambda: self._go_to(self._at + 1)),
                    ("last", "last_page", lambda: self._go_to(len(self._lines) - 1)),
                ):
                    self._icon(name, icon, move)
                speeds = {speed: self._say("speed", count=speed) for speed in SPEEDS}
                self._speed = ui.select(speeds, value=SPEEDS[1], on_change=self._set_speed).props("dense")
                self._speed.props["aria-label"] = self._say("speed_label")
                self._eyes_choice()
            self._slider = _Slider(min=0, max=1, value=0, on_change=self._slid)
            self._slider.props["aria-label"] = self._say("slider")
            self._where = said("p", "", "faded where")

    def _icon(self, name: str, icon: str, move: Callable[[], None]) -> ui.button:
        button = ui.button(icon=icon, on_click=move).props("flat round dense")
        button.props["aria-label"] = self._say(name)
        return button

    def _eyes_choice(self) -> None:
        seen = self._seen
        if seen.sight.is_god:
            eyes = {GOD: self._say("eyes_god"), PUBLIC: self._say("eyes_public")}
            eyes |= {name: self._say("eyes_of", player=name) for name in seen.setup.players}
            choice = ui.select(eyes, value=GOD, label=self._say("eyes"), on_change=self._look_through)
            choice.props("dense").classes("eyes")

    def _tabs(self) -> None:
        seen, language = self._seen, self._language
        self._board: Board | None = None
        self._inspector: Inspector | None = None
        self._fork: Fork | None = None
        names = ["search"]
        if seen.sight.is_god:
            names = ["minds", *(["graphs"] if has_graphs(seen.setup) else []), "prompts", "search", "costs"]
            names += ["fork"] if seen.is_host else []
        with ui.tabs().props("dense no-caps align=left outside-arrows mobile-arrows") as tabs:
            for name in names:
                ui.tab(name, self._say(f"tab_{name}"))
        self._panels = ui.tab_panels(tabs, value=names[0], animated=False, on_change=self._turn)
        with self._panels.props("keep-alive").classes("panels"):
            for name in names:
                with ui.tab_panel(name):
                    match name:
                        case "minds":
                            self._board = Board(seen.setup.players, language)
                        case "graphs":
                            GraphFrame(seen, language)
                        case "prompts":
                            self._inspector = Inspector(seen, language)
                        case "costs":
                            self._costs = ui.element("div")
                        case "fork":
                            self._fork = Fork(seen, language)
                        case _:
                            self._search = Search(language, self._go_to)

    def _load(self, lines: Sequence[Line]) -> None:
        """Takes what other eyes see, and stays as near as can be to where it was."""
        number = self._lines[self._at].number if self._lines else 0
        self._lines, self._told, self._rounds = lines, list(readings(lines)), _rounds(lines)
        self._transcript.load(lines)
        self._search.load(lines)
        self._slider.props["max"] = max(1, len(lines) - 1)
        self._at = -1
        self._go_to(bisect_left([each.number for each in lines], number))

    def _go_to(self, place: int) -> None:
        place = max(0, min(place, len(self._lines) - 1))
        if place == self._at:
            return
        self._at = place
        self._slider.value = place
        line = self._lines[place]
        self._transcript.show(place)
        now = self._rounds[place]
        key = "where" if now else "where_opening"
        self._where.text = self._say(key, place=place + 1, of=len(self._lines), number=line.number, round=now)
        self._turn()

    async def _show_beside(self) -> None:
        """Brings the panel that is open to where the transcript stands; the others follow when opened."""
        self._is_late = False
        number = self._lines[self._at].number
        match self._panels.value:
            case "minds" if self._board:
                self._board.show(self._told, number)
            case "prompts" if self._inspector:
                await self._inspector.show(number)
            case "fork" if self._fork:
                self._fork.show(number)
            case "costs":
                await self._show_costs()
            case _:
                pass

    async def _show_costs(self) -> None:
        if not self._costs.default_slot.children:
            record = await asyncio.to_thread(lambda: self._seen.record(with_calls=True))
            with self._costs:
                CostTable(seat_costs(record), self._language)

    def _turn(self) -> None:
        """Brings the open panel up to date a moment from now: while the slider moves, once for many steps."""
        if not self._is_late:
            self._is_late = True
            ui.timer(_MOMENT, self._show_beside, once=True)

    def _slid(self, slid: events.ValueChangeEventArguments[float | None]) -> None:
        self._go_to(int(slid.value or 0))

    def _toggle(self) -> None:
        if not self._timer.active and self._at == len(self._lines) - 1:
            self._go_to(0)
        self._set_playing(is_playing=not self._timer.active)

    def _set_playing(self, *, is_playing: bool) -> None:
        self._timer.active = is_playing
        self._timer.interval = 1 / float(self._speed.value or 1)
        self._play.props["icon"] = "pause" if is_playing else "play_arrow"
        self._play.props["aria-label"] = self._say("pause" if is_playing else "play")

    def _set_speed(self) -> None:
        self._timer.interval = 1 / float(self._speed.value or 1)

    def _step(self) -> None:
        self._go_to(self._at + 1)
        if self._at == len(self._lines) - 1:
            self._set_playing(is_playing=False)

    def _look_through(self, chosen: events.ValueChangeEventArguments[str | None]) -> None:
        if not chosen.value:
            self._load(self._all)
            return
        numbers = self._seen.seen_by(Sight(player=None if chosen.value == PUBLIC else chosen.value))
        self._load([each for each in self._all if each.number in numbers])

    def _say(self, key: str, **variables: object) -> str:
        return PHRASES.say(key, self._language, **variables)


def _rounds(lines: Sequence[Line]) -> list[int]:
    """The round in which each line stands; a thought is of the round that was last spoken of."""
    told, now = list[int](), 0
    for each in lines:
        now = each.round if each.type == "event" else now
        told.append(now)
    return told
