"""A match's journal and calls, in memory or in the database, under one set of rules for appending."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile

from parlour.agents import Agent
from parlour.agents.memory import LazyRanking
from parlour.arena import Entry, Record, RecordedCall, Setup, Status, open_match
from parlour.core import Player
from parlour.errors import RecordError, ReplayDiffers
from parlour.llm import NOTHING, Call, CallKey, Completion, MatchModels, ModelPool, Usage
from parlour.store.database import MEMORY
from parlour.store.group import GroupWriter, Write, WrittenMatch


class MemoryLog:
    """Journal and call log for tests, benches and replays.

    Given a record's calls alone it answers from them and collects the entries of the run, to be compared;
    given its entries too it refuses the first that differs.
    """

    def __init__(self, calls: Iterable[RecordedCall] = (), entries: Iterable[Entry] = ()) -> None:
        self._calls = {call.key: call for call in calls}
        self._entries = list(entries)
        self.status = Status.RUNNING

    @property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(self._entries)

    @property
    def calls(self) -> tuple[RecordedCall, ...]:
        return tuple(self._calls.values())

    @property
    def dollars(self) -> float:
        """The cost of the calls so far, as far as their prices are known."""
        return sum(call.completion.usage.dollars or 0.0 for call in self._calls.values())

    async def append(self, entries: Sequence[Entry]) -> int:
        """Keeps the entries, all or none."""
        fresh = self.fresh(entries)
        self.extend(fresh)
        return len(fresh)

    def fresh(self, entries: Sequence[Entry]) -> tuple[Entry, ...]:
        """Those of the entries that do not stand yet.

        Raises:
            ReplayDiffers: if another entry stands at one of these positions already.
            RecordError: if they would leave a gap.
        """
        standing = len(self._entries)
        fresh = tuple([entry for entry in entries if entry.number >= standing])
        if len(fresh) < len(entries):
            for entry in entries:
                if entry.number < standing:
                    require_same(self._entries[entry.number], entry)
        for number, entry in enumerate(fresh, standing):
            if entry.number != number:
                raise RecordError(f"entry {entry.number} came where entry {number} was due")
        return fresh

    def extend(self, fresh: Sequence[Entry]) -> None:
        self._entries += fresh

    async def end(self, status: Status) -> None:
        """Records that the match stopped or finished; a finished one stays so."""
        self.set_status(status)

    def set_status(self, status: Status) -> None:
        """Changes the status, unless the match is finished."""
        if self.status is not Status.FINISHED:
            self.status = status

    def find(self, key: CallKey) -> Completion | None:
        call = self._calls.get(key)
        return call.completion if call else None

    async def keep(self, key: CallKey, call: Call, completion: Completion) -> None:
        """Stores a completion before it takes effect."""
        if not self.holds(key, completion):
            self.adopt(record_call(key, call, completion))

    def adopt(self, call: RecordedCall) -> None:
        self._calls[call.key] = call

    def holds(self, key: CallKey, completion: Completion) -> bool:
        """Returns true if the call has that completion already, usage aside."""
        existing = self.find(key)
        if existing and replace(existing, usage=Usage()) != replace(completion, usage=Usage()):
            raise ReplayDiffers(
                f"the call for {key.purpose} of {key.player} in {key.request} has another reply"
            )
        return existing is not None


def record_call(key: CallKey, call: Call, completion: Completion) -> RecordedCall:
    """Converts a call to its recorded form."""
    return RecordedCall(
        key=key,
        system=call.prompt.system,
        user=call.prompt.user,
        repairs=tuple((repair.reply, repair.feedback) for repair in call.prompt.repairs),
        completion=completion,
    )


async def play_in_memory(
    setup: Setup, models: ModelPool, people: Mapping[Player, Agent] | None = None
) -> Record:
    """Plays a match that is not stored, and returns its record."""
    log = MemoryLog()
    match_models, ranking = MatchModels(models, log=log), LazyRanking(setup.embedding)
    await open_match(setup, log, match_models, ranking, people).play()
    return Record(
        match=MEMORY, setup=setup, status=log.status, started="", entries=log.entries, calls=log.calls
    )


_BEFORE, _AFTER = 30, 60


def require_same(recorded: Entry, repeated: Entry) -> None:
    """Raises `ReplayDiffers`, showing both around the first difference, unless the entries are equal."""
    old, new = (f"{entry.kind} {entry.json}" for entry in (recorded, repeated))
    if old != new:
        at = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))
        raise ReplayDiffers(
            f"entry {recorded.number} differs from its record at character {at}: "
            f"recorded {_around(old, at)}, now {_around(new, at)}"
        )


def _around(text: str, at: int) -> str:
    start, end = max(0, at - _BEFORE), at + _AFTER
    return ("…" if start else "") + text[start:end] + ("…" if end < len(text) else "")


class StoredMatchLog:
    """A `MemoryLog` that writes through: what stands is answered from memory, what is new is committed first.

    The arena's `Journal`; what it has taken survives the
    process.
    """

    def __init__(self, writer: GroupWriter, record: Record) -> None:
        """Opens a log on what was recorded so far."""
        self.match = record.match
        self._begun, self._writer = record, writer
        self._memory = MemoryLog(record.calls, record.entries)
        self._memory.set_status(record.status)
        self._adopted: tuple[RecordedCall, ...] = ()
        self._written = WrittenMatch(match=record.match, entries=len(record.entries), calls=len(record.calls))

    @property
    def setup(self) -> Setup:
        return self._begun.setup

    @property
    def status(self) -> Status:
        return self._memory.status

    @property
    def record(self) -> Record:
        """The match as the database has it by now, without reading it from there again.

        Where another process has gone on with the match, it is the part of it that was written or read here.
        """
        log = self._memory
        return replace(self._begun, status=log.status, entries=log.entries, calls=log.calls)

    @property
    def dollars(self) -> float:
        return self._memory.dollars

    async def append(self, entries: Sequence[Entry]) -> int:
        """Keeps the entries, all or none; those that stand already must be equal byte for byte."""
        fresh = self._memory.fresh(entries)
        if fresh:
            status = None if self._memory.status is Status.RUNNING else Status.RUNNING
            on_commit = partial(self._take, fresh, status)
            await self._write(entries=fresh, status=status, on_commit=on_commit)
        return len(fresh)

    def _take(self, fresh: Sequence[Entry], status: Status | None) -> None:
        self._memory.extend(fresh)
        if status:
            self._memory.set_status(status)

    async def end(self, status: Status) -> None:
        """Records that the match stopped or finished; the next new entry sets it running again.

        A finished match stays so. A log that lacks part of the record changes nothing: another process has
        gone on with the match, and sets its status.
        """
        on_commit = partial(self._memory.set_status, status)
        await self._write(status=status, on_commit=on_commit)

    def find(self, key: CallKey) -> Completion | None:
        return self._memory.find(key)

    async def keep(self, key: CallKey, call: Call, completion: Completion) -> None:
        """Stores a completion before it takes effect."""
        if not self._memory.holds(key, completion):
            new = record_call(key, call, completion)
            on_commit = partial(self._memory.adopt, new)
            await self._write(calls=(new,), on_commit=on_commit)

    async def _write(
        self,
        *,
        entries: Sequence[Entry] = (),
        calls: Sequence[RecordedCall] = (),
        status: Status | None = None,
        on_commit: Callable[[], None],
    ) -> None:
        calls, self._adopted = (*self._adopted, *calls), ()
        await self._writer.write(
            Write(match=self._written, entries=entries, calls=calls, status=status, on_commit=on_commit)
        )

    def adopt(self, calls: Iterable[RecordedCall]) -> None:
        """Keeps the calls of another match as this one's own, at no cost."""
        free = tuple(map(_as_free, calls))
        self._writer.write_now(Write(match=self._written, calls=free))
        for call in free:
            self._memory.adopt(call)

    def adopt_soon(self, call: RecordedCall) -> None:
        """Keeps a call as `adopt` does, but commits it with what the match writes next.

        The process may end before: the call is still on record in its own match then.
        """
        free = _as_free(call)
        self._memory.adopt(free)
        self._adopted = (*self._adopted, free)


def _as_free(call: RecordedCall) -> RecordedCall:
    return replace(call, completion=replace(call.completion, usage=NOTHING))
