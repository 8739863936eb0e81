"""What is published of the form is what is read and written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.validators import validator_for

from parlour.core import field_table
from parlour.lab.transcripts import (
    CastMember,
    GameTranscript,
    Happening,
    TranscriptOutcome,
    TranscriptSource,
    format_transcript,
    transcript_schema_text,
)
from parlour.lab.transcripts.drafting import with_oddities
from parlour.lab.transcripts.form import VERSION, Oddity, transcript_schema
from tests.lab.transcripts.layouts import OPEN

DOCS = Path(__file__).parents[3] / "docs"
MARK = "<!-- form -->\n"
"""In `transcripts.md`, above what `python -m tests.lab.transcripts.test_form` writes."""


TABLES = {
    "A line: a game": GameTranscript,
    "`source`": TranscriptSource,
    "`cast`": CastMember,
    "`events`": Happening,
    "`outcome`": TranscriptOutcome,
    "`oddities`": Oddity,
}


def transcript_tables() -> str:
    """Every part of the form with its fields."""
    return "\n".join(
        line for name, row in TABLES.items() for line in field_table(name, row, "validation", row_name)
    )


def row_name(model: str) -> str:
    return model.removeprefix("Transcript").lower()


def publish() -> None:
    """Writes the tables of `transcripts.md` and `transcripts.schema.json` anew."""
    page = DOCS / "transcripts.md"
    head, _, _ = page.read_text(encoding="utf-8").partition(MARK)
    page.write_text(f"{head}{MARK}{transcript_tables()}", encoding="utf-8")
    (DOCS / "transcripts.schema.json").write_text(transcript_schema_text(), encoding="utf-8")


def test_the_page_has_every_field_as_the_models_have_it():
    page = (DOCS / "transcripts.md").read_text(encoding="utf-8")
    assert page.partition(MARK)[2] == transcript_tables()
    assert f"## The form, version {VERSION}\n" in page


def test_the_schema_beside_it_is_that_of_the_models():
    assert (DOCS / "transcripts.schema.json").read_text(encoding="utf-8") == transcript_schema_text()


def test_the_schema_takes_what_is_written_and_refuses_what_is_not():
    schema = transcript_schema()
    assert validator_for(schema) is Draft202012Validator
    Draft202012Validator.check_schema(schema)
    checker: Any = Draft202012Validator(schema)
    line = json.loads(format_transcript(with_oddities(GameTranscript.model_validate(OPEN))))
    assert checker.is_valid(line)
    assert not checker.is_valid({**line, "mood": "cheerful"})
    assert not checker.is_valid({name: value for name, value in line.items() if name != "form"})


def test_what_is_odd_is_named_once_however_often_a_game_comes_and_goes():
    once = with_oddities(GameTranscript.model_validate(OPEN))
    again = with_oddities(GameTranscript.model_validate_json(format_transcript(once)))
    assert once.flags == {"clock-restarts": 1, "role-missing": 1, "vote-missing": 1}
    assert format_transcript(again) == format_transcript(once)


if __name__ == "__main__":
    publish()
