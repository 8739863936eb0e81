"""From rows back to a record: entries in the spelling of the journal, and calls with their parts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import assert_never, cast, get_args

from pydantic import ValidationError

from parlour.arena import Entry, EntryKind, Record, RecordedCall, Setup, Status
from parlour.core import Event
from parlour.errors import RecordError
from parlour.llm import CallKey, Completion, Origin, Part, Source, Usage
from parlour.store.archive.rows import (
    ExportedAction,
    ExportedCall,
    ExportedEvent,
    ExportedFault,
    ExportedMatch,
    ExportedThought,
)

JournalRow = ExportedEvent | ExportedAction | ExportedThought | ExportedFault
_EVENT: Mapping[str, object] = {
    field.name: [] if field.default == () else field.default for field in fields(Event)
}
"""The defaults of an event's fields, or a value that no row can have where there is none."""
_ACT = ("request", "player", "chosen", "speech", "is_fallback")


def spell_row(row: JournalRow) -> str:
    """The journal's entry that a row tells, in the spelling of the journal."""
    return row.spelled or json.dumps(_content(row), ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def entry_of(row: JournalRow) -> Entry:
    """The same as an entry."""
    kind: EntryKind = row.type
    return Entry(number=row.entry, kind=kind, json=spell_row(row))


def call_of(row: ExportedCall) -> RecordedCall:
    """The call that a row tells."""
    texts = [message.content for message in row.prompt]
    repairs = texts[2:] if row.parts else texts
    key, usage = ({each.name: getattr(row, each.name) for each in fields(of)} for of in (CallKey, Usage))
    return RecordedCall(
        key=CallKey(**key),
        system=_parts(row, 0),
        user=_parts(row, 1),
        repairs=tuple(zip(repairs[::2], repairs[1::2], strict=True)),
        completion=Completion(
            text=row.reply,
            thoughts=row.thoughts,
            is_cut=row.is_cut,
            is_repaired=row.is_repaired,
            logprobs=tuple((each.token, each.logprob) for each in row.logprobs),
            refusal=row.refusal,
            usage=Usage(**usage),
        ),
    )


def setup_of(row: ExportedMatch) -> Setup:
    """Returns the setup of a match."""
    try:
        return Setup.model_validate_json(json.dumps(row.setup))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise RecordError(f"match {row.match} cannot be read here: its {where}: {first['msg']}") from error


def record_of(
    row: ExportedMatch, journal: Iterable[JournalRow], calls: Sequence[ExportedCall], *, under: str
) -> Record:
    """A match's record from its rows."""
    entries = sorted(map(entry_of, journal), key=lambda each: each.number)
    for wanted, found in enumerate(entries):
        if found.number != wanted:
            raise RecordError(f"match {row.match} has no entry {wanted}, or has it twice")
    return Record(
        match=under,
        setup=setup_of(row),
        status=Status(row.status),
        started=row.started,
        entries=tuple(entries),
        calls=tuple(map(call_of, calls)),
    )


def _content(row: JournalRow) -> Mapping[str, object]:
    told = row.model_dump(mode="json")
    match row:
        case ExportedEvent():
            return {name: told[name] for name, usual in _EVENT.items() if told[name] != usual}
        case ExportedAction():
            return {name: told[name] for name in _ACT if told[name] or name in ("request", "player")}
        case ExportedThought():
            thought = {"kind": told["kind"]}
            thought |= {name: told[name] for name in ("case",) if told[name] is not None}
            thought |= {name: told[name] for name in ("body",) if told[name]}
            return {"request": told["request"], "player": told["player"], "thought": thought}
        case ExportedFault():
            return {name: told[name] for name in ("request", "player", "purpose", "problem")}
        case _:
            assert_never(row)


def _parts(row: ExportedCall, message: int) -> tuple[Part, ...]:
    told = [part for part in row.parts if part.message == message]
    content = row.prompt[message].content if len(row.prompt) > message and row.parts else ""
    parts: list[Part] = []
    at = 0
    for part in told:
        if part.origin not in get_args(Origin):
            raise RecordError(f"no part of a prompt comes from {part.origin!r}")
        source = Source(origin=cast("Origin", part.origin), owner=part.owner, events=part.events)
        parts.append(Part(text=content[at : at + part.characters], source=source))
        at += part.characters + 2
    if (content or told) and at != len(content) + 2:
        raise RecordError(f"the parts of call {row.number} of match {row.match} do not make up its prompt")
    return tuple(parts)
