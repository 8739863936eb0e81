"""Fills the form of a reply, each field by its declared purpose or else by its type, name and options."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil, floor
from typing import cast

from pydantic import BaseModel, JsonValue

from parlour.language.facts import Name
from parlour.llm import (
    About,
    Addressee,
    Choice,
    Culprit,
    PassageOrder,
    Plan,
    Prompt,
    Reason,
    Suspects,
    Target,
)
from parlour.reader.evidence import names_in, order_passages
from parlour.reader.phrases import level
from parlour.reader.seat import Blank, ChoicePurpose, Filled, GameReader, ReadOff, SeatReader

Schema = Mapping[str, JsonValue]
"""A JSON schema, or a part of one."""
_YES, _NO = ("yes", "true", "是"), ("no", "false", "否")
_LEVELS = {"high", "medium", "low"}
_WHO = frozenset({"name", "player", "suspect", "target", "who", "whom", "vote"})
_SPAN = 10
"""The width of a rating with one bound or none."""
_INSIDE = 0.01
"""The share of a rating before its first and after its last value, if the bounds are exclusive."""


@dataclass(frozen=True, kw_only=True)
class Guesser:
    """Fills a value from the JSON schema alone."""

    seat: SeatReader
    shared: Schema
    about: Name | None = None

    def value(self, schema: Schema, name: str = "") -> JsonValue:
        """Returns a value that a part of the schema allows."""
        titles = f"{name} {schema.get('title', '')}"
        named = next((player for player in self.seat.names if player in titles), None)
        return replace(self, about=named)._value(schema, name) if named else self._value(schema, name)

    def _value(self, schema: Schema, name: str) -> JsonValue:
        match schema:
            case {"$ref": str(reference)}:
                return self.value(_part(self.shared, reference.rsplit("/", 1)[-1]), name)
            case {"anyOf": list(shapes)} | {"oneOf": list(shapes)}:
                return self.value(_first(shapes), name)
            case {"const": value}:
                return value
            case {"enum": list(options)}:
                return self._choice(options)[0]
            case {"type": "object"}:
                return self._object(schema)
            case {"type": "array"}:
                return self._list(schema, name)
            case {"type": "boolean"}:
                return self._is_likely
            case {"type": "integer" | "number"}:
                return self._number(schema)
            case {"type": "null"}:
                return None
            case _:
                return self._text(schema, name)

    def _choice(self, options: Sequence[JsonValue]) -> Sequence[JsonValue]:
        """Sorts the options, the most sensible first: players by suspicion, yes or no, levels."""
        texts = [str(option) for option in options]
        if set(texts) <= set(self.seat.names):
            return cast("list[JsonValue]", self.seat.suspects(texts, None, None)) + [
                option for option in options if option not in self.seat.suspects(texts, None, None)
            ]
        folded = {option.casefold(): option for option in texts}
        if set(folded) == _LEVELS:
            return [folded[level(self._chance)], *options]
        wanted = _YES if self._is_likely else _NO
        return [*(folded[word] for word in wanted if word in folded), *options]

    def _object(self, schema: Schema) -> JsonValue:
        fields = {name: self.value(_object(part), name) for name, part in _part(schema, "properties").items()}
        inner = schema.get("additionalProperties")
        if fields or not isinstance(inner, dict):
            return fields
        keys = _part(schema, "propertyNames").get("enum") or list(self.seat.players)
        return {str(key): self.value(inner, str(key)) for key in cast("list[JsonValue]", keys)}

    def _list(self, schema: Schema, name: str) -> JsonValue:
        if isinstance(shapes := schema.get("prefixItems"), list):
            return [self.value(_object(shape), name) for shape in shapes]
        items = _part(schema, "items")
        if isinstance(reference := items.get("$ref"), str):
            items = _part(self.shared, reference.rsplit("/", 1)[-1])
        least, most = cast("int", schema.get("minItems", 0)), cast("int | None", schema.get("maxItems"))
        if isinstance(options := items.get("enum"), list):
            distinct = list(dict.fromkeys(map(str, self._choice(options))))
            values = {str(option): option for option in options}
            return [values[text] for text in distinct[: max(1, least)]][:most]
        return [self.value(items, name) for _ in range(max(1, least))][:most]

    def _number(self, schema: Schema) -> float:
        is_whole = schema["type"] == "integer"
        span = _SPAN if is_whole else 1.0
        low, is_low_out = _bound(schema, "minimum", "exclusiveMinimum")
        high, is_high_out = _bound(schema, "maximum", "exclusiveMaximum")
        if low is None:
            low = 0.0 if high is None or high > 0 else high - span
        high = max(low, low + span) if high is None else high
        if isinstance(step := schema.get("multipleOf"), int | float):
            value = max(ceil(low / step), floor((low + (high - low) * self._chance) / step)) * step
            return int(value) if is_whole else value
        if is_whole:
            first, last = floor(low) + 1 if is_low_out else ceil(low), ceil(high) - 1 if is_high_out else high
            return min(floor(last), max(first, round(low + (high - low) * self._chance)))
        inset = (high - low) * _INSIDE
        low, high = low + inset * is_low_out, high - inset * is_high_out
        return low + (high - low) * self._chance

    def _text(self, schema: Schema, name: str) -> str:
        """Returns a name if the field asks for one; else the reader's view, cut to the field's length."""
        least, most = cast("int", schema.get("minLength", 0)), cast("int | None", schema.get("maxLength"))
        is_name = name.casefold() in _WHO and len(self.seat.players) > 1
        text = self._top if is_name else self.seat.overall(None, most)
        return (text or "-").ljust(least, "-")[:most]

    @property
    def _top(self) -> Name:
        return next(iter(self.seat.suspects(self.seat.players, None, 1)), self.seat.me)

    @property
    def _chance(self) -> float:
        return self.seat.suspicion(self.about or self._top)

    @property
    def _is_likely(self) -> bool:
        return self._chance >= 1 / 2


def _bound(schema: Schema, inside: str, outside: str) -> tuple[float | None, bool]:
    bound = schema.get(outside, schema.get(inside))
    return (float(bound), outside in schema) if isinstance(bound, int | float) else (None, False)


def _first(shapes: Sequence[JsonValue]) -> Schema:
    schemas = [_object(shape) for shape in shapes]
    return next((schema for schema in schemas if schema.get("type") != "null"), schemas[0])


def _part(schema: Schema, name: str) -> Schema:
    return _object(schema.get(name))


def _object(value: JsonValue) -> Schema:
    return value if isinstance(value, dict) else {}


@dataclass(frozen=True, kw_only=True)
class Filler:
    """Fills a reply's form for a player."""

    form: type[BaseModel]
    prompt: Prompt
    game: GameReader
    seat: Callable[[], SeatReader]
    about: About | None = None

    def fill(self) -> dict[str, object]:
        """Returns the values of the form, ready to be written as JSON."""
        blanks = (Blank(form=self.form, name=name, about=self.about) for name in self.form.model_fields)
        return {blank.info.alias or blank.name: self._value(blank) for blank in blanks}

    def _value(self, blank: Blank) -> object:
        match cast("object", blank.purpose):
            case ReadOff() as purpose:
                return purpose.read(self.prompt, self.game)
            case Filled() as purpose:
                return purpose.fill(self.seat(), blank)
            case Reason(case=case):
                return self._reason(case, blank)[: blank.most]
            case (Culprit() | Target() | Addressee() | Choice()) as purpose if blank.options:
                return self.seat().chosen(purpose, blank)
            case Suspects(case=case) if blank.options:
                return self.seat().suspects(blank.options, case, blank.most)
            case PassageOrder(names=names):
                return order_passages(self.prompt, names_in(self.prompt, names, self.game))
            case Plan(case=case):
                return self.seat().plan(case)[: blank.most]
            case About() as about if blank.inner and not blank.is_list:
                return replace(self, form=blank.inner, about=about).fill()
            case _:
                return self._guess(blank)

    def _reason(self, case: str | None, blank: Blank) -> str:
        seat, most = self.seat(), blank.most
        if self.about:
            return seat.grounds(self.about.suspect, self.about.case, most)
        for field in blank.beside():
            purpose = field.purpose
            if isinstance(purpose, ChoicePurpose) and field.options:
                return seat.why(purpose, field, case, most)
        return seat.overall(case, most)

    def _guess(self, blank: Blank) -> object:
        if blank.inner:
            filled = replace(self, form=blank.inner).fill()
            return [filled] * max(1, blank.least) if blank.is_list else filled
        schema = _schema(self.form)
        parts, fields = schema.get("$defs", {}), schema["properties"]
        field_schema = fields.get(blank.info.alias or blank.name) if isinstance(fields, dict) else None
        suspect = self.about.suspect if self.about else None
        guesser = Guesser(seat=self.seat(), shared=parts if isinstance(parts, dict) else {}, about=suspect)
        return guesser.value(field_schema if isinstance(field_schema, dict) else {}, blank.name)


@lru_cache(maxsize=256)
def _schema(form: type[BaseModel]) -> dict[str, JsonValue]:
    return form.model_json_schema()
