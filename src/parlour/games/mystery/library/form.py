"""The YAML form of a script: read with errors that name file, line and field, and written readably.

It is read as plain data that remembers the line of every field, so that an error can name it. Scalars stay
text: an author who writes `options: [Yes, No, 22:10]` means these words, not two truth values and a number of
minutes. Only the fields that count something become numbers.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import yaml
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from parlour.core import visible
from parlour.errors import ScriptError
from parlour.games.mystery.library.strangers import foreign
from parlour.games.mystery.script import Character, Kinship, Question, Script, Victim

MOST_BYTES = 4_000_000
LONG = 100
"""Texts of more characters than this are written as blocks."""


def load(path: Path | str) -> Script:
    """Returns the script in a YAML file.

    Raises:
        ScriptError: if it is not in the form; it names the file, the line and the field.
    """
    return loads(_read(Path(path)), str(path))


def loads(text: str, file: str = "") -> Script:
    """Returns the script in a YAML text.

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
    """Lists the fields of a file with invisible characters, which are left out, each with its line."""
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
    """Returns the script as YAML: fields in the form's order, long texts as blocks, empty fields left out."""
    whole = script.model_dump(mode="json")
    data = {name: value for name, value in whole.items() if value not in ("", [], None)}
    for name in ("characters", "victims", "relations", "questions"):
        if name in data:
            data[name] = [
                {key: value for key, value in item.items() if value != [] and (key, value) != ("choose", 1)}
                for item in data[name]
            ]
    return yaml.dump(data, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=10**6)


class _Dumper(yaml.SafeDumper):
    """Writes long texts as blocks and short lists on one line."""


def _text(_: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    """Represents a text: as a block where readable; quoted where YAML would break a line at a rare space."""
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
    """Returns the error that stands first in the file, with the number of all.

    Missing fields come last: one that is misspelt is often why another is missing. A list is too short for
    pydantic also where what is wrong is in it.
    """
    errors = error.errors()
    within = {
        detail["loc"][: len(detail["loc"]) - depth]
        for detail in errors
        for depth in range(1, len(detail["loc"]) + 1)
    }
    apart = [detail for detail in errors if detail["type"] != "too_short" or detail["loc"] not in within]
    problems = sorted((detail["type"] == "missing", *_locate(detail, marked)) for detail in apart)
    _, line, field, message = problems[0]
    more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
    return ScriptError(message + more, file=file, line=line, field=field)


def _locate(detail: ErrorDetails, marked: Marked) -> tuple[int, str, str]:
    """Returns line, field and message of one error.

    The model's own checks say the field in front of their message, since pydantic knows only the object.
    """
    place, message = detail["loc"], _message(detail)
    if match := re.match(r"([a-z_]+(?:\[\d+\])?(?:\.[a-z_]+)*): ", message):
        inner = re.findall(r"[a-z_]+|\d+", match[1])
        place = (*place, *(int(part) if part.isdecimal() else part for part in inner))
        message = message[match.end() :]
    return marked.line(place), written(place), message


def _message(detail: ErrorDetails) -> str:
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
            limits = detail.get("ctx", {})
            least, actual = limits.get("min_length"), limits.get("actual_length")
            return f"should have at least {least} items, and has {actual}"
        case "string_too_short":
            return "is empty"
        case _:
            return detail["msg"].removeprefix("Value error, ")


_FORMS = {"characters": Character, "victims": Victim, "relations": Kinship, "questions": Question}


def _stranger(place: Field) -> str:
    *within, name = place
    form = _FORMS.get(str(within[0]), Script) if within else Script
    near = difflib.get_close_matches(str(name), form.model_fields, n=1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(form.model_fields)}"
    return f"is not a field of the form; {hint}"


Field = tuple[str | int, ...]
Data = str | int | None | list["Data"] | dict[str, "Data"]

DEEPEST = 8
LONGEST_NUMBER = 10
"""Digits; what is longer stays text, and is refused as such."""
NUMBERS = frozenset({"points", "choose", "options_seed"})
LISTS = frozenset(
    {"aliases", "acts", "secrets", "objectives", "murderers", "kinds", "asked_of", "options", "key", "flags"}
)
NOTHING = frozenset({"", "~", "null"})

try:
    from yaml import CSafeLoader as Loader
except ImportError:  # libyaml is missing where PyYAML was compiled without it
    from yaml import SafeLoader as Loader


def written(place: Field) -> str:
    """Returns a field as authors read it: `questions[3].key`."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in place)
    return text.removeprefix(".")


@dataclass(frozen=True, kw_only=True)
class Marked:
    """A YAML file's data and the 1-based line on which each field stands."""

    data: Mapping[str, Data]
    lines: Mapping[Field, int]

    def line(self, place: Field) -> int:
        """Returns the line of a field, or of the nearest field around it if it is missing."""
        while place not in self.lines:
            place = place[:-1]
        return self.lines[place]


def parse(text: str, file: str) -> Marked:
    """Parses the one document of a YAML text, event by event so that no nesting can exhaust the stack.

    Raises:
        ScriptError: if it is not YAML, is empty, repeats a field or uses anchors.
    """
    if not text.strip():
        raise ScriptError("is empty; docs/scripts.md shows what belongs into a script", file=file)
    try:
        return _Reading(yaml.parse(text, Loader=Loader), file).document()
    except yaml.MarkedYAMLError as error:
        raise _unreadable(error, text, file) from error
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise ScriptError("holds a character that cannot be printed", file=file, line=line) from error


def _unreadable(error: yaml.MarkedYAMLError, text: str, file: str) -> ScriptError:
    mark = error.problem_mark or error.context_mark
    line = mark.line + 1 if mark else 1
    lines = text.splitlines()
    here = lines[line - 1] if line <= len(lines) else ""
    if "\t" in here[: len(here) - len(here.lstrip())]:
        return ScriptError("is indented with a tab; use spaces", file=file, line=line)
    what = ": ".join(part for part in (error.context, error.problem) if part)
    return ScriptError(f"is not YAML: {what}", file=file, line=line)


class _Reading:
    """One pass over the events of a YAML text."""

    def __init__(self, events: Iterator[yaml.Event], file: str) -> None:
        self.events, self.file = events, file
        self.lines: dict[Field, int] = {}

    def document(self) -> Marked:
        events = (event for event in self.events if not isinstance(event, _FRAME))
        first = next(self.events, None)
        while isinstance(first, _FRAME):
            first = next(self.events, None)
        if not isinstance(first, yaml.MappingStartEvent):
            raise ScriptError(
                "should begin with fields, such as `title: …` (parlour scripts new)", file=self.file, line=1
            )
        data = self._fields(first, ())
        if more := next(events, None):
            raise self._error("should end here; a file holds one script", more, ())
        return Marked(data=data, lines=self.lines)

    def _fields(self, start: yaml.Event, place: Field) -> dict[str, Data]:
        self._mark(start, place)
        data: dict[str, Data] = {}
        while not isinstance(key := next(self.events), yaml.MappingEndEvent):
            if not isinstance(key, yaml.ScalarEvent):
                raise self._error("a field's name should be one word", key, place)
            here = (*place, key.value)
            if here in self.lines:
                raise self._error(f"stands twice, first on line {self.lines[here]}", key, here)
            value = self._value(next(self.events), here)
            self.lines[here] = _line(key)
            if value is not None:
                data[key.value] = value
        return data

    def _items(self, start: yaml.Event, place: Field) -> list[Data]:
        self._mark(start, place)
        items: list[Data] = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            items.append(self._value(event, (*place, len(items))))
        return items

    def _value(self, event: yaml.Event, place: Field) -> Data:
        if isinstance(event, yaml.MappingStartEvent):
            return self._fields(event, place)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._items(event, place)
        self._mark(event, place)
        return _scalar(event, place[-1]) if isinstance(event, yaml.ScalarEvent) else None

    def _mark(self, event: yaml.Event, place: Field) -> None:
        if isinstance(event, yaml.NodeEvent) and event.anchor is not None:
            raise self._error("YAML anchors (&, *) are not part of the form; write it out", event, place)
        if len(place) > DEEPEST:
            raise self._error("is nested too deeply", event, place[:4])
        self.lines[place] = _line(event)

    def _error(self, message: str, event: yaml.Event, place: Field) -> ScriptError:
        return ScriptError(message, file=self.file, line=_line(event), field=written(place))


_FRAME = (yaml.StreamStartEvent, yaml.DocumentStartEvent, yaml.DocumentEndEvent, yaml.StreamEndEvent)


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1


def _scalar(event: yaml.ScalarEvent, name: str | int) -> Data:
    text = event.value
    if event.style is None and text in NOTHING:
        return None
    if name in NUMBERS and len(text) < LONGEST_NUMBER and text.removeprefix("-").isdecimal():
        return int(text)
    return [text] if name in LISTS else text
