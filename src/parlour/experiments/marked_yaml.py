"""A YAML or JSON file as plain data, with the line of every field, so that an error can name it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import yaml

from parlour.core import plain_json, plain_yaml
from parlour.errors import ExperimentError

JSON = ".json"
Place = tuple[str | int, ...]
"""A field by the names and numbers that lead to it."""


def written(place: Place) -> str:
    """A field as authors read it: `arms[3].method`."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in place)
    return text.removeprefix(".")


@dataclass(frozen=True, kw_only=True)
class MarkedYaml:
    """What a file says, and where.

    Attributes:
        file: its name.
        data: what it says.
        lines: the 1-based line of every field.
    """

    file: str
    data: dict[str, Any]
    lines: Mapping[Place, int]

    def with_small_fields(self, is_field: Callable[[Place], bool]) -> MarkedYaml:
        """The same with the names of fields in small letters, and with `_` where they have a hyphen or space.

        Args:
            is_field: whether a key, by its place, is a field of the form.

        Raises:
            ExperimentError: if a field stands twice then.
        """
        lines: dict[Place, int] = {}
        places: dict[Place, Place] = {}
        for place, line in self.lines.items():
            around = places[place[:-1]] if place else ()
            part = place[-1] if place else ""
            small = (*around, re.sub(r"[- ]", "_", part.casefold()) if isinstance(part, str) else part)
            places[place] = () if not place else small if is_field(small) else (*around, part)
            if places[place] in lines:
                message = f"stands twice, first on line {lines[places[place]]}"
                raise ExperimentError(message, file=self.file, line=line, field=written(places[place]))
            lines[places[place]] = line
        data = cast("dict[str, Any]", _renamed(self.data, (), places))
        return MarkedYaml(file=self.file, data=data, lines=lines)

    def error(self, message: str, place: Place) -> ExperimentError:
        """An error that names a field and its line, or that of the nearest field around it."""
        around = place
        while around not in self.lines:
            around = around[:-1]
        return ExperimentError(message, file=self.file, line=self.lines[around], field=written(place))


def _renamed(data: object, place: Place, places: Mapping[Place, Place]) -> object:
    if isinstance(data, dict):
        fields = cast("dict[Any, object]", data)
        return {
            places.get((*place, name), (name,))[-1]: _renamed(value, (*place, name), places)
            for name, value in fields.items()
        }
    if isinstance(data, list):
        items = cast("list[object]", data)
        return [_renamed(item, (*place, number), places) for number, item in enumerate(items)]
    return data


def read_marked(file: Path) -> MarkedYaml:
    """The fields of a YAML or JSON file.

    Raises:
        ExperimentError: if it cannot be read, is not YAML, has no fields, or has one twice.
    """
    try:
        text = file.read_text("utf-8-sig")
        if file.suffix == JSON:
            plain_json(text)
            text = text.replace("\t", " ")  # within strings JSON has none, and between them YAML takes none
        node, data = plain_yaml(text)
    except json.JSONDecodeError as error:
        raise ExperimentError(f"is not JSON: {error.msg}", file=str(file), line=error.lineno) from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise ExperimentError("is not in UTF-8; save it so", file=str(file), line=line) from error
    except ValueError as error:
        raise ExperimentError(f"is JSON that cannot be read: {error}", file=str(file), line=1) from error
    except OSError as error:
        raise ExperimentError(f"cannot be read: {error.strerror}", file=str(file)) from error
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        what = ": ".join(part for part in (error.context, error.problem) if part)
        if "'\\t'" in what:
            what = "it is indented with a tab; use spaces"
        line = mark.line + 1 if mark else None
        raise ExperimentError(f"is not YAML: {what}", file=str(file), line=line) from error
    except yaml.YAMLError as error:
        raise ExperimentError(f"is not YAML: {' '.join(str(error).split())}", file=str(file)) from error
    if not isinstance(node, yaml.MappingNode) or not isinstance(data, dict):
        raise ExperimentError("should begin with fields, such as `name: …`", file=str(file), line=1)
    lines: dict[Place, int] = {(): 1}
    _mark(node, (), lines, str(file))
    return MarkedYaml(file=str(file), data=cast("dict[str, Any]", data), lines=lines)


def _mark(node: yaml.Node, place: Place, lines: dict[Place, int], file: str) -> None:
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            here, line = (*place, key.value), key.start_mark.line + 1
            if here in lines:
                message = f"stands twice, first on line {lines[here]}"
                raise ExperimentError(message, file=file, line=line, field=written(here))
            lines[here] = line
            _mark(value, here, lines, file)
    elif isinstance(node, yaml.SequenceNode):
        for number, value in enumerate(node.value):
            lines[*place, number] = value.start_mark.line + 1
            _mark(value, (*place, number), lines, file)
