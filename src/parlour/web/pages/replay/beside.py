"""What stands beside the transcript: minds, what methods draw, prompts, search, costs, and the fork."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from nicegui import ui

from parlour.core import Player
from parlour.llm import Language
from parlour.views import mind_pages
from parlour.web.hosting import FeedLine
from parlour.web.insight import RecordedView, SeatReading, Visit, seat_costs, stop_name
from parlour.web.pages.god import CostTable, MindFrame, ReadingsBoard
from parlour.web.pages.replay.fork import ForkForm
from parlour.web.pages.replay.inspector import Inspector
from parlour.web.pages.replay.phrases import PHRASES
from parlour.web.pages.replay.recorded import RecordedPanel
from parlour.web.pages.replay.search import Search

_MOMENT = 0.15
"""Seconds after which what stands beside the transcript follows it."""


class Beside:
    """Tabs of which each shows what belongs to the entry at which the replay stands.

    Args:
        seen: whose match, and who looks; it decides which tabs there are.
        language: of the table.
        go_to: told the place of a line that was searched and chosen.
        recorded: the game that the match follows; None of one that is played.
        between: what is known of its watcher between its stops.
    """

    def __init__(
        self,
        seen: Visit,
        language: Language,
        go_to: Callable[[int], None],
        recorded: RecordedView | None = None,
        between: Sequence[SeatReading] = (),
    ) -> None:
        self._seen = seen
        self._language: Language = language
        self._told: Sequence[SeatReading] = ()
        self._number = 0
        self._late = ui.timer(_MOMENT, self._catch_up, active=False)
        self._board: ReadingsBoard | None = None
        self._inspector: Inspector | None = None
        self._fork: ForkForm | None = None
        self._pages = mind_pages(seen.setup)
        self._recorded, self._between = recorded, between
        self._names = names = list(_names(seen, self._pages))
        if recorded and seen.visibility.is_god:
            names.insert(0, "recorded")
        with ui.tabs().props("dense no-caps align=left outside-arrows mobile-arrows") as tabs:
            for name in names:
                page = self._pages.get(name)
                ui.tab(name, page.title(language) if page else PHRASES.say(f"tab_{name}", language))
        self._panels = ui.tab_panels(tabs, value=names[0], animated=False, on_change=self._follow)
        with self._panels.props("keep-alive").classes("panels"):
            for name in names:
                with ui.tab_panel(name):
                    self._fill(name, go_to)

    def load(self, lines: Sequence[FeedLine], told: Sequence[SeatReading]) -> None:
        """Takes what other eyes see in place of what was seen before, and what is read off it."""
        self._told = told
        self._search.load(lines)

    @property
    def tab(self) -> str:
        """The one that is open."""
        return str(self._panels.value)

    def open(self, tab: str) -> None:
        """Opens a tab, if there is one of that name."""
        if tab in self._names:
            self._panels.value = tab

    def open_mind(self, seat: Player) -> None:
        """Opens what one seat thinks; nothing where minds are not shown."""
        if self._board:
            self._board.open(seat)
            self.open("minds")

    def show(self, number: int) -> None:
        """Brings the open tab to an entry a moment from now: while a slider moves, once for many steps."""
        self._number = number
        self._follow()

    def _fill(self, name: str, go_to: Callable[[int], None]) -> None:
        seen, language = self._seen, self._language
        match name:
            case "recorded" if self._recorded:
                RecordedPanel(seen, self._recorded, self._between)
            case "minds":
                name_round = partial(stop_name, language=language) if self._recorded else None
                self._board = ReadingsBoard(seen.setup.players, language, name_round)
            case "prompts":
                self._inspector = Inspector(seen, language)
            case "costs":
                self._costs = ui.element("div")
            case "fork":
                self._fork = ForkForm(seen, language)
            case _ if name in self._pages:
                MindFrame(seen, language, name, self._pages[name])
            case _:
                self._search = Search(language, go_to)

    def _follow(self) -> None:
        """Starts the one timer there is: what a line or a hit that is clicked made would go with it."""
        self._late.activate()

    async def _catch_up(self) -> None:
        self._late.deactivate()
        match self._panels.value:
            case "minds" if self._board:
                self._board.show(self._told, self._number)
            case "prompts" if self._inspector:
                await self._inspector.show(self._number)
            case "fork" if self._fork:
                self._fork.show(self._number)
            case "costs" if not self._costs.default_slot.children:
                record = await asyncio.to_thread(lambda: self._seen.record(with_calls=True))
                self._costs.clear()
                with self._costs:
                    CostTable(seat_costs(record), self._language)
            case _:
                pass


def _names(seen: Visit, pages: Iterable[str]) -> Sequence[str]:
    """The tabs that there are for a visitor, in their order."""
    if not seen.visibility.is_god:
        return ("search",)
    fork = ("fork",) if seen.is_host else ()
    return ("minds", *pages, "prompts", "search", "costs", *fork)
