"""Reads an experiment from its file; errors name the line and the correction."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NoReturn, cast

import yaml
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from parlour.agents.memory import BM25
from parlour.arena import lay_seats, lay_table, try_out
from parlour.core import GAMES, RECORDED_GAMES, asked_model, plain_json, plain_yaml
from parlour.errors import FileError, UsageError
from parlour.evaluation import metrics
from parlour.evaluation.richness import RICHNESS
from parlour.experiments.arm import Arm, arm_form
from parlour.experiments.definition import Definition, PublishedNumber, PublishedNumbers
from parlour.experiments.run import check_models
from parlour.experiments.stories import stories_of
from parlour.experiments.suite import SUITES
from parlour.llm import BUILT_IN
from parlour.store import MemoryLog

JSON = ".json"
SUFFIXES = (".yaml", ".yml", JSON)
WINDOW = 16_000
"""Tokens of the window with which arms are tried out."""


def is_definition(name: str) -> bool:
    """Returns whether a name is that of an experiment file, not of a suite."""
    return name.endswith(SUFFIXES)


def read_definition(file: Path) -> Definition:
    """Returns a user's experiment, each arm of which can be played."""
    marked = read_marked(file).with_small_fields(_is_field)
    try:
        definition = Definition.model_validate(marked.data)
    except ValidationError as error:
        refuse(marked, error, (), Definition)
    if definition.name in SUITES.names:
        raise marked.error(f"{definition.name!r} is an installed suite; take another name", ("name",))
    check_name(marked, definition.game, (*GAMES.names, *RECORDED_GAMES.names), ("game",))
    for number, arm in enumerate(definition.arms):
        try:
            arm_form(definition.game).model_validate(definition.arm_fields(arm))
        except ValidationError as error:
            refuse(marked, error, ("arms", number), arm_form(definition.game))
    _check_names(marked, definition)
    _check_arms(marked, definition)
    return definition


def _is_field(place: Place) -> bool:
    match place:
        case (
            (str(),) | ("arms", int(), str()) | ("published", str()) | ("published", "numbers", int(), str())
        ):
            return True
        case _:
            return False


def _check_names(marked: MarkedYaml, definition: Definition) -> None:
    arms = [str(arm["name"]) for arm in definition.arms]
    for number, name in enumerate(arms):
        if name in arms[:number]:
            raise marked.error(f"{name!r} is another arm's name already", ("arms", number, "name"))
    metric_names = (*metrics(), *RICHNESS)
    for number, name in enumerate(definition.metrics):
        check_name(marked, name, metric_names, ("metrics", number))
    if definition.reference:
        check_name(marked, definition.reference, arms, ("reference",))
    for number, entry in enumerate(definition.published.numbers if definition.published else ()):
        check_name(marked, entry.arm, arms, ("published", "numbers", number, "arm"))
        check_name(marked, entry.metric, definition.metrics, ("published", "numbers", number, "metric"))
    fields = set(arm_form(definition.game).model_fields)
    for name in ("players", "setup"):
        if name in marked.data and name not in fields:
            raise marked.error(f"{definition.game} takes none: its arms have {', '.join(fields)}", (name,))


def check_name(marked: MarkedYaml, name: str, choices: Iterable[str], place: Place) -> None:
    """Refuses a name that is not known, with the nearest that are."""
    names = list(choices)
    if name not in names:
        near = ", ".join(get_close_matches(name, names, n=3, cutoff=0))
        raise marked.error(f"there is no {name!r}; the nearest are {near}", place)


def _check_arms(marked: MarkedYaml, definition: Definition) -> None:
    """Sets up a match of every arm, so that errors in a method, option or rule name their line."""
    suite = definition.suite
    try:
        check_models(suite, definition.models)
    except UsageError as error:
        raise marked.error(str(error), ("models",)) from error
    language = definition.languages[0] if definition.languages else None
    try:
        story, *_ = stories_of(suite.game).find(suite.stories, language, 1, definition.seed)
    except UsageError as error:
        raise marked.error(str(error), ("stories",)) from error
    for number, arm in enumerate(suite.conditions):
        place: Place = ("arms", number)
        try:
            game = arm.setup(story, 1)
        except ValidationError as error:
            refuse(marked, error, _setup_place(marked, place), asked_model(suite.game))
        except UsageError as error:
            raise marked.error(str(error), _setup_place(marked, place)) from error
        try:
            seating = arm.seating(
                game, definition.seed, _side(arm), definition.model or BUILT_IN, definition.sought
            )
            seats = lay_seats(game, definition.seed, seating, lambda _: WINDOW)
            try_out(lay_table(game, definition.seed, seats, embedding=BM25, is_experiment=True), MemoryLog())
        except UsageError as error:
            raise marked.error(str(error), (*place, "method")) from error


def _side(arm: Arm) -> str | None:
    return next(side for _, side in arm.matches(1))


def _setup_place(marked: MarkedYaml, arm: Place) -> Place:
    own = (*arm, "setup")
    return own if own in marked.lines else ("setup",) if ("setup",) in marked.lines else arm


def refuse(marked: MarkedYaml, error: ValidationError, around: Place, form: type[BaseModel]) -> NoReturn:
    """Raises an error for a form's invalid field, with its line and the correction."""
    errors = error.errors(include_url=False)
    wrong = next((detail for detail in errors if detail["type"] == "extra_forbidden"), errors[0])
    place = (*around, *(part for part in wrong["loc"] if part != "function-wrap"))
    raise marked.error(_explain(wrong, place, form), place) from error


def _explain(wrong: ErrorDetails, place: Place, form: type[BaseModel]) -> str:
    """Returns what is wrong with a field, and what would be right."""
    if wrong["type"] == "missing":
        return f"is missing ({_description(form, place)})"
    if wrong["type"] == "extra_forbidden":
        fields = _fields(form, place)
        near = get_close_matches(str(place[-1]), fields, n=3) or sorted(fields)
        return f"there is no such field; the nearest are {', '.join(near)}"
    if wrong["type"] == "tuple_type":
        return f"should be a list, each item after a hyphen ({_description(form, place)})"
    if wrong["type"] == "string_pattern_mismatch":
        return f"should be of letters, digits, `_`, `.` and `-`, and is {wrong['input']!r}"
    message = wrong["msg"][:1].lower() + wrong["msg"][1:]
    entry: object = wrong["input"]
    if isinstance(entry, bool):
        return f"{message}: put a word that YAML takes for yes or no (on, off, yes, no) into quotation marks"
    return f"{message}, not {entry!r}" if isinstance(entry, str | int | float | bool) else message


def _fields(form: type[BaseModel], place: Place) -> Mapping[str, Any]:
    if place[:1] == ("published",):
        return (PublishedNumber if "numbers" in place else PublishedNumbers).model_fields
    return form.model_fields


def _description(form: type[BaseModel], place: Place) -> str:
    field = _fields(form, place).get(str(place[-1]))
    return str(field.description) if field and field.description else "a field"


Place = tuple[str | int, ...]
"""A field by the names and numbers that lead to it."""


def written(place: Place) -> str:
    """Returns a field as authors read it: `arms[3].method`."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in place)
    return text.removeprefix(".")


@dataclass(frozen=True, kw_only=True)
class MarkedYaml:
    """The data of a YAML file, with line numbers.

    Attributes:
        lines: the 1-based line of every field.
    """

    file: str
    data: dict[str, Any]
    lines: Mapping[Place, int]

    def with_small_fields(self, is_field: Callable[[Place], bool]) -> MarkedYaml:
        """Returns the same with field names in lower case, and with `_` where they have a hyphen or space.

        Raises:
            FileError: if a field stands twice then.
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
                raise FileError(message, file=self.file, line=line, field=written(places[place]))
            lines[places[place]] = line
        data = cast("dict[str, Any]", _rename(self.data, (), places))
        return MarkedYaml(file=self.file, data=data, lines=lines)

    def error(self, message: str, place: Place) -> FileError:
        """Returns an error that names a field and its line, or that of the nearest field around it."""
        around = place
        while around not in self.lines:
            around = around[:-1]
        return FileError(message, file=self.file, line=self.lines[around], field=written(place))


def _rename(data: object, place: Place, places: Mapping[Place, Place]) -> object:
    if isinstance(data, dict):
        fields = cast("dict[Any, object]", data)
        return {
            places.get((*place, name), (name,))[-1]: _rename(value, (*place, name), places)
            for name, value in fields.items()
        }
    if isinstance(data, list):
        items = cast("list[object]", data)
        return [_rename(item, (*place, number), places) for number, item in enumerate(items)]
    return data


def read_marked(file: Path) -> MarkedYaml:
    """Returns the fields of a YAML or JSON file.

    Raises:
        FileError: if it cannot be read, is not YAML, has no fields, or has one twice.
    """
    try:
        text = file.read_text("utf-8-sig")
        if file.suffix == JSON:
            plain_json(text)
            text = text.replace("\t", " ")  # within strings JSON has none, and between them YAML allows none
        node, data = plain_yaml(text)
    except json.JSONDecodeError as error:
        raise FileError(f"is not JSON: {error.msg}", file=str(file), line=error.lineno) from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise FileError("is not in UTF-8; save it so", file=str(file), line=line) from error
    except ValueError as error:
        raise FileError(f"is JSON that cannot be read: {error}", file=str(file), line=1) from error
    except OSError as error:
        raise FileError(f"cannot be read: {error.strerror}", file=str(file)) from error
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        what = ": ".join(part for part in (error.context, error.problem) if part)
        if "'\\t'" in what:
            what = "it is indented with a tab; use spaces"
        line = mark.line + 1 if mark else None
        raise FileError(f"is not YAML: {what}", file=str(file), line=line) from error
    except yaml.YAMLError as error:
        raise FileError(f"is not YAML: {' '.join(str(error).split())}", file=str(file)) from error
    if not isinstance(node, yaml.MappingNode) or not isinstance(data, dict):
        raise FileError("should begin with fields, such as `name: …`", file=str(file), line=1)
    lines: dict[Place, int] = {(): 1}
    _mark(node, (), lines, str(file))
    return MarkedYaml(file=str(file), data=cast("dict[str, Any]", data), lines=lines)


def _mark(node: yaml.Node, place: Place, lines: dict[Place, int], file: str) -> None:
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            here, line = (*place, key.value), key.start_mark.line + 1
            if here in lines:
                message = f"stands twice, first on line {lines[here]}"
                raise FileError(message, file=file, line=line, field=written(here))
            lines[here] = line
            _mark(value, here, lines, file)
    elif isinstance(node, yaml.SequenceNode):
        for number, value in enumerate(node.value):
            lines[*place, number] = value.start_mark.line + 1
            _mark(value, (*place, number), lines, file)
