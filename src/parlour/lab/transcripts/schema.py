"""The form as JSON Schema, and as the tables of `docs/transcripts.md`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from parlour.core import field_table
from parlour.lab.transcripts.form import (
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
    return "\n".join(
        line for name, row in _TABLES.items() for line in field_table(name, row, "validation", _spelled)
    )


def _spelled(model: str) -> str:
    return model.removeprefix("Transcript").lower()
