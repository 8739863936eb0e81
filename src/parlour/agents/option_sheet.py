"""What a method can be told, option by option, as its model describes them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol, runtime_checkable

from pydantic import BaseModel
from pydantic.fields import FieldInfo


@runtime_checkable
class Configurable(Protocol):
    """A method that says what it can be told; the part of `Method` that is optional.

    Attributes:
        form: the model of its options. A field means what its description says or, where it has none, what
            the section `Attributes` of the model's docstring says of it.
    """

    @property
    def form(self) -> type[BaseModel]: ...  # noqa: D102


@dataclass(frozen=True, kw_only=True)
class OptionLine:
    """One option of a method.

    Attributes:
        name: as it is typed before the `=`.
        takes: what may stand after it.
        default: what it is where nothing is said, as it would be typed.
        meaning: what it does; empty where nothing is said of it.
    """

    name: str
    takes: str
    default: str
    meaning: str


def options_of(method: object) -> tuple[OptionLine, ...] | None:
    """The options of a method; None if it does not say, none if it has none."""
    if not isinstance(method, Configurable):
        return None
    schema = method.form.model_json_schema()
    meanings = _meanings(method.form)
    return tuple(
        OptionLine(
            name=name,
            takes=_takes(schema["properties"][name], schema.get("$defs", {})),
            default=_default(field),
            meaning=field.description or meanings.get(name, ""),
        )
        for name, field in _typed_fields(method.form).items()
    )


def _typed_fields(form: type[BaseModel]) -> Mapping[str, FieldInfo]:
    """The fields of a model as they are typed: a word that Python keeps for itself is an alias."""
    return {field.alias or name: field for name, field in form.model_fields.items()}


def _meanings(form: type[BaseModel]) -> dict[str, str]:
    """What the docstrings of a model and of those that it extends say of its fields; the nearest counts."""
    told: dict[str, str] = {}
    for each in reversed(form.__mro__):
        told |= dict(_attributes(inspect.cleandoc(each.__dict__.get("__doc__") or "")))
    return told


def _attributes(docstring: str) -> Iterator[tuple[str, str]]:
    """The entries of the section `Attributes` of a docstring in Google's form."""
    section = re.search(r"^Attributes:\n((?:[ ]+.*\n?|\n)+)", docstring, re.MULTILINE)
    for entry in re.split(r"^ {4}(?=\w)", section[1] if section else "", flags=re.MULTILINE):
        name, colon, meaning = entry.partition(":")
        if colon:
            yield name.strip(), " ".join(meaning.split())


def _takes(told: Mapping[str, Any], parts: Mapping[str, Any]) -> str:
    """What a field of a JSON schema may be, in a few words."""
    if several := told.get("anyOf"):
        return " | ".join(_takes(each, parts) for each in several)
    told = parts.get(str(told.get("$ref", "")).rpartition("/")[2], told)
    if words := told.get("enum"):
        return " | ".join(map(str, words))
    match told.get("type"):
        case "null":
            return "none"
        case "boolean":
            return "true | false"
        case "array":
            return f"{_takes(told.get('items', {}), parts)}, joined by +"
        case "integer" | "number" as sort:
            return " ".join(filter(None, (sort, ", ".join(_bounds(told)))))
        case _:
            return "text"


def _bounds(told: Mapping[str, Any]) -> Iterator[str]:
    signs = {"minimum": "≥", "exclusiveMinimum": ">", "maximum": "≤", "exclusiveMaximum": "<"}
    yield from (f"{sign} {told[key]:g}" for key, sign in signs.items() if key in told)


def _default(field: FieldInfo) -> str:
    return "" if field.is_required() else _typed(field.get_default(call_default_factory=True))


def _typed(value: object) -> str:
    """A value as it would be typed."""
    if value is None or value == () or value == "":
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple | list):
        return "+".join(map(_typed, value))  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    return str(value.value if isinstance(value, Enum) else value)
