"""A record as rows: those of an export, and of events the words in which the table heard of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from parlour.arena import Record, events
from parlour.language.wording import tell
from parlour.store.archive import TABLES, MatchRows

RowKind = Literal["events", "actions", "thoughts", "faults", "calls", "votes", "scores"]
TOLD = "told"
"""The column of an event's words."""
_APART = frozenset({"type", "spelled"})
"""What an export needs to be read back, and nobody else."""


def match_columns(kind: RowKind) -> Sequence[str]:
    """The columns of rows of one sort."""
    fields = [name for name in TABLES[kind].model_fields if name not in _APART]
    return [*fields, TOLD] if kind == "events" else fields


def match_rows(record: Record, kind: RowKind) -> Iterator[Mapping[str, object]]:
    """The rows of one sort, in order."""
    setup = record.setup
    found = next(rows for table, rows in MatchRows(record).tables() if table == kind)
    rows = (row.model_dump(exclude=set(_APART)) for row in found)
    if kind != "events":
        return rows
    words = (tell(event, setup.language, setup.game.name) for event in events(record))
    return ({**row, TOLD: told} for row, told in zip(rows, words, strict=True))
