"""Who thinks in each seat, and how another is put there."""

from __future__ import annotations

from functools import partial

from nicegui import ui

from parlour.arena import SeatAssignment
from parlour.core import Player
from parlour.errors import ParlourError
from parlour.web.hosting import LiveMatch, TableServer
from parlour.web.pages.host.phrases import PHRASES
from parlour.web.pages.look import said
from parlour.web.pages.minds import MindPicker, told_mind


class SeatList:
    """The list of seats.

    Args:
        house: hands them over.
        table: whose they are.
    """

    def __init__(self, house: TableServer, table: LiveMatch) -> None:
        self._house, self._table = house, table
        self._say = partial(PHRASES.say, language=table.setup.language)
        self._shown: tuple[bool, dict[Player, SeatAssignment]] | None = None
        with ui.element("section").classes("sheet"):
            said("h2", self._say("seats"))
            self._list = ui.element("ul").classes("seats")
        self._dialog = ui.dialog()

    def look(self) -> None:
        """Shows who sits where now."""
        table = self._table
        holders = {seat.player: seat.holder for seat in table.setup.seats}
        if (table.is_over, holders) == self._shown:
            return
        self._shown = table.is_over, holders
        self._list.clear()
        with self._list:
            for player, holder in holders.items():
                with ui.element("li"):
                    said("strong", player)
                    said("span", told_mind(holder.method, holder.model, table.setup.language), "faded small")
                    if not table.is_over:
                        ui.button(self._say("replace"), on_click=partial(self._ask, player), color=None)

    def _ask(self, player: Player) -> None:
        """Asks who is to sit there."""
        self._dialog.clear()
        self._dialog.props["aria-label"] = self._say("replace_whom", player=player)
        with self._dialog, ui.card().classes("replace"):
            said("h2", self._say("replace_whom", player=player))
            said("p", self._say("replace_says"), "faded small")
            picker = MindPicker(
                self._table.setup.language, _nothing, label=player, first="own", allows_default=False
            )
            told = said("p", "", "wine", role="alert")
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
    """A picker in a dialog is read when its button is pressed."""
