"""How many sit at a table of roles, and how many of each role."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from nicegui import ui
from nicegui.events import ValueChangeEventArguments

from parlour.games import onenight, werewolf
from parlour.llm import Language
from parlour.web.pages.lobby.draft import Draft
from parlour.web.pages.lobby.field import Field
from parlour.web.pages.lobby.language import language_field
from parlour.web.pages.lobby.phrases import PHRASES
from parlour.web.pages.lobby.rules import whole
from parlour.web.preview import Preview
from parlour.wording import word


class RoleFields:
    """The players of Werewolf or One Night, and their roles, which follow from how many they are until told.

    Args:
        draft: the form; kept up to date.
        language: of the page.
        on_change: told when something changes.
    """

    def __init__(self, draft: Draft, language: Language, on_change: Callable[[], object]) -> None:
        self._draft, self._on_change = draft, on_change
        self._is_told = True
        game = werewolf if draft.game == "werewolf" else onenight
        with ui.element("div").classes("fields"):
            self._players = ui.number(
                PHRASES.say("how_many", language), value=8, min=game.FEWEST, max=game.MOST, precision=0
            )
            self._players.on_value_change(lambda event: self._set_players(whole(event.value)))
            language_field(draft, language, on_change)
        with (
            ui.expansion(PHRASES.say("roles", language)).classes("rules"),
            ui.element("div").classes("fields"),
        ):
            self._counts = {
                role.value: ui.number(
                    word(f"role_{role}", language), value=0, min=0, max=game.MOST, precision=0
                )
                for role in game.Role
            }
        for name, count in self._counts.items():
            count.on_value_change(partial(self._told_role, name))
        self.fields: dict[str, Field] = {
            "game.players": self._players,
            "game.roles": self._players,
        }

    def show(self, seen: Preview) -> None:
        """Shows the roles that are dealt, without taking them as told."""
        self._is_told = False
        self._players.value = len(seen.players)
        for name, count in self._counts.items():
            count.value = seen.roles.get(name, 0)
        self._is_told = True

    def _set_players(self, players: int | None) -> None:
        if self._is_told:
            self._draft.players = players
            self._draft.roles.pop(self._draft.game, None)
            self._on_change()

    def _told_role(self, name: str, event: ValueChangeEventArguments[float | None]) -> None:
        self._set_role(name, whole(event.value))

    def _set_role(self, name: str, count: int | None) -> None:
        if self._is_told:
            shown = {role: whole(field.value) or 0 for role, field in self._counts.items()}
            self._draft.roles[self._draft.game] = {**shown, name: count or 0}
            self._on_change()
