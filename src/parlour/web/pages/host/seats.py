"""The seats of a table on the host's page: their methods, a way to replace one, and the links."""

from __future__ import annotations

from functools import partial

from nicegui import ui

from parlour.arena import SeatAssignment
from parlour.core import Player
from parlour.errors import ParlourError
from parlour.language.wording import Phrases
from parlour.store import AccessToken
from parlour.web.hosting import LiveMatch, TableServer
from parlour.web.pages.look import add_text
from parlour.web.pages.minds import MindPicker, told_mind

PHRASES = Phrases("parlour.web.pages.host")


class SeatList:
    """The seats of a table and their methods."""

    def __init__(self, house: TableServer, table: LiveMatch) -> None:
        self._house, self._table = house, table
        self._say = partial(PHRASES.say, language=table.setup.language)
        self._shown: tuple[bool, dict[Player, SeatAssignment]] | None = None
        with ui.element("section").classes("sheet"):
            add_text("h2", self._say("seats"))
            self._list = ui.element("ul").classes("seats")
        self._dialog = ui.dialog()

    def look(self) -> None:
        """Shows the current methods."""
        table = self._table
        holders = {seat.player: seat.holder for seat in table.setup.seats}
        if (table.is_over, holders) == self._shown:
            return
        self._shown = table.is_over, holders
        self._list.clear()
        with self._list:
            for player, holder in holders.items():
                with ui.element("li"):
                    add_text("strong", player)
                    add_text(
                        "span", told_mind(holder.method, holder.model, table.setup.language), "faded small"
                    )
                    if not table.is_over:
                        ui.button(self._say("replace"), on_click=partial(self._ask, player), color=None)

    def _ask(self, player: Player) -> None:
        self._dialog.clear()
        self._dialog.props["aria-label"] = self._say("replace_whom", player=player)
        with self._dialog, ui.card().classes("replace"):
            add_text("h2", self._say("replace_whom", player=player))
            add_text("p", self._say("replace_says"), "faded small")
            picker = MindPicker(
                self._table.setup.language, _nothing, label=player, first="own", allows_default=False
            )
            told = add_text("p", "", "wine", role="alert")
            with ui.element("div").classes("buttons"):

                async def hand_over() -> None:
                    try:
                        await self._house.hand_over(self._table.match, player, *picker.value)
                    except ParlourError as error:
                        told.text = str(error)
                        return
                    self._dialog.close()

                ui.button(self._say("replace"), on_click=hand_over, color=None).classes("big")
                ui.button(self._say("cancel"), on_click=self._dialog.close, color=None)
        self._dialog.open()


def _nothing() -> None:
    """Does nothing: a picker in a dialog is read when its button is pressed."""


_PLACES = {"seat": "seat", "spectator": "watch"}
_COPY = "() => {{ document.getElementById('{id}').select(); document.execCommand('copy') }}"
"""The clipboard's newer interface is kept from pages without TLS, as a server on the own network has them."""


class LinkList:
    """The links of the seats and of spectators."""

    def __init__(self, house: TableServer, table: LiveMatch, address: str) -> None:
        self._house, self._table, self._address = house, table, address
        self._say = partial(PHRASES.say, language=table.setup.language)
        self._shown: tuple[AccessToken, ...] | None = None
        with ui.element("section").classes("sheet"):
            add_text("h2", self._say("links"))
            add_text("p", self._say("links_say"), "faded small")
            self._list = ui.element("ul").classes("links")

    def look(self) -> None:
        """Shows the current links."""
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
            copy = ui.button(self._say("copy"), on_click=self._confirm_copy, color=None)
            copy.on("click", js_handler=_COPY.format(id=field.html_id))
            opening = ui.link(self._say("open"), url, new_tab=True)
            renew = ui.button(self._say("renew"), on_click=partial(self._renew, each), color=None)
        for key, element in {"copy_of": copy, "open_of": opening, "renew_of": renew}.items():
            element.props["aria-label"] = self._say(key, name=name)

    def _confirm_copy(self) -> None:
        ui.notify(self._say("copied"))

    def _renew(self, each: AccessToken) -> None:
        try:
            self._house.renew(each.token)
        except ParlourError as error:
            ui.notify(str(error), type="negative")
            return
        ui.notify(self._say("renewed", name=each.player or self._say("spectators")))
        self.look()
