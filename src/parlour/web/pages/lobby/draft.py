"""The draft of a table request as it is filled in, and the rules of a game that a form can ask for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal, cast

from pydantic import BaseModel, JsonValue, ValidationError
from pydantic.fields import FieldInfo

from parlour.agents import METHODS, MethodSpec, find_method
from parlour.arena import HUMAN, OUTSIDE, secret_seed
from parlour.core import asked_model, default_game, find_game
from parlour.errors import FieldError
from parlour.language.wording import GamePhrases, Phrases, plain
from parlour.llm import Language, default_model, is_rule_based
from parlour.web.table_request import TableAsked

PHRASES = Phrases("parlour.web.pages.lobby")


Widget = Literal["switch", "choice", "number", "text", "counts", "story", "file"]
_OF_TYPES: Mapping[str, Widget] = {"boolean": "switch", "integer": "number", "string": "text"}
_Schema = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Rule:
    """An option of a game.

    A game says in a field's `json_schema_extra` what its type does not: `widget` is *story* for the name of
    one that lies on the game's shelf, *file* for the text of one that is sent along, and *made* for what goes
    with a story that is made by the seed alone; `usual` is what None comes to; `at_once` is what it is in a
    game at one click; `hidden` keeps it out of forms; and `zh` holds a Chinese `title` and `description`.
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
        """Returns the label of the field: the game's, else the model's, else ours, else from its name."""
        text = phrases.find(f"rule_{self.name}") or self._model_text("title", language)
        return text or PHRASES.all(language).get(f"rule_{self.name}") or plain(self.name).capitalize()

    def help(self, phrases: GamePhrases, language: Language) -> str:
        """Returns the help text of the field; empty if there is none."""
        text = phrases.find(f"help_{self.name}") or self._model_text("description", language)
        return text or PHRASES.all(language).get(f"help_{self.name}", "")

    def choice(self, choice: str, phrases: GamePhrases, language: Language) -> str:
        key = f"{self.name}_{choice}"
        return phrases.find(key) or PHRASES.all(language).get(key) or plain(choice).capitalize()

    def _model_text(self, what: Literal["title", "description"], language: Language) -> str | None:
        extra = self.info.json_schema_extra
        translated = cast("_Schema", extra).get(language) if isinstance(extra, dict) else None
        text = cast("_Schema", translated).get(what) if isinstance(translated, dict) else None
        if text:
            return str(text)
        return self.info.title if what == "title" else self.info.description


@cache
def rules_of(game: str) -> Mapping[str, Rule]:
    """Returns the options of a game that a form can show, by name.

    Raises:
        UnknownGame: if it is not installed.
        BrokenPlugin: if it cannot be used.
    """
    request_model, setup = asked_model(game), cast("type[BaseModel]", find_game(game).setup)
    schema, dealt = request_model.model_json_schema(), setup.model_json_schema()
    rules: dict[str, Rule] = {}
    for name, field_schema in schema.get("properties", {}).items():
        beside = _flat(dealt.get("properties", {}).get(name, {}), dealt)
        usual = (
            field_schema.get("usual", beside.get("default"))
            if field_schema.get("default") is None
            else field_schema["default"]
        )
        merged = {**beside, **_flat(field_schema, schema), "default": usual}
        info = request_model.model_fields[name]
        if name in setup.model_fields and info.title is None and info.description is None:
            info = setup.model_fields[name] if not info.json_schema_extra else info
        if rule := _rule(name, merged, info):
            rules[name] = rule
    return rules


def _rule(name: str, field_schema: _Schema, info: FieldInfo) -> Rule | None:
    widget = _widget(field_schema)
    if widget is None:
        return None
    return Rule(
        name=name,
        widget=widget,
        default=field_schema.get("default"),
        choices=tuple(map(str, field_schema.get("enum", ()))),
        counts=tuple(field_schema["properties"]) if widget == "counts" else (),
        minimum=field_schema.get("minimum"),
        maximum=field_schema.get("maximum", field_schema.get("maxLength")),
        is_made=field_schema.get("widget") == "made",
        is_hidden=bool(field_schema.get("hidden")),
        at_once=field_schema.get("at_once"),
        info=info,
    )


def _widget(field_schema: _Schema) -> Widget | None:
    if (widget := field_schema.get("widget")) in ("story", "file"):
        return widget
    if field_schema.get("enum") and field_schema.get("type", "string") == "string":
        return "choice"
    if field_schema.get("type") == "object" and field_schema.get("properties"):
        is_counted = all(
            subschema.get("type") == "integer" for subschema in field_schema["properties"].values()
        )
        return "counts" if is_counted else None
    return _OF_TYPES.get(str(field_schema.get("type")))


def _flat(field_schema: _Schema, schema: _Schema) -> _Schema:
    either = [option for option in field_schema.get("anyOf", ()) if option.get("type") != "null"]
    inner: _Schema = either[0] if len(either) == 1 else {}
    reference = str(inner.get("$ref", field_schema.get("$ref", ""))).rpartition("/")[2]
    definition: _Schema = schema.get("$defs", {}).get(reference, {})
    return {**definition, **inner, **{key: value for key, value in field_schema.items() if key != "anyOf"}}


Source = Literal["generated", "shelf", "upload"]


@dataclass(kw_only=True)
class TableDraft:
    """The content of the form."""

    language: Language
    game: str = field(default_factory=lambda: default_game().name)
    source: Source = "generated"
    told: dict[str, dict[str, JsonValue]] = field(default_factory=dict[str, dict[str, JsonValue]])
    seats: dict[int, tuple[str, str]] = field(default_factory=dict[int, tuple[str, str]])
    method: str = field(default_factory=lambda: METHODS.default)
    model: str = ""
    seconds: int | None = None
    seed: int = field(default_factory=secret_seed)
    is_seed_named: bool = False

    @property
    def is_complete(self) -> bool:
        """True if the form has enough for a table, valid or not."""
        file_field = field_for(self.game, "file")
        is_sent = has_story(self.game) and self.source == "upload"
        return not is_sent or file_field is None or bool(self.told_of_game().get(file_field))

    def told_of_game(self) -> dict[str, JsonValue]:
        """Returns the changed options of the game, to be modified; at first people's names for its seats."""
        names = rules_of(self.game).get("names")
        return self.told.setdefault(
            self.game, {names.name: names.at_once} if names and names.at_once is not None else {}
        )

    def draw_seed(self) -> None:
        """Replaces the seed by a new random one."""
        self.seed, self.is_seed_named = secret_seed(), False

    def is_read(self, players: int) -> bool:
        """Tests whether the reader plays one of some seats."""
        minds = [self.seats.get(number, ("", "")) for number in range(1, players + 1)]
        return any(
            is_rule_based(model or self.model or default_model())
            for method, model in minds
            if method not in OUTSIDE and _wants_model(method or self.method)
        )

    def request(self, seats: int = 0) -> TableAsked:
        """Returns the request for the table.

        Raises:
            FieldError: if a field is invalid.
        """
        fields: dict[str, object] = {
            "game": self._game(),
            "language": None if has_story(self.game) and self.source != "generated" else self.language,
            "method": self.method,
            "model": self.model,
            "seats": [
                {"player": str(number), "method": method, "model": model}
                for number, (method, model) in self.seats.items()
                if number <= seats and method
            ],
            "seconds": self.seconds,
            "seed": self.seed,
        }
        try:
            table_request = TableAsked.model_validate(fields)
        except ValidationError as error:
            wrong = error.errors(include_url=False)[0]
            raise FieldError(wrong["msg"], field=".".join(map(str, wrong["loc"]))) from error
        people = [number for number, (method, _) in self.seats.items() if method == HUMAN]
        if len(people) != 1:
            return table_request
        return table_request.model_copy(update={"game": table_request.game.for_person(people[0])})

    def _game(self) -> dict[str, JsonValue]:
        rules, options = rules_of(self.game), self.told_of_game()
        is_counted = any(options.get(rule.name) for rule in rules.values() if rule.widget == "counts")
        relevant = {
            name: value
            for name, value in options.items()
            if name not in rules or (self._is_asked(rules[name]) and not (is_counted and name == "players"))
        }
        return {"name": self.game, **relevant}

    def _is_asked(self, rule: Rule) -> bool:
        if rule.is_made:
            return self.source == "generated"
        return self.source == {"story": "shelf", "file": "upload"}.get(rule.widget, self.source)


def has_story(game: str) -> bool:
    """Tests whether a game has a story."""
    return field_for(game, "story") is not None


def field_for(game: str, widget: Widget) -> str | None:
    """Returns the first option of a game with a widget."""
    return next((rule.name for rule in rules_of(game).values() if rule.widget == widget), None)


def _wants_model(method: str) -> bool:
    return find_method(MethodSpec.read(method).name).wants_model
