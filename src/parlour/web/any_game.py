"""Whatever game is asked for, of all that are installed, and how programs are told what can be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, cast

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from parlour.core import GAMES, GameAsked, asked_model, default_game, read_asked
from parlour.errors import BrokenPlugin, UsageError


def askable() -> Mapping[str, type[GameAsked]]:
    """What can be asked of each game that works, the usual one first."""
    models: dict[str, type[GameAsked]] = {}
    usual = default_game().name
    for name in sorted(GAMES.installed(), key=lambda name: name != usual):
        try:
            models[name] = asked_model(name)
        except BrokenPlugin:
            continue
    return models


def broken() -> tuple[str, ...]:
    """A sentence for each game that is installed and cannot be used, with its package."""
    told = [str(each) for each in GAMES.broken()]
    for name in GAMES.installed():
        try:
            asked_model(name)
        except BrokenPlugin as error:
            told.append(str(error))
    return tuple(told)


def usual_game() -> GameAsked:
    """What is played where nobody says."""
    return asked_model(default_game().name)()


class _OfAll:
    """How a field that takes any game reads it, and how its schema is written."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(
            _read, serialization=core_schema.plain_serializer_function_ser_schema(_told)
        )

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """One form for each game that is installed, told apart by its name."""
        choices: dict[str, str] = {}
        for name, model in askable().items():
            form = handler(_by_reference(model))
            choices[name] = form["$ref"]
            named = {"name": {"type": "string", "const": name, "title": "Name"}}
            told = handler.resolve_ref_schema(form)
            told["properties"] = {**named, **told.get("properties", {})}
            told["required"] = ["name", *(each for each in told.get("required", ()) if each != "name")]
        return {
            "oneOf": [{"$ref": each} for each in choices.values()],
            "discriminator": {"propertyName": "name", "mapping": choices},
        }


AnyGame = Annotated[GameAsked, _OfAll]
"""Any game, asked for by its `name`."""


def _by_reference(model: type[GameAsked]) -> CoreSchema:
    """The schema of a form that stands among the definitions, under the form's name."""
    form = cast("dict[str, Any]", model.__pydantic_core_schema__)
    beside: list[CoreSchema] = []
    if form["type"] == "definitions":
        beside, form = form["definitions"], form["schema"]
    if form["type"] == "definition-ref":
        return core_schema.definitions_schema(cast("CoreSchema", form), beside)
    name = f"{model.__module__}.{model.__qualname__}:{model.game}"
    named = cast("CoreSchema", {**form, "ref": name})
    return core_schema.definitions_schema(core_schema.definition_reference_schema(name), [*beside, named])


def _read(told: object) -> GameAsked:
    try:
        return read_asked(told)
    except UsageError as error:
        raise PydanticCustomError("game", "{why}", {"why": str(error)}) from error


def _told(game: GameAsked) -> dict[str, Any]:
    return {"name": game.game, **game.model_dump(mode="json")}
