"""A YAML file as plain data, with the line of every field, so that an error can name it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import yaml

from parlour.core import plain_yaml
from parlour.errors import ExperimentError

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

    def error(self, message: str, place: Place) -> ExperimentError:
        """An error that names a field and its line, or that of the nearest field around it."""
        around = place
        while around not in self.lines:
            around = around[:-1]
        return ExperimentError(message, file=self.file, line=self.lines[around], field=written(place))


def read_marked(file: Path) -> MarkedYaml:
    """The fields of a YAML file.

    Raises:
        ExperimentError: if it cannot be read, is not YAML, has no fields, or has one twice.
    """
    try:
        text = file.read_text("utf-8")
        node, data = plain_yaml(text)
    except (OSError, UnicodeDecodeError) as error:
        raise ExperimentError(f"cannot be read: {error}", file=str(file)) from error
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        what = ": ".join(part for part in (error.context, error.problem) if part)
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
