"""A match's journal and calls in memory: the rules of appending, without a database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import takewhile

from parlour.arena import Entry, RecordedCall, Status
from parlour.errors import RecordError, ReplayDiffers
from parlour.llm import Call, CallKey, Completion, Usage


class MemoryLog:
    """Journal and call log for tests, benches and replays.

    Given a record's calls alone it answers from them and collects the entries of the run, to be compared;
    given its entries too it refuses the first that differs.

    Attributes:
        status: what the match was last said to be.
    """

    def __init__(self, calls: Iterable[RecordedCall] = (), entries: Iterable[Entry] = ()) -> None:
        self._calls = {call.key: call for call in calls}
        self._entries = list(entries)
        self.status = Status.RUNNING

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The journal so far."""
        return tuple(self._entries)

    @property
    def calls(self) -> tuple[RecordedCall, ...]:
        """All calls so far, in the order of arrival."""
        return tuple(self._calls.values())

    @property
    def dollars(self) -> float:
        """What the calls so far have cost, as far as their prices are known."""
        return sum(call.completion.usage.dollars or 0.0 for call in self._calls.values())

    def append(self, entries: Sequence[Entry]) -> int:
        """Keeps the entries, all or none.

        Returns:
            How many of them, the last ones, are new.

        Raises:
            ReplayDiffers: if another entry stands at one of these positions already.
        """
        fresh = self.fresh(entries)
        self._entries += fresh
        return len(fresh)

    def fresh(self, entries: Sequence[Entry]) -> tuple[Entry, ...]:
        """Those of the entries that do not stand yet.

        Raises:
            ReplayDiffers: if another entry stands at one of these positions already.
            RecordError: if they would leave a gap.
        """
        standing = len(self._entries)
        for entry in entries:
            if entry.number < standing:
                require_same(self._entries[entry.number], entry)
        fresh = tuple(entry for entry in entries if entry.number >= standing)
        for number, entry in enumerate(fresh, standing):
            if entry.number != number:
                raise RecordError(f"entry {entry.number} came where entry {number} was due")
        return fresh

    def end(self, status: Status) -> None:
        """Says that the match stopped or finished; a finished one stays so."""
        if self.status is not Status.FINISHED:
            self.status = status

    def find(self, key: CallKey) -> Completion | None:
        """The completion that the call once had, if it had one."""
        call = self._calls.get(key)
        return call.completion if call else None

    async def keep(self, key: CallKey, call: Call, completion: Completion) -> None:
        """Keeps a completion before anybody acts on it.

        Raises:
            ReplayDiffers: if the call has another completion already.
        """
        if not self.holds(key, completion):
            self.adopt(recorded(key, call, completion))

    def adopt(self, call: RecordedCall) -> None:
        """Keeps a call as it is recorded elsewhere."""
        self._calls[call.key] = call

    def holds(self, key: CallKey, completion: Completion) -> bool:
        """Whether the call has that completion already, whatever either took.

        Raises:
            ReplayDiffers: if it has another one.
        """
        held = self.find(key)
        if held and replace(held, usage=Usage()) != replace(completion, usage=Usage()):
            raise ReplayDiffers(
                f"the call for {key.purpose} of {key.player} in {key.request} has another reply"
            )
        return held is not None


def recorded(key: CallKey, call: Call, completion: Completion) -> RecordedCall:
    """A call as a record holds it."""
    return RecordedCall(
        key=key,
        system=call.prompt.system,
        user=call.prompt.user,
        repairs=tuple((repair.reply, repair.feedback) for repair in call.prompt.repairs),
        completion=completion,
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
