"""Deletes matches whole, with the texts of their prompts that no other match has."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy import Connection, Table, delete, func, select, text

from parlour.store import tables

_AT_ONCE = 500
"""Ids or digests per statement."""
_DIGEST = re.compile(r'"part":"([0-9a-f]{32})"')
_OF_A_MATCH = (tables.measure, tables.call, tables.entry, tables.ticket, tables.sheet, tables.hosted)
"""The tables that refer to a match, in the order of deletion."""
T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Deletion:
    """The things that a deletion removes, or has removed."""

    matches: tuple[str, ...]
    runs: tuple[str, ...] = ()
    cells: tuple[tuple[str, str], ...] = ()
    calls: int = 0
    running: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    forks: tuple[str, ...] = ()


def foresee(connection: Connection, matches: Collection[str], runs: Collection[str]) -> Deletion:
    """Returns the deletion of some matches, which exist, and some runs."""
    ids, gone = sorted(matches), frozenset(matches)
    calls = sum(
        connection.scalar(select(func.count()).where(tables.call.c.match.in_(batch))) or 0
        for batch in _batches(ids)
    )
    running = [
        row.id
        for batch in _batches(ids)
        for row in connection.execute(
            select(tables.match.c.id).where(tables.match.c.id.in_(batch), tables.match.c.status == "running")
        )
    ]
    hosted = connection.scalars(select(tables.hosted.c.match)).all()
    return Deletion(
        matches=tuple(ids),
        runs=tuple(sorted(runs)),
        cells=tuple(_cells_of(connection, gone, frozenset(runs))),
        calls=calls,
        running=tuple(running),
        tables=tuple(match for match in hosted if match in gone),
        forks=tuple(_forks_of(connection, gone)),
    )


def delete_all(connection: Connection, deletion: Deletion) -> None:
    """Deletes what was foreseen; PostgreSQL's table of calls is locked meanwhile."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("LOCK TABLE call IN EXCLUSIVE MODE"))
    digests = _digests_of(connection, deletion.matches)
    for table in _OF_A_MATCH:
        _delete_of(connection, table, deletion.matches)
    for batch in _batches(deletion.matches):
        connection.execute(delete(tables.match).where(tables.match.c.id.in_(batch)))
    cell = tables.cell
    for run in deletion.runs:
        connection.execute(delete(cell).where(cell.c.run == run))
    for run, key in deletion.cells:
        connection.execute(delete(cell).where(cell.c.run == run, cell.c.key == key))
    _delete_parts(connection, digests)


def matches_in(cells: Iterable[str]) -> Iterator[str]:
    """The matches that cells of runs hold, each by its `match`; cells of other forms hold none."""
    for cell in cells:
        match _read(cell):
            case {"match": str(found)} if found:
                yield found
            case _:
                pass


def _read(content: str) -> object:
    try:
        return json.loads(content)
    except ValueError:
        return None


def _cells_of(
    connection: Connection, matches: frozenset[str], runs: frozenset[str]
) -> Iterator[tuple[str, str]]:
    for row in connection.execute(select(tables.cell).execution_options(yield_per=_AT_ONCE)):
        if row.run not in runs and matches & set(matches_in((row.json,))):
            yield row.run, row.key


def _forks_of(connection: Connection, matches: frozenset[str]) -> Iterator[str]:
    column = tables.match.c.setup
    query = select(tables.match.c.id, column).where(column.contains('"origin":{"match":'))
    for row in connection.execute(query):
        match _read(row.setup):
            case {"origin": {"match": str(origin)}} if origin in matches and row.id not in matches:
                yield row.id
            case _:
                pass


def _digests_of(connection: Connection, matches: Sequence[str]) -> set[str]:
    column = tables.call.c.prompt
    return {
        digest
        for batch in _batches(matches)
        for prompt in connection.scalars(select(column).where(tables.call.c.match.in_(batch)))
        for digest in _DIGEST.findall(prompt)
    }


def _delete_of(connection: Connection, table: Table, matches: Sequence[str]) -> None:
    for batch in _batches(matches):
        connection.execute(delete(table).where(table.c.match.in_(batch)))


def _delete_parts(connection: Connection, digests: set[str]) -> None:
    query = select(tables.call.c.prompt).execution_options(yield_per=_AT_ONCE)
    left = connection.scalars(query)
    for prompt in left:
        digests.difference_update(_DIGEST.findall(prompt))
        if not digests:
            left.close()
            return
    for batch in _batches(sorted(digests)):
        connection.execute(delete(tables.part).where(tables.part.c.digest.in_(batch)))


def _batches(things: Sequence[T]) -> Iterator[Sequence[T]]:
    return (things[start : start + _AT_ONCE] for start in range(0, len(things), _AT_ONCE))
