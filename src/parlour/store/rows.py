"""Matches, their calls and the cells of runs as rows of the database, read and written."""

from __future__ import annotations

import json
import re
import secrets
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from itertools import count
from typing import Any, TypedDict, cast

from pydantic import TypeAdapter, ValidationError
from sqlalchemy import (
    ClauseElement,
    Connection,
    Dialect,
    Row,
    ScalarSelect,
    Table,
    and_,
    bindparam,
    func,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.sql.compiler import SQLCompiler

from parlour.arena import Entry, Record, RecordedCall, Setup, Status
from parlour.errors import RecordError
from parlour.llm import CallKey, Completion, Part, Source, Usage
from parlour.store import tables

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_SPELLED = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, kw_only=True)
class PartRef:
    """A part where it stands in a message: its text by digest, and its source there."""

    part: str
    source: Source


@dataclass(frozen=True, kw_only=True)
class Layout:
    """A prompt without its texts."""

    system: tuple[PartRef, ...]
    user: tuple[PartRef, ...]
    repairs: tuple[tuple[str, str], ...]

    @property
    def digests(self) -> set[str]:
        return {place.part for place in (*self.system, *self.user)}


_LAYOUT, _COMPLETION, _USAGE = TypeAdapter(Layout), TypeAdapter(Completion), TypeAdapter(Usage)
_PLACE = TypeAdapter(PartRef)
_MOST_PLACES = 32_768
"""Spelled places that are remembered: those of the prompts of a few hundred matches at once."""


def spell(value: object) -> str:
    """A value as JSON that every database can hold.

    Chinese stays readable; NUL and lone surrogates, which a small model may well produce, are escaped.
    """
    text = _SPELLED.encode(value)
    return text if text.isascii() else _LONE_SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def spell_layout(system: Sequence[Part], user: Sequence[Part], repairs: Sequence[Sequence[str]]) -> str:
    """A prompt's layout as its row holds it.

    Put together from its places as they were spelled before: most of them stand in many prompts of a match.
    """
    places = (",".join(_spell_place(part.digest, part.source) for part in parts) for parts in (system, user))
    return '{{"system":[{}],"user":[{}],"repairs":{}}}'.format(*places, spell(repairs))


@lru_cache(maxsize=_MOST_PLACES)
def _spell_place(digest: str, source: Source) -> str:
    return spell(_PLACE.dump_python(PartRef(part=digest, source=source)))


def read_layout(text: str) -> Layout:
    """A prompt's layout from its row."""
    return _LAYOUT.validate_python(json.loads(text))


def fill(places: Sequence[PartRef], texts: Mapping[str, str]) -> tuple[Part, ...]:
    """The parts with their texts, given by digest."""
    return tuple(Part(text=texts[place.part], source=place.source) for place in places)


def spell_completion(completion: Completion) -> tuple[str, str]:
    """A completion as the reply, which a replay repeats, and the usage, which differs from run to run."""
    reply = _COMPLETION.dump_python(completion)
    usage = reply.pop("usage")
    return spell(reply), spell(usage)


def read_completion(reply: str, usage: str) -> Completion:
    """A completion from the two."""
    fields = json.loads(reply) | {"usage": _USAGE.validate_python(json.loads(usage))}
    return _COMPLETION.validate_python(fields)


_DIGESTS_AT_ONCE = 5000
"""Digests per query, below the number of variables that either database takes."""


def read_record(connection: Connection, match_id: str, *, with_calls: bool = True) -> Record:
    """Returns the record of a match that exists, without its calls if they are not needed."""
    row = connection.execute(select(tables.match).where(tables.match.c.id == match_id)).one()
    return Record(
        match=row.id,
        setup=read_setup(connection, match_id),
        status=Status(row.status),
        started=row.started,
        entries=_entries(connection, match_id),
        calls=read_calls(connection, match_id) if with_calls else (),
    )


def read_setup(connection: Connection, match_id: str) -> Setup:
    """Returns the setup of a match.

    Raises:
        RecordError: if it was recorded by a Parlour whose setups this one cannot read.
    """
    m = tables.match.c
    row = connection.execute(select(m.setup, m.versions).where(m.id == match_id)).one()
    try:
        return Setup.model_validate_json(row.setup)
    except ValidationError as error:
        was = json.loads(row.versions).get("parlour", "another version")
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise RecordError(
            f"match {match_id} is of Parlour {was}; here its {where}: {first['msg']}"
        ) from error


def _entries(connection: Connection, match_id: str) -> tuple[Entry, ...]:
    entry = tables.entry
    rows = connection.execute(select(entry).where(entry.c.match == match_id).order_by(entry.c.n))
    return tuple(Entry(number=row.n, kind=row.kind, json=row.json) for row in rows)


def read_calls(connection: Connection, match_id: str, request: str | None = None) -> tuple[RecordedCall, ...]:
    """The model calls of a match: of one request, or all."""
    call, measure = tables.call, tables.measure
    measured = and_(measure.c.match == call.c.match, measure.c.call == call.c.n)
    query = select(call, measure.c.json.label("usage")).join(measure, measured)
    if request is not None:
        query = query.where(call.c.request == request)
    rows = connection.execute(query.where(call.c.match == match_id).order_by(call.c.n)).all()
    layouts = [read_layout(row.prompt) for row in rows]
    texts = _texts(connection, {digest for layout in layouts for digest in layout.digests})
    return tuple(_call(row, layout, texts) for row, layout in zip(rows, layouts, strict=True))


def _texts(connection: Connection, digests: Iterable[str]) -> dict[str, str]:
    sorted_digests, texts = sorted(digests), dict[str, str]()
    for start in range(0, len(sorted_digests), _DIGESTS_AT_ONCE):
        rows = connection.execute(
            select(tables.part).where(
                tables.part.c.digest.in_(sorted_digests[start : start + _DIGESTS_AT_ONCE])
            )
        )
        texts |= {row.digest: json.loads(row.text) for row in rows}
    return texts


def _call(row: Row[*tuple[object, ...]], layout: Layout, texts: dict[str, str]) -> RecordedCall:
    return RecordedCall(
        key=CallKey(
            player=row.player,
            request=row.request,
            purpose=row.purpose,
            digest=row.digest,
            occurrence=row.occurrence,
        ),
        system=fill(layout.system, texts),
        user=fill(layout.user, texts),
        repairs=layout.repairs,
        completion=read_completion(row.reply, row.usage),
    )


def execute_often(connection: Connection, statement: ClauseElement, *rows: Mapping[str, object]) -> int:
    """Executes a statement for each row of parameters; a file's driver is handed it past SQLAlchemy."""
    sql, order = _spell(statement, connection.dialect)
    values: Any = [dict(row) if order is None else tuple(row[name] for name in order) for row in rows]
    driver = connection.connection.driver_connection
    if not isinstance(driver, sqlite3.Connection):
        return connection.exec_driver_sql(sql, values[0] if len(rows) == 1 else values).rowcount
    run = driver.executemany(sql, values) if len(rows) > 1 else driver.execute(sql, values[0])
    return run.rowcount


@lru_cache(maxsize=64)
def _spell(statement: ClauseElement, dialect: Dialect) -> tuple[str, Sequence[str] | None]:
    """A statement in a driver's own words, and the order of its parameters where the driver wants one."""
    compiled = cast(SQLCompiler, statement.compile(dialect=dialect))
    return str(compiled), compiled.positiontup


_INSERT_PART = text("INSERT INTO part (digest, text) VALUES (:digest, :text) ON CONFLICT DO NOTHING")
_INSERT_CALL, _INSERT_MEASURE = insert(tables.call), insert(tables.measure)
_INSERT_ENTRY, _INSERT_MATCH = insert(tables.entry), insert(tables.match)
_MATCHES_OF_ID = select(func.count()).where(tables.match.c.id == bindparam("id_"))
_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""The letters of ids, without those that are easily mistaken for another."""
_LENGTH = 4
_PUT_CELL = text(
    "INSERT INTO cell (run, key, json) VALUES (:run, :key, :json) "
    "ON CONFLICT (run, key) DO UPDATE SET json = excluded.json"
)
_NEW_CELL = text(
    "INSERT INTO cell (run, key, json) VALUES (:run, :key, :json) ON CONFLICT (run, key) DO NOTHING"
)
_CHANGE_CELL = text("UPDATE cell SET json = :json WHERE run = :run AND key = :key AND json = :held")
_SET_STATUS = (
    update(tables.match).where(tables.match.c.id == bindparam("id_")).values(status=bindparam("status_"))
)


def _count_rows(table: Table) -> ScalarSelect[int]:
    return select(func.count()).where(table.c.match == bindparam("id_")).scalar_subquery()


_END = _SET_STATUS.where(
    tables.match.c.status != bindparam("finished_"),
    _count_rows(tables.entry) == bindparam("entries_"),
    _count_rows(tables.call) == bindparam("calls_"),
)
NumberedCall = tuple[str, int, RecordedCall]
"""A call with its match and its number there."""
_AT_ONCE = 1000
"""Rows or digests per statement."""


def match_row(setup: Setup, status: Status, started: str) -> dict[str, str]:
    """A match's own row, but for its id."""
    return {
        "game": setup.game.name,
        "script": setup.game.story,
        "title": setup.game.title,
        "setup": setup.model_dump_json(),
        "seed": str(setup.seed),
        "status": status.value,
        "versions": spell(dict(setup.versions)),
        "started": started,
    }


def insert_parts(connection: Connection, parts: Mapping[str, Part]) -> None:
    """Writes the texts that the database does not have yet, by digest."""
    # Sorted, so that two writers of the same parts wait for each other instead of deadlocking.
    rows = [{"digest": digest, "text": spell(parts[digest].text)} for digest in sorted(parts)]
    if rows:
        execute_often(connection, _INSERT_PART, *rows)


def entry_row(match: str, entry: Entry) -> dict[str, object]:
    """An entry of a match's journal as its row."""
    return {"match": match, "n": entry.number, "kind": entry.kind, "json": entry.json}


def insert_entries(connection: Connection, rows: Sequence[Mapping[str, object]]) -> None:
    """Writes entries of the journals of matches."""
    if rows:
        execute_often(connection, _INSERT_ENTRY, *rows)


def insert_calls(connection: Connection, calls: Iterable[NumberedCall]) -> None:
    """Writes calls whose parts are there, with what they took."""
    rows: list[dict[str, object]] = []
    measures: list[dict[str, object]] = []
    for match, number, call in calls:
        reply, usage = spell_completion(call.completion)
        row: dict[str, object] = {
            "match": match,
            "n": number,
            **vars(call.key),
            "prompt": spell_layout(call.system, call.user, call.repairs),
        }
        rows.append(row | {"reply": reply})
        measures.append({"match": match, "call": number, "json": usage})
    if rows:
        execute_often(connection, _INSERT_CALL, *rows)
        execute_often(connection, _INSERT_MEASURE, *measures)


def restore_parts(connection: Connection, parts: Mapping[str, Part]) -> None:
    """Writes again the texts of calls just written that a deletion removed meanwhile.

    It comes after the calls' own rows: a deletion waits for those, or had ended before.
    """
    sorted_digests, existing, column = sorted(parts), set[str](), tables.part.c.digest
    for start in range(0, len(sorted_digests), _AT_ONCE):
        existing |= set(
            connection.scalars(select(column).where(column.in_(sorted_digests[start : start + _AT_ONCE])))
        )
    insert_parts(connection, {digest: parts[digest] for digest in sorted_digests if digest not in existing})


def parts_of(calls: Iterable[RecordedCall]) -> dict[str, Part]:
    """Every part of some calls, by digest."""
    return {part.digest: part for call in calls for part in (*call.system, *call.user)}


def insert_record(connection: Connection, record: Record) -> None:
    """Writes a whole match that was recorded elsewhere, under its id."""
    row = match_row(record.setup, record.status, record.started)
    connection.execute(insert(tables.match), {"id": record.match, "is_imported": True, **row})
    for start in range(0, len(record.entries), _AT_ONCE):
        batch = record.entries[start : start + _AT_ONCE]
        insert_entries(connection, [entry_row(record.match, entry) for entry in batch])
    parts = parts_of(record.calls)
    insert_parts(connection, parts)
    for start in range(0, len(record.calls), _AT_ONCE):
        calls = enumerate(record.calls[start : start + _AT_ONCE], start)
        insert_calls(connection, [(record.match, number, call) for number, call in calls])
    restore_parts(connection, parts)


def set_status(connection: Connection, match: str, status: Status, *, entries: int, calls: int) -> bool:
    """Sets the status of a match, and returns whether it did.

    A match stops or finishes only once, and only if its record has this many entries and calls: else another
    process has gone on with it, and sets its status.
    """
    row: dict[str, object] = {"id_": match, "status_": status.value}
    if status is Status.RUNNING:
        return execute_often(connection, _SET_STATUS, row) == 1
    row |= {"finished_": Status.FINISHED.value, "entries_": entries, "calls_": calls}
    return execute_often(connection, _END, row) == 1


def create_match(connection: Connection, setup: Setup) -> Record:
    """Begins the record of a match and returns it."""
    now = datetime.now(UTC)
    match = _new_id(connection, now)
    record = Record(
        match=match,
        setup=setup,
        status=Status.RUNNING,
        started=now.isoformat(timespec="microseconds"),
        entries=(),
    )
    row = match_row(setup, record.status, record.started)
    execute_often(connection, _INSERT_MATCH, {"id": match, "is_imported": False, **row})
    return record


def _new_id(connection: Connection, now: datetime) -> str:
    """One letter longer with each that is taken, so that no day runs out of them."""
    for length in count(_LENGTH):
        match = f"{now:%Y%m%d}-{''.join(secrets.choice(_LETTERS) for _ in range(length))}"
        if not connection.scalar(_MATCHES_OF_ID, {"id_": match}):
            return match
    raise AssertionError


class CellRow(TypedDict):
    """A cell of a run as the database holds it."""

    run: str
    key: str
    json: str


def put_cells(connection: Connection, rows: Sequence[CellRow]) -> None:
    """Writes cells, each in place of the one of its key."""
    if rows:
        execute_often(connection, _PUT_CELL, *rows)


def change_cell(connection: Connection, row: CellRow, previous: str | None) -> bool:
    """Writes a cell if the database still has the previous JSON, or none; returns whether it did."""
    if previous is None:
        return execute_often(connection, _NEW_CELL, row) == 1
    return execute_often(connection, _CHANGE_CELL, {**row, "held": previous}) == 1
