"""The tables of a documentation page that describe a form: a row per field."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode


def field_table(
    title: str, model: type[BaseModel], mode: JsonSchemaMode, spelled: Callable[[str], str]
) -> Iterator[str]:
    """The lines: a heading, what the model is, and a row per field with its type and what it is.

    Args:
        title: the heading.
        model: the model; a field that only tells its kind apart (`type`) has no row.
        mode: whether it is described as it is read or as it is written.
        spelled: how the name of a model within is put.
    """
    yield f"### {title}"
    yield " ".join((model.__doc__ or "").split())
    yield ""
    yield "| field | type | what it is |"
    yield "|---|---|---|"
    properties: Mapping[str, Mapping[str, Any]] = model.model_json_schema(mode=mode)["properties"]
    for field, told in properties.items():
        if field != "type":
            yield f"| `{field}` | {_type(told, spelled)} | {told.get('description', '')} |"
    yield ""


def _type(told: Mapping[str, Any], spelled: Callable[[str], str]) -> str:
    if several := told.get("anyOf"):
        return " or ".join(_type(each, spelled) for each in several)
    if reference := told.get("$ref"):
        return spelled(str(reference).rpartition("/")[2])
    if told.get("type") == "array":
        return f"list of {_type(told['items'], spelled)}"
    if "const" in told:
        return f"`{json.dumps(told['const'])}`"
    return str(told.get("type", "JSON"))
