"""Who sits in each seat of a table that is being opened."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nicegui import ui

from parlour.arena import HUMAN, REMOTE
from parlour.core import Player
from parlour.llm import Language
from parlour.web.pages.look import said
from parlour.web.pages.minds import MindPicker


class SeatFields:
    """A picker for each seat.

    Args:
        language: of the page.
        told: method and model of the seats that are not as the rest, by number; kept up to date.
        on_change: told when one of them changes.
    """

    def __init__(
        self, language: Language, told: dict[int, tuple[str, str]], on_change: Callable[[], object]
    ) -> None:
        self._language: Language = language
        self._told, self._on_change = told, on_change
        self._players: tuple[Player, ...] = ()
        self._list = ui.element("ol").classes("seats")

    def show(self, players: Sequence[Player]) -> None:
        """A row for each of these; what was told of a seat stays with its number."""
        if tuple(players) == self._players:
            return
        self._players = tuple(players)
        self._list.clear()
        with self._list:
            for number, player in enumerate(players, start=1):
                with ui.element("li"):
                    said("span", player, "seat-name")
                    self._picker(number, player)

    def _picker(self, number: int, player: Player) -> None:
        method, _ = self._told.get(number, ("", ""))
        first = "agent" if not method else method if method in (HUMAN, REMOTE) else "own"
        picker = MindPicker(self._language, lambda: self._set(number, picker), label=player, first=first)

    def _set(self, number: int, picker: MindPicker) -> None:
        method, model = picker.value
        if method:
            self._told[number] = method, model
        else:
            self._told.pop(number, None)
        self._on_change()
