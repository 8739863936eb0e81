"""The YAML form of a script: read with errors that name file, line and field, and written readably."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import cast

import yaml
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from parlour.core import visible
from parlour.errors import ScriptError
from parlour.games.mystery.library.marked import Field, Marked, parse, written
from parlour.games.mystery.library.strangers import foreign
from parlour.games.mystery.script import Character, Kinship, Question, Script, Victim

MOST_BYTES = 4_000_000
LONG = 100
"""Texts of more characters than this are written as blocks."""


def load(path: Path | str) -> Script:
    """The script that a YAML file holds.

    Raises:
        ScriptError: if it is not in the form; it names the file, the line and the field.
    """
    return loads(_read(Path(path)), str(path))


def loads(text: str, file: str = "") -> Script:
    """The script that a YAML text holds.

    Args:
        text: the YAML.
        file: the name by which errors call it.

    Raises:
        ScriptError: if it is not in the form.
    """
    try:
        marked = parse(text, file)
    except ScriptError as error:
        if stranger := foreign(text, file):
            raise stranger from error
        raise
    try:
        return Script.model_validate(marked.data)
    except ValidationError as error:
        raise foreign(text, file) or _first(error, marked, file) from error


def hidden(path: Path) -> tuple[str, ...]:
    """Lists the fields of a file that hold what cannot be seen, and that is left out, each with its line."""
    marked = parse(_read(path), str(path))
    return tuple(
        f"line {marked.line(place)}, {written(place)}: {_codes(text)} cannot be seen and is left out"
        for place, text in _texts(cast(object, marked.data))
        if visible(text) != text
    )


def _texts(data: object, place: Field = ()) -> Iterator[tuple[Field, str]]:
    match data:
        case str():
            yield place, data
        case list():
            for number, item in enumerate(cast("list[object]", data)):
                yield from _texts(item, (*place, number))
        case dict():
            for name, item in cast("dict[str, object]", data).items():
                yield from _texts(item, (*place, name))
        case _:
            pass


def _codes(text: str) -> str:
    """The first of the characters that cannot be seen, and how many more there are."""
    codes = [f"U+{ord(letter):04X}" for letter in text if not visible(letter)]
    return codes[0] + (f" (and {len(codes) - 1} more)" if len(codes) > 1 else "")


def save(script: Script, path: Path) -> None:
    """Writes the script so that `load` gives it back; a file that was there is whole until then.

    Raises:
        ScriptError: if it cannot be written.
    """
    draft = path.with_name(f"{path.name}.draft")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(saves(script), encoding="utf-8", newline="\n")
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise ScriptError(f"cannot be written: {error.strerror}", file=str(path)) from error


def saves(script: Script) -> str:
    """The script as YAML: fields in the form's order, long texts as blocks, what is empty left out."""
    whole = script.model_dump(mode="json")
    data = {name: value for name, value in whole.items() if value not in ("", [], None)}
    for name in ("characters", "victims", "relations", "questions"):
        if name in data:
            data[name] = [_without_defaults(item) for item in data[name]]
    return yaml.dump(data, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=10**6)


def _without_defaults(item: Mapping[str, object]) -> dict[str, object]:
    return {k: v for k, v in item.items() if v != [] and (k, v) != ("choose", 1)}


class _Dumper(yaml.SafeDumper):
    """Writes long texts as blocks and short lists on one line."""


def _text(_: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    """A block where that is readable; quoted where YAML would take a rare space for a line's end."""
    style = None
    if re.search(r"[^\S\n ]|[\x7f-\x9f\ufeff]", text):
        style = '"'
    elif ("\n" in text or len(text) > LONG) and not re.search(r"^\s|\s$| \n", text):
        style = "|"
    return yaml.ScalarNode("tag:yaml.org,2002:str", text, style=style)


def _list(dumper: yaml.SafeDumper, items: list[object]) -> yaml.SequenceNode:
    is_short = all(isinstance(item, str) and "\n" not in item for item in items)
    is_short = is_short and sum(len(cast(str, item)) + 2 for item in items) <= LONG
    return dumper.represent_sequence("tag:yaml.org,2002:seq", items, flow_style=is_short)


_Dumper.add_representer(str, _text)
_Dumper.add_representer(list, _list)


def _read(path: Path) -> str:
    try:
        if path.is_dir():
            raise ScriptError("is a folder; a script is one YAML file", file=str(path))
        if path.stat().st_size > MOST_BYTES:
            raise ScriptError(f"is larger than {MOST_BYTES // 10**6} MB, which no script is", file=str(path))
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError as error:
        raise ScriptError("there is no such file", file=str(path)) from error
    except OSError as error:
        raise ScriptError(f"cannot be read: {error.strerror}", file=str(path)) from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise ScriptError("is not in UTF-8; save it with that encoding", file=str(path), line=line) from error


def _first(error: ValidationError, marked: Marked, file: str) -> ScriptError:
    """The error that stands first in the file, and how many there are in all.

    Missing fields come last: one that is misspelt is often why another is missing. A list is too short for
    pydantic also where what is wrong is in it.
    """
    told = error.errors()
    within = {
        each["loc"][: len(each["loc"]) - depth] for each in told for depth in range(1, len(each["loc"]) + 1)
    }
    apart = [each for each in told if each["type"] != "too_short" or each["loc"] not in within]
    found = sorted((each["type"] == "missing", *_located(each, marked)) for each in apart)
    _, line, field, message = found[0]
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    return ScriptError(message + more, file=file, line=line, field=field)


def _located(detail: ErrorDetails, marked: Marked) -> tuple[int, str, str]:
    """Line, field and message of one error.

    The model's own checks say the field in front of their message, since pydantic knows only the object.
    """
    place, message = detail["loc"], _said(detail)
    if match := re.match(r"([a-z_]+(?:\[\d+\])?(?:\.[a-z_]+)*): ", message):
        inner = re.findall(r"[a-z_]+|\d+", match[1])
        place = (*place, *(int(part) if part.isdecimal() else part for part in inner))
        message = message[match.end() :]
    return marked.line(place), written(place), message


def _said(detail: ErrorDetails) -> str:
    match detail["type"]:
        case "missing":
            return "is missing"
        case "extra_forbidden":
            return _stranger(detail["loc"])
        case "string_type":
            return "should be text, and is empty or a list"
        case "tuple_type":
            return "should be a list, each item on a line of its own after a hyphen"
        case "model_type" | "model_attributes_type":
            return "should be fields with values"
        case "too_short":
            told = detail.get("ctx", {})
            return f"should have at least {told.get('min_length')} items, and has {told.get('actual_length')}"
        case "string_too_short":
            return "is empty"
        case _:
            return detail["msg"].removeprefix("Value error, ")


_FORMS = {"characters": Character, "victims": Victim, "relations": Kinship, "questions": Question}


def _stranger(place: Field) -> str:
    *within, name = place
    form = _FORMS.get(str(within[0]), Script) if within else Script
    near = difflib.get_close_matches(str(name), form.model_fields, n=1)
    known = f"did you mean {near[0]}?" if near else f"there are {', '.join(form.model_fields)}"
    return f"is not a field of the form; {known}"
