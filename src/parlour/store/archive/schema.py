"""The schema of an export as JSON Schema, and as the tables of `docs/reference/export.md`."""

from __future__ import annotations

import json
from typing import Any, cast

from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from parlour.core import field_table
from parlour.store.archive.rows import (
    CHECK,
    TABLES,
    VERSION,
    ExportedCase,
    ExportedLogprob,
    ExportedMessage,
    ExportedPart,
    ExportedSeat,
)

_CHECK = {
    "description": "the first 8 hexadecimal digits of SHA-256 of the rest of the row, as JSON with sorted"
    " keys, no spaces and everything beyond ASCII escaped",
    "type": "string",
}
NESTED: tuple[type[BaseModel], ...] = (
    ExportedSeat,
    ExportedCase,
    ExportedMessage,
    ExportedPart,
    ExportedLogprob,
)
"""What stands inside of rows."""


def published_schema() -> dict[str, Any]:
    """JSON Schema of a line of any table, which its `type` tells apart."""
    rows = list(TABLES.values())
    asked: list[tuple[type[BaseModel], JsonSchemaMode]] = [(row, "serialization") for row in rows]
    references, told = models_json_schema(asked, title="A row of an export")
    definitions = cast("dict[str, dict[str, Any]]", told["$defs"])
    for row in rows:
        definition = definitions[row.__name__]
        definition["properties"][CHECK] = _CHECK
        definition["required"] = [*definition.get("required", []), CHECK]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": told["title"],
        "version": VERSION,
        "oneOf": [references[row, "serialization"] for row in rows],
        "$defs": definitions,
    }


def schema_text() -> str:
    """The same as exports and `docs/data.schema.json` hold it."""
    return json.dumps(published_schema(), indent=2, ensure_ascii=False) + "\n"


def described() -> str:
    """Every table with its fields, as `docs/reference/export.md` has it."""
    tables = [(f"`{name}`", row) for name, row in TABLES.items()]
    inside = [(f"in rows: {_spelled(row.__name__)}", row) for row in NESTED]
    return "\n".join(
        line for name, row in (*tables, *inside) for line in field_table(name, row, "serialization", _spelled)
    )


def _spelled(model: str) -> str:
    return model.removeprefix("Exported").lower()
