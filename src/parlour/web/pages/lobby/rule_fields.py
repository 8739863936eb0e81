"""The fields of the form in which a game's rules are filled in."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from nicegui import ui
from pydantic import JsonValue

from parlour.language.wording import GamePhrases
from parlour.llm import Language
from parlour.web.pages.lobby.field import Field, whole
from parlour.web.pages.lobby.rules import Rule
from parlour.web.pages.look import said


class RuleFields:
    """A field for each of some rules.

    Args:
        game: whose they are.
        language: of the page.
        told: what is not as usual, by name; kept up to date.
        on_change: told when one changes.
    """

    def __init__(
        self, game: str, language: Language, told: dict[str, JsonValue], on_change: Callable[[], object]
    ) -> None:
        self.fields: dict[str, Field] = {}
        self._language: Language = language
        self._phrases = GamePhrases(game, language)
        self._told, self._on_change = told, on_change

    def draw(self, rules: Iterable[Rule]) -> None:
        """Draws these where the page stands."""
        for rule in rules:
            with ui.element("div").classes("rule"):
                self._draw(rule)
                if told := rule.help(self._phrases, self._language):
                    said("p", told, "faded small")

    def _draw(self, rule: Rule) -> None:
        label = rule.label(self._phrases, self._language)
        value = self._told.get(rule.name, rule.default)
        if rule.widget == "switch":
            switch = ui.switch(label, value=bool(value))
            switch.on_value_change(lambda event: self._set(rule, bool(event.value)))
        elif rule.widget == "choice":
            options = {each: rule.choice(each, self._phrases) for each in rule.choices}
            chosen = value if value in options else None
            select = self.fields[rule.name] = ui.select(options, value=chosen, label=label)
            select.on_value_change(lambda event: self._set(rule, event.value))
        elif rule.widget == "number":
            start = value if isinstance(value, int) else None
            number = self.fields[rule.name] = ui.number(
                label, value=start, min=rule.minimum, max=rule.maximum, precision=0
            )
            number.on_value_change(lambda event: self._set(rule, whole(event.value)))
        elif rule.widget == "text":
            text = self.fields[rule.name] = ui.input(label, value=str(value or ""))
            text.on_value_change(lambda event: self._set(rule, event.value))

    def _set(self, rule: Rule, value: JsonValue) -> None:
        if value is None or value == rule.default:
            self._told.pop(rule.name, None)
        else:
            self._told[rule.name] = value
        self._on_change()
