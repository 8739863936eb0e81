"""Reads an experiment from its file, and says of what is wrong on which line and what would be right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NoReturn

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from parlour.agents.memory import BM25
from parlour.arena import lay_seats, lay_table, try_out
from parlour.core import GAMES, RECORDED_GAMES, asked_model
from parlour.errors import UsageError
from parlour.evaluation import metrics
from parlour.evaluation.richness import RICHNESS
from parlour.experiments.arm import Arm
from parlour.experiments.arm_form import arm_form
from parlour.experiments.definition import Definition, PublishedNumber, PublishedNumbers
from parlour.experiments.marked_yaml import JSON, MarkedYaml, Place, read_marked
from parlour.experiments.models import check_models
from parlour.experiments.stories import stories_of
from parlour.experiments.suite import SUITES
from parlour.llm import READER
from parlour.store import MemoryLog

SUFFIXES = (".yaml", ".yml", JSON)
WINDOW = 16_000
"""Tokens of the window with which arms are tried out."""


def is_definition(name: str) -> bool:
    """Whether a name is that of a file with an experiment, and not of a suite."""
    return name.endswith(SUFFIXES)


def read_definition(file: Path) -> Definition:
    """An experiment of one's own, every arm of which could be played.

    Raises:
        ExperimentError: naming the line and the field of what is wrong.
    """
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
            arm_form(definition.game).model_validate(definition.told(arm))
        except ValidationError as error:
            refuse(marked, error, ("arms", number), arm_form(definition.game))
    _check_names(marked, definition)
    _check_arms(marked, definition)
    return definition


def _is_field(place: Place) -> bool:
    """Whether a key is a field of the form, whose case does not matter, and no name of the author's."""
    match place:
        case (
            (str(),) | ("arms", int(), str()) | ("published", str()) | ("published", "numbers", int(), str())
        ):
            return True
        case _:
            return False


def _check_names(marked: MarkedYaml, definition: Definition) -> None:
    """Holds that whatever is named is there."""
    arms = [str(arm["name"]) for arm in definition.arms]
    for number, name in enumerate(arms):
        if name in arms[:number]:
            raise marked.error(f"{name!r} is another arm's name already", ("arms", number, "name"))
    known = (*metrics(), *RICHNESS)
    for number, name in enumerate(definition.metrics):
        check_name(marked, name, known, ("metrics", number))
    if definition.reference:
        check_name(marked, definition.reference, arms, ("reference",))
    for number, each in enumerate(definition.published.numbers if definition.published else ()):
        check_name(marked, each.arm, arms, ("published", "numbers", number, "arm"))
        check_name(marked, each.metric, definition.metrics, ("published", "numbers", number, "metric"))
    fields = set(arm_form(definition.game).model_fields)
    for name in ("players", "setup"):
        if name in marked.data and name not in fields:
            raise marked.error(f"{definition.game} takes none: its arms have {', '.join(fields)}", (name,))


def check_name(marked: MarkedYaml, name: str, known: Iterable[str], place: Place) -> None:
    """Refuses a name that is not known, with the nearest that are."""
    names = list(known)
    if name not in names:
        near = ", ".join(get_close_matches(name, names, n=3, cutoff=0))
        raise marked.error(f"there is no {name!r}; the nearest are {near}", place)


def _check_arms(marked: MarkedYaml, definition: Definition) -> None:
    """Lays a table of every arm, so that a wrong method, option or rule is told with its line."""
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
                game, definition.seed, _side(arm), definition.model or READER, definition.sought
            )
            seats = lay_seats(game, definition.seed, seating, lambda _: WINDOW)
            try_out(lay_table(game, definition.seed, seats, embedding=BM25, is_experiment=True), MemoryLog())
        except UsageError as error:
            raise marked.error(str(error), (*place, "method")) from error


def _side(arm: Arm) -> str | None:
    return next(side for _, side in arm.matches(1))


def _setup_place(marked: MarkedYaml, arm: Place) -> Place:
    """Where an arm's setup is told: its own, or that of all."""
    own = (*arm, "setup")
    return own if own in marked.lines else ("setup",) if ("setup",) in marked.lines else arm


def refuse(marked: MarkedYaml, error: ValidationError, around: Place, form: type[BaseModel]) -> NoReturn:
    """Says of what a form does not take on which line it stands, and what would be right.

    Args:
        marked: the file.
        error: what the form says.
        around: where in the file what the form describes stands.
        form: whose fields were to be filled.

    Raises:
        ExperimentError: always.
    """
    told = error.errors(include_url=False)
    wrong = next((each for each in told if each["type"] == "extra_forbidden"), told[0])
    place = (*around, *(part for part in wrong["loc"] if part != "function-wrap"))
    raise marked.error(_said(wrong, place, form), place) from error


def _said(wrong: ErrorDetails, place: Place, form: type[BaseModel]) -> str:
    """What is wrong with a field, and what would be right."""
    if wrong["type"] == "missing":
        return f"is missing ({_description(form, place)})"
    if wrong["type"] == "extra_forbidden":
        known = _fields(form, place)
        near = get_close_matches(str(place[-1]), known, n=3) or sorted(known)
        return f"there is no such field; the nearest are {', '.join(near)}"
    if wrong["type"] == "tuple_type":
        return f"should be a list, each item after a hyphen ({_description(form, place)})"
    if wrong["type"] == "string_pattern_mismatch":
        return f"should be of letters, digits, `_`, `.` and `-`, and is {wrong['input']!r}"
    told = wrong["msg"][:1].lower() + wrong["msg"][1:]
    given: object = wrong["input"]
    if isinstance(given, bool):
        return f"{told}: put a word that YAML takes for yes or no (on, off, yes, no) into quotation marks"
    return f"{told}, not {given!r}" if isinstance(given, str | int | float | bool) else told


def _fields(form: type[BaseModel], place: Place) -> Mapping[str, Any]:
    if place[:1] == ("published",):
        return (PublishedNumber if "numbers" in place else PublishedNumbers).model_fields
    return form.model_fields


def _description(form: type[BaseModel], place: Place) -> str:
    field = _fields(form, place).get(str(place[-1]))
    return str(field.description) if field and field.description else "a field"
