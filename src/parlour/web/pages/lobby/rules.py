"""What a form may ask of a game: a field for each thing that can be asked, as the game's own models say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, cast

from pydantic import BaseModel, JsonValue
from pydantic.fields import FieldInfo

from parlour.core import asked_model, find_game
from parlour.language.wording import GamePhrases, plain
from parlour.llm import Language
from parlour.web.pages.lobby.phrases import PHRASES

Widget = Literal["switch", "choice", "number", "text", "counts", "story", "file"]
_OF_TYPES: Mapping[str, Widget] = {"boolean": "switch", "integer": "number", "string": "text"}
_Schema = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Rule:
    """One thing that can be asked of a game.

    A game says in a field's `json_schema_extra` what its type does not: `widget` is *story* for the name of
    one that lies on the game's shelf, *file* for the text of one that is sent along, and *made* for what goes
    with a story that is made by the seed alone; `usual` is what None comes to; `at_once` is what it is in a
    game at one click; `hidden` keeps it out of forms; and `zh` holds a Chinese `title` and `description`.

    Attributes:
        name: of the field.
        widget: how it is filled in.
        default: what it is where nothing is said.
        choices: what may be chosen, where it is one of several.
        counts: what is counted, where it is a number of each of several.
        minimum: of a number.
        maximum: of a number, or of the characters of a text.
        is_made: whether it goes with a story that is made by the seed alone.
        is_hidden: whether no form shows it.
        at_once: what it is in a game at one click; None for as usual.
        info: what the model says of it.
    """

    name: str
    widget: Widget
    default: JsonValue = None
    choices: tuple[str, ...] = ()
    counts: tuple[str, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    is_made: bool = False
    is_hidden: bool = False
    at_once: JsonValue = None
    info: FieldInfo

    def label(self, phrases: GamePhrases, language: Language) -> str:
        """What the field is called: in the game's words, else the model's, else ours, else by its name."""
        told = phrases.find(f"rule_{self.name}") or self._said("title", language)
        return told or PHRASES.all(language).get(f"rule_{self.name}") or plain(self.name).capitalize()

    def help(self, phrases: GamePhrases, language: Language) -> str:
        """What is said of it besides; empty for nothing."""
        return phrases.find(f"help_{self.name}") or self._said("description", language) or ""

    def choice(self, choice: str, phrases: GamePhrases) -> str:
        """What a choice is called."""
        return phrases.find(f"{self.name}_{choice}") or plain(choice).capitalize()

    def _said(self, what: Literal["title", "description"], language: Language) -> str | None:
        extra = self.info.json_schema_extra
        translated = cast("_Schema", extra).get(language) if isinstance(extra, dict) else None
        told = cast("_Schema", translated).get(what) if isinstance(translated, dict) else None
        if told:
            return str(told)
        return self.info.title if what == "title" else self.info.description


@cache
def rules_of(game: str) -> Mapping[str, Rule]:
    """What can be asked of a game, by name; what no form can show is left out.

    Raises:
        UnknownGame: if it is not installed.
        BrokenPlugin: if it cannot be used.
    """
    asked, setup = asked_model(game), cast("type[BaseModel]", find_game(game).setup)
    schema, dealt = asked.model_json_schema(), setup.model_json_schema()
    rules: dict[str, Rule] = {}
    for name, told in schema.get("properties", {}).items():
        beside = _flat(dealt.get("properties", {}).get(name, {}), dealt)
        usual = told.get("usual", beside.get("default")) if told.get("default") is None else told["default"]
        found = {**beside, **_flat(told, schema), "default": usual}
        info = asked.model_fields[name]
        if name in setup.model_fields and info.title is None and info.description is None:
            info = setup.model_fields[name] if not info.json_schema_extra else info
        if rule := _rule(name, found, info):
            rules[name] = rule
    return rules


def _rule(name: str, told: _Schema, info: FieldInfo) -> Rule | None:
    widget = _widget(told)
    if widget is None:
        return None
    return Rule(
        name=name,
        widget=widget,
        default=told.get("default"),
        choices=tuple(map(str, told.get("enum", ()))),
        counts=tuple(told["properties"]) if widget == "counts" else (),
        minimum=told.get("minimum"),
        maximum=told.get("maximum", told.get("maxLength")),
        is_made=told.get("widget") == "made",
        is_hidden=bool(told.get("hidden")),
        at_once=told.get("at_once"),
        info=info,
    )


def _widget(told: _Schema) -> Widget | None:
    if (wanted := told.get("widget")) in ("story", "file"):
        return wanted
    if told.get("enum") and told.get("type", "string") == "string":
        return "choice"
    if told.get("type") == "object" and told.get("properties"):
        is_counted = all(each.get("type") == "integer" for each in told["properties"].values())
        return "counts" if is_counted else None
    return _OF_TYPES.get(str(told.get("type")))


def _flat(told: _Schema, schema: _Schema) -> _Schema:
    """A property without what only says that it may be left out, and with what it refers to."""
    either = [each for each in told.get("anyOf", ()) if each.get("type") != "null"]
    inner: _Schema = either[0] if len(either) == 1 else {}
    reference = str(inner.get("$ref", told.get("$ref", ""))).rpartition("/")[2]
    found: _Schema = schema.get("$defs", {}).get(reference, {})
    return {**found, **inner, **{key: value for key, value in told.items() if key != "anyOf"}}
