"""The host's page, which shows the table as it stands at every moment."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import Request
from nicegui import ui

from parlour.language.wording import title_of, word
from parlour.web.hosting import LiveMatch, TableServer, Visibility
from parlour.web.pages.host.controls import HostControls
from parlour.web.pages.host.costs import Costs
from parlour.web.pages.host.links import LinkList
from parlour.web.pages.host.phrases import PHRASES
from parlour.web.pages.host.seats import SeatList
from parlour.web.pages.host.troubles import Troubles
from parlour.web.pages.look import said, shell, style
from parlour.web.pages.own_tables import keep_token

_BEAT = 0.5
"""Seconds between two looks at what is new."""
_GOD = Visibility(is_god=True)


def register(house: Callable[[], TableServer]) -> None:
    """Adds the page."""

    @ui.page("/host/{token}")
    def host(token: str, request: Request) -> None:
        ticket, table = house().admit(token)
        language = table.setup.language
        ui.add_css(style("host/host.css"))
        if ticket.kind != "host":
            with shell(PHRASES.say("title", language), language, is_heading=True):
                said("p", PHRASES.say("no_host", language))
            return
        with shell(PHRASES.say("title", language), language):
            page = _Page(house(), table, token, str(request.base_url))
        ui.timer(_BEAT, page.look)
        stop = table.feed.listen(lambda _: page.spoil())
        ui.context.client.on_delete(stop)  # pyright: ignore[reportUnknownMemberType]
        keep_token(token)


class _Page:
    """The parts of the page; each is drawn again when what it shows has changed.

    Args:
        house: with all tables.
        table: the one that is hosted.
        token: of the host.
        address: of the server, as the browser calls it.
    """

    def __init__(self, house: TableServer, table: LiveMatch, token: str, address: str) -> None:
        self._table = table
        self._is_stale = False
        language = table.setup.language
        said("h1", title_of(table.setup.game))
        with ui.element("nav").classes("ways"):
            self._ways = {
                "god": ui.link(PHRASES.say("god", language), f"/replay/{token}/live"),
                "replay": ui.link(PHRASES.say("replay", language), f"/replay/{token}"),
                "after": ui.link(PHRASES.say("after", language), f"/after/{token}"),
            }
        controls = HostControls(table)
        self._now = said("p", "", "faded", aria_live="polite")
        with ui.element("div").classes("halves"):
            with ui.element("div").classes("stack"):
                links = LinkList(house, table, address)
                seats = SeatList(house, table)
            with ui.element("div").classes("stack"):
                costs = Costs(table)
                troubles = Troubles(table)
        self._looks = [
            controls.look,
            links.look,
            seats.look,
            costs.look,
            troubles.look,
        ]
        self._show()

    def spoil(self) -> None:
        """Something is new."""
        self._is_stale = True

    def look(self) -> None:
        """Shows what is new, if anything is."""
        if self._is_stale:
            self._is_stale = False
            self._show()

    def _show(self) -> None:
        for look in self._looks:
            look()
        is_over = self._table.is_over
        self._ways["god"].set_visibility(not is_over)
        self._ways["after"].set_visibility(is_over)
        language = self._table.setup.language
        busy = dict.fromkeys(request.player for request in self._table.thinking(_GOD))
        names = word("comma", language).join(busy)
        self._now.text = PHRASES.say("thinking", language, names=names) if names else ""
