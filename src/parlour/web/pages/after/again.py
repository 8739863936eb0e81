"""Playing again: a table like the one that is over, with the same people in it."""

from __future__ import annotations

from nicegui import ui

from parlour.arena import HUMAN
from parlour.errors import ParlourError
from parlour.llm import Language
from parlour.web.hosting import LiveMatch, TableServer
from parlour.web.insight import Visit
from parlour.web.pages.after.phrases import PHRASES
from parlour.web.pages.look import said
from parlour.web.pages.own_tables import keep_and_go, own_tokens
from parlour.web.rematch import found_rematch, is_host_by, may_ask, place_at, rematch

SECONDS = 3.0
"""How often a page looks whether somebody else has opened the rematch."""


class PlayAgain:
    """What leads on from a match that is over.

    Args:
        house: where a new table is opened.
        table: of the match.
        seen: who looks back.
        language: of the page.
    """

    def __init__(self, house: TableServer, table: LiveMatch, seen: Visit, language: Language) -> None:
        self._house, self._table, self._seen = house, table, seen
        self._language: Language = language
        people = sum(seat.holder.method == HUMAN for seat in table.setup.seats)
        self._is_mine = bool(seen.is_host or seen.visibility.player)
        with ui.element("div").classes("again"):
            if self._is_mine and (may_ask(table, is_host=seen.is_host) or found_rematch(house, table.match)):
                key = "again" if people < 2 else "rematch"
                self._button = ui.button(PHRASES.say(key, language), on_click=self._open, color=None)
                self._button.classes("button is-main")
            ui.link(PHRASES.say("to_lobby", language), "/").classes("button")
        self._told = said("p", "", role="status")
        if self._is_mine and people > 1:
            self._look()
            ui.timer(SECONDS, self._look)

    def _look(self) -> None:
        """Says that somebody has opened it."""
        if not self._told.text and found_rematch(self._house, self._table.match):
            self._told.text = PHRASES.say("rematch_open", self._language)

    async def _open(self) -> None:
        """Goes to the own seat at the new table, which is opened if nobody has; the host stays its host."""
        seen = self._seen
        is_host = seen.is_host or is_host_by(self._house, self._table.match, await own_tokens())
        try:
            seen.check_pass()
            new = await rematch(self._house, self._table, is_host=is_host)
            place = place_at(self._house, self._table, new, seen.visibility.player)
        except ParlourError as error:
            self._told.text = str(error)
            return
        address = f"/{place.kind}/{place.token}"
        if is_host:
            await keep_and_go(place_at(self._house, self._table, new, None).token, address)
        else:
            ui.navigate.to(address)
