"""How many sit at a table without a story, and how many of each role."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from nicegui import ui
from nicegui.events import ValueChangeEventArguments

from parlour.core import find_game
from parlour.language.wording import GamePhrases
from parlour.llm import Language
from parlour.web.pages.lobby.draft import TableDraft
from parlour.web.pages.lobby.field import Field, language_field, whole
from parlour.web.pages.lobby.rules import Rule, rules_of
from parlour.web.preview import Preview


class CircleFields:
    """The number of players, and what is dealt to them, which follows from how many they are until told.

    Args:
        draft: the form; kept up to date.
        language: of the page.
        on_change: told when something changes.
    """

    def __init__(self, draft: TableDraft, language: Language, on_change: Callable[[], object]) -> None:
        self._draft, self._on_change = draft, on_change
        self._is_told = True
        self._language: Language = language
        self._game = find_game(draft.game)
        self._phrases = GamePhrases(draft.game, language)
        self.fields: dict[str, Field] = {}
        self._number: ui.number | None = None
        rules = rules_of(draft.game)
        with ui.element("div").classes("fields"):
            if "players" in rules:
                self._players(rules["players"])
            language_field(draft, language, on_change)
        self._counts = {rule.name: self._dealt(rule) for rule in rules.values() if rule.widget == "counts"}

    def show(self, seen: Preview) -> None:
        """Shows what is dealt, without taking it as told."""
        self._is_told = False
        if self._number:
            self._number.value = len(seen.players)
        for counts in self._counts.values():
            for name, count in counts.items():
                count.value = seen.roles.get(name, 0)
        self._is_told = True

    def _players(self, rule: Rule) -> None:
        fewest, most = self._game.seats
        label = rule.label(self._phrases, self._language)
        players = ui.number(label, value=self._game.usual, min=fewest, max=most, precision=0)
        players.on_value_change(lambda event: self._set_players(whole(event.value)))
        self.fields["game.players"] = self._number = players

    def _dealt(self, rule: Rule) -> Mapping[str, ui.number]:
        """A number for each thing that is counted."""
        label = rule.label(self._phrases, self._language)
        with ui.expansion(label).classes("rules"), ui.element("div").classes("fields"):
            counts = {
                name: ui.number(
                    self._phrases.role(name), value=0, min=0, max=self._game.seats[1], precision=0
                )
                for name in rule.counts
            }
        for name, count in counts.items():
            count.on_value_change(partial(self._set_count, rule.name, name))
        if players := self.fields.get("game.players"):
            self.fields[f"game.{rule.name}"] = players
        return counts

    def _set_players(self, players: int | None) -> None:
        if self._is_told:
            told = self._draft.told_of_game()
            for name in self._counts:
                told.pop(name, None)
            told["players"] = players
            self._on_change()

    def _set_count(self, field: str, name: str, event: ValueChangeEventArguments[float | None]) -> None:
        if self._is_told:
            shown = {each: whole(count.value) or 0 for each, count in self._counts[field].items()}
            self._draft.told_of_game()[field] = {**shown, name: whole(event.value) or 0}
            self._on_change()
