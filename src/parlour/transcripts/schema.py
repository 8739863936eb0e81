"""The form as JSON Schema, and as the tables of `docs/transcripts.md`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from parlour.transcripts.form import (
    VERSION,
    CastMember,
    GameTranscript,
    Happening,
    Oddity,
    TranscriptOutcome,
    TranscriptSource,
)

_TABLES: Mapping[str, type[BaseModel]] = {
    "A line: a game": GameTranscript,
    "`source`": TranscriptSource,
    "`cast`": CastMember,
    "`events`": Happening,
    "`outcome`": TranscriptOutcome,
    "`oddities`": Oddity,
}


def transcript_schema() -> dict[str, Any]:
    """JSON Schema of a line; fields that may be left out are not required."""
    told = GameTranscript.model_json_schema(mode="validation")
    for name in ("form", "version"):  # they say what a line is, and are no option
        told["required"] = [*dict.fromkeys([*told.get("required", []), name])]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$comment": f"Parlour's open form of recorded games, version {VERSION}",
        **told,
    }


def transcript_schema_text() -> str:
    """The same as `docs/transcripts.schema.json` holds it and `parlour transcripts --schema` prints it."""
    return json.dumps(transcript_schema(), indent=2, ensure_ascii=False) + "\n"


def transcript_tables() -> str:
    """Every part of the form with its fields."""
    return "\n".join(line for name, model in _TABLES.items() for line in _table(name, model))


def _table(name: str, model: type[BaseModel]) -> Iterator[str]:
    yield f"### {name}"
    yield " ".join((model.__doc__ or "").split())
    yield ""
    yield "| field | type | what it is |"
    yield "|---|---|---|"
    told = model.model_json_schema(mode="validation")
    for field, each in told["properties"].items():
        yield f"| `{field}` | {_type(each)} | {each.get('description', '')} |"
    yield ""


def _type(told: Mapping[str, Any]) -> str:
    if several := told.get("anyOf"):
        return " or ".join(map(_type, several))
    if reference := told.get("$ref"):
        return {"TranscriptSource": "source", "TranscriptOutcome": "outcome"}.get(
            (name := str(reference).rpartition("/")[2]), name.lower()
        )
    if told.get("type") == "array":
        return f"list of {_type(told['items'])}"
    if "const" in told:
        return f"`{json.dumps(told['const'])}`"
    return str(told.get("type", "JSON"))
