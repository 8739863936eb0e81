"""A match's journal and calls in the database, as they happen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from sqlalchemy import ColumnElement, Update, func, select, update

from parlour.arena import Entry, Record, RecordedCall, Setup, Status
from parlour.llm import NOTHING, Call, CallKey, Completion, Part
from parlour.store import tables
from parlour.store.call_writer import CallWriter
from parlour.store.database import Database
from parlour.store.memory import MemoryLog, recorded
from parlour.store.writing import insert_entries, parts_of


class StoredMatchLog:
    """A `MemoryLog` that writes through: what stands is answered from memory, what is new is committed first.

    Both of the arena's `Journal` and of the language models' `CallLog`; what either has taken survives the
    process.

    Attributes:
        match: the id.
        count: how many of its calls are written.
    """

    def __init__(self, database: Database, writer: CallWriter, record: Record) -> None:
        """Opens a log on what was recorded so far.

        Args:
            database: where it is kept.
            writer: of calls into it.
            record: of the match, with its calls.
        """
        self.match = record.match
        self._begun, self._database, self._writer = record, database, writer
        self._held = MemoryLog(record.calls, record.entries)
        self._held.end(record.status)
        self.count = len(record.calls)
        self._referred = set[str]()

    @property
    def setup(self) -> Setup:
        """What the match was dealt from."""
        return self._begun.setup

    @property
    def record(self) -> Record:
        """The match as the database has it by now, without reading it from there again.

        Where another process has gone on with the match, it is the part of it that was written or read here.
        """
        held = self._held
        return replace(self._begun, status=held.status, entries=held.entries, calls=held.calls)

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

    async def keep(self, key: CallKey, call: Call, completion: Completion) -> None:
        """Keeps a completion before anybody acts on it.

        Raises:
            StoreUnavailable: if it could not be kept.
            ReplayDiffers: if the call has another completion already.
        """
        if not self._held.holds(key, completion):
            await self._writer.write_soon(self, recorded(key, call, completion))

    def adopt(self, calls: Iterable[RecordedCall]) -> None:
        """Keeps the calls of another match as this one's own: it need not make them, and they took nothing.

        Raises:
            StoreUnavailable: if they could not be kept.
        """
        for call in calls:
            self._writer.write(self, replace(call, completion=replace(call.completion, usage=NOTHING)))

    def fresh(self, call: RecordedCall) -> Mapping[str, Part]:
        """The parts of a call, by digest, to which none of its calls refers yet."""
        return {digest: part for digest, part in parts_of((call,)).items() if digest not in self._referred}

    def take(self, call: RecordedCall, fresh: Iterable[str]) -> None:
        """Notes that a call is written, with those parts."""
        self.count += 1
        self._referred.update(fresh)
        self._held.adopt(call)

    def _is_ours(self) -> Iterator[ColumnElement[bool]]:
        """Whether the match is not finished, and nothing of it on record but what stands here."""
        yield tables.match.c.status != Status.FINISHED.value
        for table, held in ((tables.entry, len(self._held.entries)), (tables.call, self.count)):
            rows = select(func.count()).where(table.c.match == self.match)
            yield rows.scalar_subquery() == held

    def _become(self, status: Status) -> Update:
        return update(tables.match).where(tables.match.c.id == self.match).values(status=status.value)
