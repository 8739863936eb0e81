"""A method's options: their types, their parsing, and the presets that a paper measured."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol, TypeVar, runtime_checkable

from pydantic import BaseModel, ConfigDict, ValidationError

from parlour.agents.method import MethodSpec, find_method
from parlour.errors import SetupError

Form = TypeVar("Form", bound=BaseModel)


class NoOptions(BaseModel):
    """The options of a method without any."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def read_options(form: type[Form], method: str, options: Mapping[str, str]) -> Form:
    """Returns the options of a method, parsed from their text form.

    Raises:
        SetupError: naming the wrong option and the possible ones.
    """
    cleared = {name: "" if value == "none" else value for name, value in options.items()}
    try:
        return form.model_validate(cleared)
    except ValidationError as error:
        wrong = error.errors(include_url=False)[0]
        name = wrong["loc"][0] if wrong["loc"] else "options"
        names = ", ".join(field.alias or key for key, field in form.model_fields.items())
        raise SetupError(f"{method}: {name}: {wrong['msg']} (options: {names})") from error


@runtime_checkable
class Configurable(Protocol):
    """A method that declares its options; an optional part of `Method`.

    Attributes:
        form: the model of its options. A field means what its description says or, where it has none, what
            the section `Attributes` of the model's docstring says of it.
    """

    @property
    def form(self) -> type[BaseModel]: ...


@dataclass(frozen=True, kw_only=True)
class OptionLine:
    """One option of a method.

    Attributes:
        meaning: what it does; empty where nothing is said of it.
    """

    name: str
    takes: str
    default: str
    meaning: str


def options_of(method: object) -> tuple[OptionLine, ...] | None:
    """Returns the options of a method; None if it declares no form, empty if the form has no fields."""
    if not isinstance(method, Configurable):
        return None
    schema = method.form.model_json_schema()
    meanings = _meanings(method.form)
    return tuple(
        OptionLine(
            name=name,
            takes=_takes(schema["properties"][name], schema.get("$defs", {})),
            default="" if field.is_required() else _format(field.get_default(call_default_factory=True)),
            meaning=field.description or meanings.get(name, ""),
        )
        for name, field in ((field.alias or key, field) for key, field in method.form.model_fields.items())
    )


def _meanings(form: type[BaseModel]) -> dict[str, str]:
    meanings: dict[str, str] = {}
    for cls in reversed(form.__mro__):
        meanings |= dict(_attributes(inspect.cleandoc(cls.__dict__.get("__doc__") or "")))
    return meanings


def _attributes(docstring: str) -> Iterator[tuple[str, str]]:
    section = re.search(r"^Attributes:\n((?:[ ]+.*\n?|\n)+)", docstring, re.MULTILINE)
    for entry in re.split(r"^ {4}(?=\w)", section[1] if section else "", flags=re.MULTILINE):
        name, colon, meaning = entry.partition(":")
        if colon:
            yield name.strip(), " ".join(meaning.split())


def _takes(schema: Mapping[str, Any], parts: Mapping[str, Any]) -> str:
    if several := schema.get("anyOf"):
        return " | ".join(_takes(alternative, parts) for alternative in several)
    schema = parts.get(str(schema.get("$ref", "")).rpartition("/")[2], schema)
    if words := schema.get("enum"):
        return " | ".join(map(str, words))
    match schema.get("type"):
        case "null":
            return "none"
        case "boolean":
            return "true | false"
        case "array":
            return f"{_takes(schema.get('items', {}), parts)}, joined by +"
        case "integer" | "number" as sort:
            return " ".join(filter(None, (sort, ", ".join(_bounds(schema)))))
        case _:
            return "text"


def _bounds(schema: Mapping[str, Any]) -> Iterator[str]:
    signs = {"minimum": "≥", "exclusiveMinimum": ">", "maximum": "≤", "exclusiveMaximum": "<"}
    yield from (f"{sign} {schema[key]:g}" for key, sign in signs.items() if key in schema)


@dataclass(frozen=True, kw_only=True)
class Preset:
    """The options with which a method reproduces a paper's numbers.

    Attributes:
        options: the options by which it is that method, as they are asked for; whatever is not named here may
            be anything, such as what an ablation leaves out.
    """

    paper: str
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    name: str = ""
    departures: tuple[str, ...] = ()


@runtime_checkable
class HasPresets(Protocol):
    """A method that declares the options with which papers measured it; an optional part of `Method`."""

    @property
    def presets(self) -> tuple[Preset, ...]: ...


def departure(spelling: str, paper: str) -> str:
    """Returns how a method's options differ from a paper's preset; empty if they do not.

    Of several readings of the paper the nearest is named: the one that the fewest options are off.

    Raises:
        UnknownMethod: if it is not installed.
        SetupError: if it does not take its options.
    """
    spec = MethodSpec.read(spelling)
    method = find_method(spec.name)
    declared = method.presets if isinstance(method, HasPresets) else ()
    readings = [preset for preset in declared if preset.paper == paper]
    if not readings:
        return f"{spec.name} is no method of that paper's"
    off = [tuple(_off(spec, method, preset)) for preset in readings]
    nearest = min(off, key=len)
    if not nearest:
        return ""
    actual = ", ".join(f"{name}={mine}" for name, mine, _ in nearest)
    expected = ", ".join(f"{name}={paper_s}" for name, _, paper_s in nearest)
    return f"{spec.name} plays {actual}, theirs {expected}"


def _off(spec: MethodSpec, method: object, preset: Preset) -> Iterator[tuple[str, str, str]]:
    form = method.form if isinstance(method, Configurable) else NoOptions
    actual = read_options(form, spec.name, spec.options)
    expected = read_options(form, spec.name, preset.options)
    for name in form.model_fields:
        mine, wanted = getattr(actual, name), getattr(expected, name)
        if name in preset.options and mine != wanted:
            yield name, _format(mine), _format(wanted)


def _format(value: object) -> str:
    match value:
        case None | () | "":
            return "none"
        case bool():
            return str(value).lower()
        case tuple():
            return "+".join(map(_format, value))  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
        case _:
            return str(value.value if isinstance(value, Enum) else value)
