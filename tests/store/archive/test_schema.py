"""What is published of the schema is what is written."""

from __future__ import annotations

import json
from pathlib import Path

from parlour.store import Store
from parlour.store.archive import Subject, export, published_schema
from parlour.store.archive.rows import (
    CHECK,
    TABLES,
    VERSION,
    ExportedCase,
    ExportedLogprob,
    ExportedMessage,
    ExportedPart,
    ExportedSeat,
    schema_text,
)
from tests.field_tables import field_table
from tests.store.archive.played import games, laid, played

DOCS = Path(__file__).parents[3] / "docs"
PAGE = DOCS / "reference/export.md"
MARK = "<!-- tables -->\n"
"""The line of the page above what `python -m tests.store.archive.test_schema` writes."""


NESTED = (ExportedSeat, ExportedCase, ExportedMessage, ExportedPart, ExportedLogprob)
"""The models nested in rows."""


def describe_tables() -> str:
    """Every table with its fields, as the page has it."""
    tables = [(f"`{name}`", row) for name, row in TABLES.items()]
    inside = [(f"in rows: {row_name(row.__name__)}", row) for row in NESTED]
    return "\n".join(
        line for name, row in (*tables, *inside) for line in field_table(name, row, "serialization", row_name)
    )


def row_name(model: str) -> str:
    return model.removeprefix("Exported").lower()


def publish() -> None:
    """Writes the tables of the page and `data.schema.json` anew."""
    head, _, _ = PAGE.read_text(encoding="utf-8").partition(MARK)
    PAGE.write_text(f"{head}{MARK}{describe_tables()}", encoding="utf-8")
    (DOCS / "data.schema.json").write_text(schema_text(), encoding="utf-8")


def test_the_page_has_every_field_as_the_models_have_it():
    head, _, tables = PAGE.read_text(encoding="utf-8").partition(MARK)
    assert tables == describe_tables()
    assert f"## Schema, version {VERSION}\n" in head


def test_the_schema_beside_it_is_that_of_the_models():
    assert (DOCS / "data.schema.json").read_text(encoding="utf-8") == schema_text()


def test_every_row_has_the_fields_of_the_schema_and_no_other(tmp_path: Path):
    with Store.open(str(tmp_path / "parlour.db")) as store:
        match = played(store, laid(games()["werewolf"], method="gratr"))
        export(store, Subject(matches=(match,)), tmp_path / "out", "jsonl")
    definitions = published_schema()["$defs"]
    for name, model in TABLES.items():
        lines = (tmp_path / "out" / f"{name}.jsonl").read_text(encoding="utf-8").split("\n")[:-1]
        wanted = set(definitions[model.__name__]["properties"])
        assert CHECK in wanted
        assert lines or name in ("cells", "faults")
        assert all(set(json.loads(line)) == wanted for line in lines)


if __name__ == "__main__":
    publish()
