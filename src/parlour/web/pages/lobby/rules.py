"""Fields for the rules of a game, drawn from what its setup takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from nicegui import ui
from pydantic import BaseModel, JsonValue, TypeAdapter

from parlour.games.mystery import MysterySetup
from parlour.games.onenight import OneNightSetup
from parlour.games.werewolf import WerewolfSetup
from parlour.llm import Language
from parlour.web.pages.lobby.field import Field
from parlour.web.pages.lobby.phrases import PHRASES

_SETUPS: Mapping[str, type[BaseModel]] = {
    "mystery": MysterySetup,
    "werewolf": WerewolfSetup,
    "onenight": OneNightSetup,
}
SHOWN: Mapping[str, tuple[str, ...]] = {
    "mystery": ("rounds", "questions", "self_votes", "answers"),
    "werewolf": (
        "words", "discussions", "confers", "days", "opens", "ties", "reveal", "doubly_saved", "self_save",
    ),
    "onenight": ("rounds", "words", "minion_knows_wolf"),
}  # fmt: skip


class Rule(BaseModel):
    """What one field of a setup takes, as its JSON schema says."""

    type: str
    default: JsonValue
    enum: tuple[str, ...] = ()
    minimum: int | None = None
    maximum: int | None = None


_RULES = TypeAdapter(dict[str, Rule])


def rules_of(game: str) -> dict[str, Rule]:
    """The rules of a game that the form shows, by name."""
    properties = _SETUPS[game].model_json_schema()["properties"]
    return _RULES.validate_python({name: properties[name] for name in SHOWN[game]})


class RuleFields:
    """The fields of a game's rules.

    Args:
        game: which.
        language: of the page.
        told: the rules that are not as usual; kept up to date.
        on_change: told when one changes.
    """

    def __init__(
        self,
        game: str,
        language: Language,
        told: dict[str, JsonValue],
        on_change: Callable[[], object],
    ) -> None:
        self.fields: dict[str, Field] = {}
        self._language: Language = language
        self._told, self._on_change = told, on_change
        for name, rule in rules_of(game).items():
            self._draw(name, rule)

    def _draw(self, name: str, rule: Rule) -> None:
        label = PHRASES.say(f"rule_{name}", self._language)
        value = self._told.get(name, rule.default)
        if rule.type == "boolean":
            switch = ui.switch(label, value=bool(value))
            switch.on_value_change(lambda event: self._set(name, rule, bool(event.value)))
        elif rule.enum:
            options = {each: PHRASES.say(f"{name}_{each}", self._language) for each in rule.enum}
            select = self.fields[name] = ui.select(options, value=value, label=label)
            select.on_value_change(lambda event: self._set(name, rule, event.value))
        else:
            start = value if isinstance(value, int) else None
            number = self.fields[name] = ui.number(
                label, value=start, min=rule.minimum, max=rule.maximum, precision=0
            )
            number.on_value_change(lambda event: self._set(name, rule, whole(event.value)))

    def _set(self, name: str, rule: Rule, value: JsonValue) -> None:
        if value is None or value == rule.default:
            self._told.pop(name, None)
        else:
            self._told[name] = value
        self._on_change()


def whole(value: object) -> int | None:
    """What stands in a field for a number, as a whole one; None for an empty field."""
    return int(value) if isinstance(value, int | float) else None
