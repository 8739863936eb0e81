"""A sensible legal value for a field that does not say what it is for: by its type, name and options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor
from typing import cast

from pydantic import JsonValue

from parlour.language.facts import Name
from parlour.reader.seat import SeatReader
from parlour.reader.voice import level

Schema = Mapping[str, JsonValue]
"""A JSON schema, or a part of one."""
_YES, _NO = ("yes", "true", "是"), ("no", "false", "否")
_LEVELS = {"high", "medium", "low"}
_WHO = frozenset({"name", "player", "suspect", "target", "who", "whom", "vote"})
_SPAN = 10
"""How wide a rating is of which one end is given, or none."""
_INSIDE = 0.01
"""What share of a rating lies before its first and after its last value, where those are left out."""


@dataclass(frozen=True, kw_only=True)
class Guesser:
    """Fills by the JSON schema alone.

    Attributes:
        seat: whose form it is.
        shared: the parts of the schema that others refer to.
        about: whom the field is about: somebody whom its name names, or whom the reader suspects most.
    """

    seat: SeatReader
    shared: Schema
    about: Name | None = None

    def value(self, schema: Schema, name: str = "") -> JsonValue:
        """What a part of the schema allows."""
        titles = f"{name} {schema.get('title', '')}"
        named = next((each for each in self.seat.names if each in titles), None)
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
        """The options, the most sensible first: players by suspicion, yes or no, a level, else as told."""
        told = [str(option) for option in options]
        if set(told) <= set(self.seat.names):
            return cast("list[JsonValue]", self.seat.suspects(told, None, None)) + [
                each for each in options if each not in self.seat.suspects(told, None, None)
            ]
        folded = {option.casefold(): option for option in told}
        if set(folded) == _LEVELS:
            return [folded[level(self._chance)], *options]
        wanted = _YES if self._is_likely else _NO
        return [*(folded[each] for each in wanted if each in folded), *options]

    def _object(self, schema: Schema) -> JsonValue:
        fields = {name: self.value(_schema(each), name) for name, each in _part(schema, "properties").items()}
        inner = schema.get("additionalProperties")
        if fields or not isinstance(inner, dict):
            return fields
        keys = _part(schema, "propertyNames").get("enum") or list(self.seat.players)
        return {str(key): self.value(inner, str(key)) for key in cast("list[JsonValue]", keys)}

    def _list(self, schema: Schema, name: str) -> JsonValue:
        if isinstance(told := schema.get("prefixItems"), list):
            return [self.value(_schema(each), name) for each in told]
        items = self._resolved(_part(schema, "items"))
        least, most = cast("int", schema.get("minItems", 0)), cast("int | None", schema.get("maxItems"))
        if isinstance(options := items.get("enum"), list):
            distinct = list(dict.fromkeys(map(str, self._choice(options))))
            values = {str(option): option for option in options}
            return [values[each] for each in distinct[: max(1, least)]][:most]
        return [self.value(items, name) for _ in range(max(1, least))][:most]

    def _resolved(self, schema: Schema) -> Schema:
        reference = schema.get("$ref")
        return _part(self.shared, reference.rsplit("/", 1)[-1]) if isinstance(reference, str) else schema

    def _number(self, schema: Schema) -> float:
        """A rating as high as somebody is suspected."""
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
        """A name where one is asked for; else what the reader thinks, cut to its length."""
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
    """One end of a range, and whether it is left out itself."""
    told = schema.get(outside, schema.get(inside))
    return (float(told), outside in schema) if isinstance(told, int | float) else (None, False)


def _first(shapes: Sequence[JsonValue]) -> Schema:
    told = [_schema(each) for each in shapes]
    return next((each for each in told if each.get("type") != "null"), told[0])


def _part(schema: Schema, name: str) -> Schema:
    return _schema(schema.get(name))


def _schema(value: JsonValue) -> Schema:
    return value if isinstance(value, dict) else {}
