"""The tabs beside a transcript: readings, methods' pages, prompts, search, costs and the fork."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from nicegui import events, ui

from parlour.agents import METHODS
from parlour.arena import HUMAN
from parlour.core import Player
from parlour.errors import ParlourError
from parlour.llm import Language
from parlour.views import mind_pages
from parlour.web.hosting import FeedLine
from parlour.web.insight.readings import SeatReading
from parlour.web.insight.review import seat_costs
from parlour.web.insight.thoughts import RecordedWords, ToldTable, heading, in_words, stop_name
from parlour.web.insight.visit import ForkPoint, Visit
from parlour.web.pages.god import MindFrame, ReadingsBoard, show_costs, show_table
from parlour.web.pages.look import add_text, keep_token
from parlour.web.pages.replay.transcript import PHRASES, Inspector

_MOMENT = 0.15
"""The seconds after which the tabs follow the transcript."""


_FOR_PLAYERS = frozenset({"recorded", "minds", "search", "fork"})


class Beside:
    """The tabs beside the transcript; each shows the data of the current entry."""

    def __init__(
        self,
        visit: Visit,
        language: Language,
        go_to: Callable[[int], None],
        recorded: RecordedWords | None = None,
        between: Sequence[SeatReading] = (),
    ) -> None:
        self._visit = visit
        self._language: Language = language
        self._seat_readings: Sequence[SeatReading] = ()
        self._number = 0
        self._late = ui.timer(_MOMENT, self._catch_up, active=False)
        self._board: ReadingsBoard | None = None
        self._inspector: Inspector | None = None
        self._fork: ForkForm | None = None
        self._pages = mind_pages(visit.setup)
        self._recorded, self._between = recorded, between
        self._names = names = list(_names(visit, self._pages))
        if recorded and visit.visibility.is_god:
            names.insert(0, "recorded")
        with ui.tabs().props("dense no-caps align=left outside-arrows mobile-arrows") as tabs:
            self._tabs = {name: ui.tab(name, self._title(name)) for name in names}
        self._panels = ui.tab_panels(tabs, value=names[0], animated=False, on_change=self._follow)
        with self._panels.props("keep-alive").classes("panels"):
            for name in names:
                with ui.tab_panel(name):
                    self._fill(name, go_to)

    def load(self, lines: Sequence[FeedLine], seat_readings: Sequence[SeatReading]) -> None:
        """Replaces the visible lines and readings."""
        self._seat_readings = seat_readings
        self._search.load(lines)

    def is_for_developers(self, tab: str) -> bool:
        """Tests for a tab that explains how agents work rather than what happened."""
        return tab in self._names and tab not in _FOR_PLAYERS

    def show_all(self, *, is_all: bool) -> None:
        """Shows all tabs, or those for players alone."""
        for name, tab in self._tabs.items():
            tab.set_visibility(is_all or not self.is_for_developers(name))
        if not is_all and self.is_for_developers(self.tab):
            self.open(self._names[0])

    def _title(self, name: str) -> str:
        page = self._pages.get(name)
        return page.title(self._language) if page else PHRASES.say(f"tab_{name}", self._language)

    @property
    def tab(self) -> str:
        return str(self._panels.value)

    def open(self, tab: str) -> None:
        """Opens a tab, if there is one of that name."""
        if tab in self._names:
            self._panels.value = tab

    def open_mind(self, seat: Player) -> None:
        """Opens the readings of one seat, if readings are visible."""
        if self._board:
            self._board.open(seat)
            self.open("minds")

    def show(self, number: int) -> None:
        """Schedules an update to an entry: while a slider moves, one update for many steps."""
        self._number = number
        self._follow()

    def _fill(self, name: str, go_to: Callable[[int], None]) -> None:
        visit, language = self._visit, self._language
        match name:
            case "recorded" if self._recorded:
                _show_recorded(self._recorded, self._between)
            case "minds":
                name_round = partial(stop_name, language=language) if self._recorded else None
                self._board = ReadingsBoard(visit.setup, name_round)
            case "prompts":
                self._inspector = Inspector(visit, language)
            case "costs":
                self._costs = ui.element("div")
            case "fork":
                self._fork = ForkForm(visit, language)
            case _ if name in self._pages:
                MindFrame(visit, language, name, self._pages[name])
            case _:
                self._search = Search(language, go_to)

    def _follow(self) -> None:
        """Starts the one timer: an element created by a clicked line would be deleted with it."""
        self._late.activate()

    async def _catch_up(self) -> None:
        self._late.deactivate()
        match self._panels.value:
            case "minds" if self._board:
                self._board.show(self._seat_readings, self._number)
            case "prompts" if self._inspector:
                await self._inspector.show(self._number)
            case "fork" if self._fork:
                self._fork.show(self._number)
            case "costs" if not self._costs.default_slot.children:
                record = await asyncio.to_thread(lambda: self._visit.record(with_calls=True))
                self._costs.clear()
                with self._costs:
                    show_costs(seat_costs(record), self._language)
            case _:
                pass


def _names(visit: Visit, pages: Iterable[str]) -> Sequence[str]:
    if not visit.visibility.is_god:
        return ("search",)
    fork = ("fork",) if visit.is_host else ()
    return ("minds", *pages, "prompts", "search", "costs", *fork)


def _show_recorded(words: RecordedWords, between: Sequence[SeatReading]) -> None:
    for line in words.lines():
        add_text("p", line)
    _show_table(words.seats())
    if foretold := words.foretold():
        _show_table(foretold)
    for note in words.notes(between):
        add_text("p", note, "faded")


def _show_table(table: ToldTable) -> None:
    rows = [
        (head, *((text, "right" if is_right else "") for text, is_right in rest))
        for (head, _), *rest in table.rows
    ]
    show_table(table.caption, table.heads, rows)


MOST = 50
_AROUND = 60
_DEBOUNCE_MS = 250


class Search:
    """A search field and its hits."""

    def __init__(self, language: Language, go_to: Callable[[int], None]) -> None:
        self._language: Language = language
        self._go_to = go_to
        self._lines: Sequence[FeedLine] = ()
        self._field = ui.input(PHRASES.say("search", language), on_change=self._find)
        self._field.props(f"debounce={_DEBOUNCE_MS} clearable")
        self._count = add_text("p", "", "faded")
        self._count.props["aria-live"] = "polite"
        self._hits = ui.element("ol").classes("found")

    def load(self, lines: Sequence[FeedLine]) -> None:
        """Replaces the lines to search."""
        self._lines = lines
        self._show(str(self._field.value or ""))

    def _find(self, event: events.ValueChangeEventArguments[str | None]) -> None:
        self._show(event.value or "")

    def _show(self, words: str) -> None:
        self._hits.clear()
        query = words.strip().casefold()
        if not query:
            self._count.text = ""
            return
        places = [
            (place, said_here)
            for place, line in enumerate(self._lines)
            if query in (said_here := in_words(line, self._language)).casefold()
        ]
        self._count.text = PHRASES.say("found", self._language, count=len(places))
        with self._hits:
            for place, text in places[:MOST]:
                self._hit(place, _around(text, query))

    def _hit(self, place: int, text: str) -> None:
        line = self._lines[place]
        name = heading(line, self._language) if line.type == "thought" else ""
        with ui.element("li"):
            label = f"{line.number} · {' · '.join(filter(None, (name, text)))}"
            ui.button(label, on_click=lambda: self._go_to(place)).props("flat no-caps align=left").classes(
                "hit"
            )


def _around(text: str, query: str) -> str:
    at = text.casefold().find(query)
    start, end = max(0, at - _AROUND), at + len(query) + _AROUND
    cut = " ".join(text[start:end].split())
    return f"{'…' if start else ''}{cut}{'…' if end < len(text) else ''}"


_SAME = ""


class ForkForm:
    """The changes of a fork and the button that makes it; for the host alone."""

    def __init__(self, visit: Visit, language: Language) -> None:
        self._visit = visit
        self._say = partial(PHRASES.say, language=language)
        self._decision: ForkPoint | None = None
        methods = {_SAME: self._say("as_before"), HUMAN: self._say("a_person")}
        methods |= {name: name for name in METHODS.load_all()}
        add_text("p", self._say("fork_note"), "faded")
        self._where = add_text("p", "")
        with ui.element("div").classes("fields"):
            players = {name: name for name in visit.setup.players}
            self._seat = ui.select(players, value=visit.setup.players[0], label=self._say("seat"))
            self._method = ui.select(methods, value=_SAME, label=self._say("method"))
            self._model = ui.input(self._say("model"), placeholder=self._say("model_default"))
        self._button = ui.button(self._say("fork"), on_click=self._fork)
        self._status = ui.element("div")
        self._status.props["aria-live"] = "polite"

    def show(self, number: int) -> None:
        """Shows the decision at which a fork from an entry would start."""
        self._decision = self._visit.decision_after(number)
        self._button.set_enabled(self._decision is not None)
        self._where.text = (
            self._say("fork_where", player=self._decision.player, number=self._decision.number)
            if self._decision
            else self._say("fork_nowhere")
        )

    async def _fork(self) -> None:
        if self._decision is None:
            return
        seat, method = str(self._seat.value), str(self._method.value)
        changes = {seat: (method, str(self._model.value or "").strip())} if method else {}
        self._button.set_enabled(False)
        try:
            self._visit.check_pass()
            table, passes = await self._visit.server.fork(self._visit.match, self._decision.step, changes)
        except ParlourError as error:
            self._tell(str(error))
            return
        finally:
            self._button.set_enabled(True)
        table.start()
        keep_token(next(ticket.token for ticket in passes if ticket.kind == "host"))
        self._status.clear()
        with self._status:
            add_text("p", self._say("forked", match=table.match))
            with ui.element("ul"):
                for ticket in passes:
                    name = self._say(f"link_{ticket.kind}", player=ticket.player)
                    with ui.element("li"):
                        page = "watch" if ticket.kind == "spectator" else ticket.kind
                        ui.link(name, f"/{page}/{ticket.token}", new_tab=True)

    def _tell(self, sentence: str) -> None:
        self._status.clear()
        with self._status:
            add_text("p", sentence, "wine")
