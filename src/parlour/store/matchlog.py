"""A match's journal and calls in the database, as they happen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from sqlalchemy import ColumnElement, Update, func, select, update

from parlour.arena import Entry, Record, RecordedCall, Status
from parlour.llm import NOTHING, Call, CallKey, Completion
from parlour.store import tables
from parlour.store.database import Database
from parlour.store.memory import MemoryLog, recorded
from parlour.store.writing import insert_calls, insert_entries, insert_parts, parts_of, restore_parts


class StoredMatchLog:
    """A `MemoryLog` that writes through: what stands is answered from memory, what is new is committed first.

    Both of the arena's `Journal` and of the language models' `CallLog`; what either has taken survives the
    process.

    Attributes:
        match: the id.
    """

    def __init__(self, database: Database, record: Record, written: set[str]) -> None:
        """Opens a log on what was recorded so far.

        Args:
            database: where it is kept.
            record: of the match, with its calls.
            written: digests of parts that are known to be in the database; it grows.
        """
        self.match = record.match
        self._database = database
        self._held = MemoryLog(record.calls, record.entries)
        self._held.end(record.status)
        self._count = len(record.calls)
        self._written = written

    @property
    def dollars(self) -> float:
        """What the calls so far have cost, as far as their prices are known."""
        return self._held.dollars

    def append(self, entries: Sequence[Entry]) -> int:
        """Keeps the entries, all or none; those that stand already must be equal byte for byte.

        Returns:
            How many of them, the last ones, are new.

        Raises:
            StoreUnavailable: if they could not be kept.
            ReplayDiffers: if another entry stands at one of these positions already.
        """
        fresh = self._held.fresh(entries)
        if not fresh:
            return 0
        rows = [{"match": self.match, "n": e.number, "kind": e.kind, "json": e.json} for e in fresh]
        with self._database.writing() as connection:
            insert_entries(connection, rows)
            if self._held.status is not Status.RUNNING:
                connection.execute(self._become(Status.RUNNING))
        self._held.append(fresh)
        self._held.end(Status.RUNNING)
        return len(fresh)

    def end(self, status: Status) -> None:
        """Says that the match stopped or finished; the next new entry sets it running again.

        A finished one stays so, and whoever lacks something of the record says nothing: another process has
        gone on with the match, and knows how it stands.
        """
        with self._database.writing() as connection:
            is_said = connection.execute(self._become(status).where(*self._is_ours())).rowcount
        if is_said:
            self._held.end(status)

    def find(self, key: CallKey) -> Completion | None:
        """The completion that the call once had, if it had one."""
        return self._held.find(key)

    def keep(self, key: CallKey, call: Call, completion: Completion) -> None:
        """Keeps a completion before anybody acts on it.

        Raises:
            StoreUnavailable: if it could not be kept.
            ReplayDiffers: if the call has another completion already.
        """
        if not self._held.holds(key, completion):
            self._write(recorded(key, call, completion))

    def adopt(self, calls: Iterable[RecordedCall]) -> None:
        """Keeps the calls of another match as this one's own: it need not make them, and they took nothing.

        Raises:
            StoreUnavailable: if they could not be kept.
        """
        for call in calls:
            self._write(replace(call, completion=replace(call.completion, usage=NOTHING)))

    def _write(self, call: RecordedCall) -> None:
        parts = parts_of((call,))
        fresh = {digest: part for digest, part in parts.items() if digest not in self._written}
        with self._database.writing() as connection:
            insert_parts(connection, fresh)
            insert_calls(connection, self.match, (call,), self._count)
            restore_parts(connection, parts)
        self._count += 1
        self._written |= fresh.keys()
        self._held.adopt(call)

    def _is_ours(self) -> Iterator[ColumnElement[bool]]:
        """Whether the match is not finished, and nothing of it on record but what stands here."""
        yield tables.match.c.status != Status.FINISHED.value
        for table, held in ((tables.entry, len(self._held.entries)), (tables.call, self._count)):
            rows = select(func.count()).where(table.c.match == self.match)
            yield rows.scalar_subquery() == held

    def _become(self, status: Status) -> Update:
        return update(tables.match).where(tables.match.c.id == self.match).values(status=status.value)
