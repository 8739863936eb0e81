"""YAML as plain data that remembers the line of every field, so that an error can name it.

Scalars stay text: an author who writes `options: [Yes, No, 22:10]` means these words, not two truth
values and a number of minutes. Only the fields that count something become numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import yaml

from parlour.errors import ScriptError

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
    """A field as authors read it: `questions[3].key`."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in place)
    return text.removeprefix(".")


@dataclass(frozen=True, kw_only=True)
class Marked:
    """A YAML file's data and the 1-based line on which each field stands.

    Attributes:
        data: what the file says.
        lines: the line of every field that it has.
    """

    data: Mapping[str, Data]
    lines: Mapping[Field, int]

    def line(self, place: Field) -> int:
        """The line of a field, or of the nearest field around it where it is missing."""
        while place not in self.lines:
            place = place[:-1]
        return self.lines[place]


def parse(text: str, file: str) -> Marked:
    """The one document of a YAML text, read event by event so that no nesting can exhaust the stack.

    Args:
        text: the whole file.
        file: its name, for errors.

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
        raise _unprintable(error, text, file) from error


def _unreadable(error: yaml.MarkedYAMLError, text: str, file: str) -> ScriptError:
    mark = error.problem_mark or error.context_mark
    line = mark.line + 1 if mark else 1
    lines = text.splitlines()
    here = lines[line - 1] if line <= len(lines) else ""
    if "\t" in here[: len(here) - len(here.lstrip())]:
        return ScriptError("is indented with a tab; use spaces", file=file, line=line)
    what = ": ".join(part for part in (error.context, error.problem) if part)
    return ScriptError(f"is not YAML: {what}", file=file, line=line)


def _unprintable(error: yaml.reader.ReaderError, text: str, file: str) -> ScriptError:
    line = text.count("\n", 0, error.position) + 1
    return ScriptError("holds a character that cannot be printed", file=file, line=line)


class _Reading:
    """One walk over the events of a YAML text."""

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
