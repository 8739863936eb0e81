"""Calls on their way into the database: those of one turn of the event loop in one transaction.

A busy process is answered by several models at once. A transaction for each of those replies cost more than
what it writes.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol
from weakref import WeakKeyDictionary

from parlour.arena import RecordedCall
from parlour.llm import Part
from parlour.store.database import Database
from parlour.store.writing import NumberedCall, insert_calls, insert_parts, restore_parts


class CallShelf(Protocol):
    """Whose calls are written: a match's log."""

    @property
    def match(self) -> str:
        """The id of the match."""
        ...

    @property
    def count(self) -> int:
        """How many calls of the match are written."""
        ...

    def fresh(self, call: RecordedCall) -> Mapping[str, Part]:
        """The parts of a call, by digest, to which none of its calls refers yet."""
        ...

    def take(self, call: RecordedCall, fresh: Iterable[str]) -> None:
        """Notes that a call is written, with those parts."""
        ...


@dataclass(frozen=True)
class _Waiting:
    shelf: CallShelf
    call: RecordedCall
    is_written: asyncio.Future[None]


class CallWriter:
    """Writes calls of any matches of one database.

    Args:
        database: where they are kept.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting = WeakKeyDictionary[asyncio.AbstractEventLoop, list[_Waiting]]()

    def write(self, shelf: CallShelf, call: RecordedCall) -> None:
        """Writes a call by itself.

        Raises:
            StoreUnavailable: if it could not be written.
        """
        self._commit([(shelf, call)])

    async def write_soon(self, shelf: CallShelf, call: RecordedCall) -> None:
        """Writes a call with whatever else comes in this turn of the event loop; it stands when this returns.

        Whoever stops waiting does not take it back: it has been paid for.

        Raises:
            StoreUnavailable: if it could not be written; that of another does not matter.
        """
        loop = asyncio.get_running_loop()
        waiting = self._waiting.setdefault(loop, [])
        if not waiting:
            loop.call_soon(self._write_waiting, loop)
        mine = _Waiting(shelf, call, loop.create_future())
        waiting.append(mine)
        await mine.is_written

    def _write_waiting(self, loop: asyncio.AbstractEventLoop) -> None:
        self._write_together(self._waiting.pop(loop))

    def _write_together(self, waiting: Sequence[_Waiting]) -> None:
        try:
            self._commit([(each.shelf, each.call) for each in waiting])
        except Exception as error:  # noqa: BLE001 - whoever waits hears of it
            if len(waiting) == 1:
                _settle(waiting[0], error)
                return
            for each in waiting:  # one of them may be to blame
                self._write_together([each])
        else:
            for each in waiting:
                _settle(each, None)

    def _commit(self, calls: Sequence[tuple[CallShelf, RecordedCall]]) -> None:
        # What an earlier call of a match refers to is there: whoever deletes other matches leaves it.
        fresh = [shelf.fresh(call) for shelf, call in calls]
        parts = {digest: part for each in fresh for digest, part in each.items()}
        numbered, new = list[NumberedCall](), Counter[CallShelf]()
        for shelf, call in calls:
            numbered.append((shelf.match, shelf.count + new[shelf], call))
            new[shelf] += 1
        with self._database.writing() as connection:
            insert_parts(connection, parts)
            insert_calls(connection, numbered)
            if self._database.is_server:  # a file has one writer at a time, so that nothing went meanwhile
                restore_parts(connection, parts)
        for (shelf, call), written in zip(calls, fresh, strict=True):
            shelf.take(call, written)


def _settle(waiting: _Waiting, error: Exception | None) -> None:
    if waiting.is_written.done():  # nobody waits for it any more
        return
    if error:
        waiting.is_written.set_exception(error)
    else:
        waiting.is_written.set_result(None)
