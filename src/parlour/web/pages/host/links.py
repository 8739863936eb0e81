"""The links that are handed out: one for each seat that is played from outside, and one for spectators."""

from __future__ import annotations

from functools import partial

from nicegui import ui

from parlour.errors import ParlourError
from parlour.store import AccessToken
from parlour.web.hosting import LiveMatch, TableServer
from parlour.web.pages.host.phrases import PHRASES
from parlour.web.pages.look import said

_PLACES = {"seat": "seat", "spectator": "watch"}
_COPY = "() => {{ document.getElementById('{id}').select(); document.execCommand('copy') }}"
"""The clipboard's newer interface is kept from pages without TLS, as a server on the own network has them."""


class LinkList:
    """The list of links.

    Args:
        house: renews them.
        table: what they open.
        address: of the server, as the browser calls it.
    """

    def __init__(self, house: TableServer, table: LiveMatch, address: str) -> None:
        self._house, self._table, self._address = house, table, address
        self._say = partial(PHRASES.say, language=table.setup.language)
        self._shown: tuple[AccessToken, ...] | None = None
        with ui.element("section").classes("sheet"):
            said("h2", self._say("links"))
            said("p", self._say("links_say"), "faded small")
            self._list = ui.element("ul").classes("links")

    def look(self) -> None:
        """Shows the links that open something now."""
        passes = tuple(each for each in self._house.passes(self._table.match) if each.kind in _PLACES)
        if passes == self._shown:
            return
        self._shown = passes
        self._list.clear()
        with self._list:
            for each in passes:
                with ui.element("li"):
                    self._draw(each)

    def _draw(self, each: AccessToken) -> None:
        name = each.player or self._say("spectators")
        url = f"{self._address}{_PLACES[each.kind]}/{each.token}"
        field = ui.input(name, value=url).props("readonly").on("focus", js_handler="(e) => e.target.select()")
        field.classes("link")
        with ui.element("div").classes("buttons"):
            copy = ui.button(self._say("copy"), on_click=self._copied, color=None)
            copy.on("click", js_handler=_COPY.format(id=field.html_id))
            opening = ui.link(self._say("open"), url, new_tab=True)
            renew = ui.button(self._say("renew"), on_click=partial(self._renew, each), color=None)
        for key, element in {"copy_of": copy, "open_of": opening, "renew_of": renew}.items():
            element.props["aria-label"] = self._say(key, name=name)

    def _copied(self) -> None:
        ui.notify(self._say("copied"))

    def _renew(self, each: AccessToken) -> None:
        try:
            self._house.renew(each.token)
        except ParlourError as error:
            ui.notify(str(error), type="negative")
            return
        ui.notify(self._say("renewed", name=each.player or self._say("spectators")))
        self.look()
