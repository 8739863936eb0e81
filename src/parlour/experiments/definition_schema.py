"""The JSON Schema of an experiment's file, with what the installed games take."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from parlour.core import DEALT_OTHERWISE, GAMES
from parlour.experiments.arm_form import arm_form
from parlour.experiments.definition import Definition

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def definition_schema() -> dict[str, Any]:
    """The schema, by which an editor completes and checks a file as it is written."""
    games = sorted(GAMES.installed())
    models: list[type[BaseModel]] = [Definition]
    models += [model for game in games for model in (arm_form(game), GAMES.find(game).setup)]
    _, told = models_json_schema([(model, "validation") for model in dict.fromkeys(models)])
    kept = told["$defs"]
    schema = kept.pop(Definition.__name__)
    schema["properties"]["game"]["enum"] = games
    given = [_given(game, kept) for game in games]
    return {"$schema": DIALECT, **schema, "allOf": given, "$defs": kept}


def _given(game: str, kept: dict[str, Any]) -> dict[str, Any]:
    """What holds where a game is played: the form of its arms, and the fields of its setup."""
    form = arm_form(game)
    arm: dict[str, Any] = {"$ref": f"#/$defs/{form.__name__}"}
    then: dict[str, Any] = {"arms": {"items": arm}}
    if "setup" in form.model_fields:
        fields = kept[GAMES.find(game).setup.__name__]["properties"]
        known = {name: field for name, field in fields.items() if name not in DEALT_OTHERWISE}
        then["setup"] = {"properties": known, "additionalProperties": False}
        arm["properties"] = {"setup": then["setup"]}
    return {"if": {"properties": {"game": {"const": game}}}, "then": {"properties": then}}
