"""Group commit: the writes of many matches share one transaction, and each waits until it is committed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary, WeakSet

from sqlalchemy import Connection

from parlour.arena import Entry, RecordedCall, Status
from parlour.errors import StoreUnavailable
from parlour.llm import Part
from parlour.store.database import Database, is_outage
from parlour.store.rows import (
    CellRow,
    NumberedCall,
    entry_row,
    insert_calls,
    insert_entries,
    insert_parts,
    parts_of,
    put_cells,
    restore_parts,
    set_status,
)

WINDOW = 0.005
"""Seconds for which a write waits for those of other matches, at most."""


@dataclass(eq=False, kw_only=True)
class WrittenMatch:
    """The part of a match's record that is committed."""

    match: str
    entries: int
    calls: int
    parts: set[str] = field(default_factory=set[str])


@dataclass(frozen=True, kw_only=True)
class Write:
    """Rows that are committed together, all or none.

    Attributes:
        status: its new status. A match stops or finishes only if its record is the one written here: else
            another process has gone on with it.
        on_commit: is called when it is committed, unless the status was refused.
    """

    match: WrittenMatch | None = None
    entries: Sequence[Entry] = ()
    calls: Sequence[RecordedCall] = ()
    status: Status | None = None
    cells: Sequence[CellRow] = ()
    on_commit: Callable[[], None] | None = None


@dataclass(frozen=True)
class _Pending:
    write: Write
    is_committed: asyncio.Future[None]


@dataclass
class _Queue:
    """The pending writes of one event loop."""

    pending: list[_Pending] = field(default_factory=list[_Pending])
    playing: WeakSet[WrittenMatch] = field(default_factory=WeakSet[WrittenMatch])
    waiting: set[WrittenMatch] = field(default_factory=set[WrittenMatch])
    handle: asyncio.Handle | None = None
    is_due: bool = False

    def add(self, pending: _Pending) -> None:
        self.pending.append(pending)
        if not (match := pending.write.match):
            return
        if pending.write.status in (None, Status.RUNNING):
            self.playing.add(match)
            self.waiting.add(match)
        else:
            self.playing.discard(match)
            self.waiting.discard(match)

    def take(self) -> list[_Pending]:
        if self.handle:
            self.handle.cancel()
        pending, self.pending = self.pending, []
        self.waiting.clear()
        self.handle, self.is_due = None, False
        return pending


class GroupWriter:
    """Commits the writes of any matches of one database.

    Args:
        database: where they are written.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queues = WeakKeyDictionary[asyncio.AbstractEventLoop, _Queue]()

    def write_now(self, write: Write) -> None:
        """Commits a write by itself."""
        self._commit([write])

    async def write(self, write: Write) -> None:
        """Commits a write in one group with others; it is committed when this returns.

        The group is committed at the end of this turn of the event loop if every match of the loop waits for
        it, and after `WINDOW` at the latest. A cancelled wait does not undo the write: a call is paid for.
        """
        loop = asyncio.get_running_loop()
        queue = self._queues.get(loop)
        if queue is None:
            queue = self._queues[loop] = _Queue()
        pending = _Pending(write, loop.create_future())
        queue.add(pending)
        self._schedule(loop, queue)
        try:
            await pending.is_committed
        except asyncio.CancelledError:
            if pending in queue.pending:  # the loop may end before the window does
                self._flush(queue)
            raise

    def _schedule(self, loop: asyncio.AbstractEventLoop, queue: _Queue) -> None:
        if queue.is_due:
            return
        queue.is_due = len(queue.waiting) >= len(queue.playing)
        if queue.is_due:
            if queue.handle:
                queue.handle.cancel()
            queue.handle = loop.call_soon(self._flush, queue)
        elif not queue.handle:
            queue.handle = loop.call_later(WINDOW, self._flush, queue)

    def _flush(self, queue: _Queue) -> None:
        if pending := queue.take():
            self._commit_group(pending)

    def _commit_group(self, group: Sequence[_Pending]) -> None:
        try:
            self._commit([pending.write for pending in group])
        except Exception as error:  # noqa: BLE001 - those that wait raise it
            if len(group) == 1:
                _settle(group[0], error)
            elif is_outage(error):
                for pending in group:
                    copy = StoreUnavailable(str(error))  # each match may add notes of its own to it
                    copy.__cause__ = error.__cause__
                    _settle(pending, copy)
            else:
                for pending in group:  # one of them may be to blame
                    self._commit_group([pending])
        else:
            for pending in group:
                _settle(pending, None)

    def _commit(self, writes: Sequence[Write]) -> None:
        grown = {
            match: WrittenMatch(match=match.match, entries=match.entries, calls=match.calls)
            for match in (write.match for write in writes)
            if match
        }
        calls, entries, parts = list[NumberedCall](), list[Mapping[str, object]](), dict[str, Part]()
        for write in writes:
            if write.match:
                match = grown[write.match]
                calls += ((match.match, number, call) for number, call in enumerate(write.calls, match.calls))
                entries += (entry_row(match.match, entry) for entry in write.entries)
                # The parts of committed calls are there: a deletion of other matches leaves them.
                fresh = {k: part for k, part in parts_of(write.calls).items() if k not in write.match.parts}
                parts |= fresh
                match.parts.update(fresh)
                match.calls += len(write.calls)
                match.entries += len(write.entries)
        with self._database.writing() as connection:
            insert_parts(connection, parts)
            insert_calls(connection, calls)
            if self._database.is_server:  # a file has one writer at a time, so that no part went meanwhile
                restore_parts(connection, parts)
            insert_entries(connection, entries)
            put_cells(connection, [cell for write in writes for cell in write.cells])
            is_accepted = [_set_status(connection, write, grown) for write in writes]
        for match, now in grown.items():
            match.entries, match.calls = now.entries, now.calls
            match.parts |= now.parts
        for write, accepted in zip(writes, is_accepted, strict=True):
            if accepted and write.on_commit:
                write.on_commit()


def _set_status(connection: Connection, write: Write, grown: Mapping[WrittenMatch, WrittenMatch]) -> bool:
    if not write.match or not write.status:
        return True
    match = grown[write.match]
    return set_status(connection, match.match, write.status, entries=match.entries, calls=match.calls)


def _settle(pending: _Pending, error: Exception | None) -> None:
    if pending.is_committed.done():  # its wait was cancelled
        return
    if error:
        pending.is_committed.set_exception(error)
    else:
        pending.is_committed.set_result(None)
