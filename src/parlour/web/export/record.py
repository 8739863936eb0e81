"""A whole record as JSON, and back."""

from __future__ import annotations

from pydantic import TypeAdapter

from parlour.arena import Record

_RECORD = TypeAdapter(Record)


def record_json(record: Record) -> str:
    """The record with nothing left out: setup, journal, and every call with its prompt, reply and usage."""
    return _RECORD.dump_json(record, indent=1).decode()


def record_of(json: str) -> Record:
    """The record that such a text holds.

    Raises:
        pydantic.ValidationError: if it holds none.
    """
    return _RECORD.validate_json(json)
