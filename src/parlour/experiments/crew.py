"""A pool of workers that replaces a lost worker and resumes its matches in another."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import reduce
from typing import Protocol, Self

from parlour.errors import ClusterUnavailable, ParlourError, StoreUnavailable, WorkerLost
from parlour.experiments.cell import Cell
from parlour.experiments.run import Played
from parlour.experiments.runner import SPEAK_EVERY
from parlour.llm import Tally

ATTEMPTS = 5
"""The attempts at a match, or at starting a worker, before it counts as failed itself."""
PAUSE = 2.0
"""Seconds before a database is tried again that could not be reached, or a worker that could not begin."""
LONG = 20.0
"""Seconds without a worker after which the user is informed."""


@dataclass(frozen=True, kw_only=True)
class CellReport:
    """A worker's report on a cell that has ended."""

    outcome: Played | ParlourError
    said: tuple[str, ...]
    spent: Tally


class Worker(Protocol):
    """A process somewhere that plays cells; any call may find it lost."""

    async def play(self, cell: Cell) -> CellReport:
        """Plays a cell, or goes on with it.

        Raises:
            WorkerLost: if it is gone.
        """
        ...

    async def spent(self) -> Tally:
        """Returns its usage of models so far; raises as `play` does."""
        ...

    async def close(self) -> None:
        """Lets it put its matches down, and ends it in any case."""
        ...


Hire = Callable[[float | None], Awaitable[Worker]]
"""Gives a worker that has begun and may spend so many dollars; raises `WorkerLost` if it did not live."""


@dataclass(kw_only=True)
class Crew:
    """Plays cells with workers; an async context manager in which they are hired.

    What a lost worker has spent on finished matches is taken off what its successor may spend. A match that
    it had begun is counted where it goes on.

    Attributes:
        budget: dollars, each; None for any.
    """

    hire: Hire
    workers: int
    at_once: int
    budget: float | None
    say: Callable[[str], None]
    _chairs: asyncio.Queue[Worker | BaseException] = field(
        default_factory=asyncio.Queue[Worker | BaseException]
    )
    _left: dict[Worker, float | None] = field(default_factory=dict[Worker, float | None])
    _tallies: dict[Worker, Tally] = field(default_factory=dict[Worker, Tally])
    _tasks: set[asyncio.Task[None]] = field(default_factory=set[asyncio.Task[None]])

    async def __aenter__(self) -> Self:
        for _ in range(self.workers):
            self._recruit(self.budget)
        self._tasks.add(asyncio.create_task(self._look_after()))
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(worker.close() for worker in self._left))

    @property
    def spent(self) -> Tally:
        """The usage of models by all workers so far, lost ones included."""
        return reduce(Tally.__add__, self._tallies.values(), Tally())

    async def play(self, cell: Cell) -> Played:
        """Plays a cell in whichever worker has room, and in another where that one is lost.

        Raises:
            WorkerLost: if so many were lost over it that it may be to blame.
            ParlourError: what stopped it.
        """
        for attempt in range(1, ATTEMPTS + 1):
            worker = await self._chair()
            try:
                return await self._play_with(worker, cell)
            except WorkerLost as error:
                self._replace(worker, error)
            except StoreUnavailable:  # restarted perhaps, or a worker that was given up is still writing
                if attempt == ATTEMPTS:
                    raise
                await asyncio.sleep(PAUSE)
        raise WorkerLost(f"{ATTEMPTS} workers were lost while they played it")

    async def _chair(self) -> Worker:
        """Returns a worker that has room; skips lost ones that are still queued."""
        while True:
            found = await self._chairs.get()
            if isinstance(found, BaseException):
                raise found
            if found in self._left:
                return found

    async def _play_with(self, worker: Worker, cell: Cell) -> Played:
        told = await worker.play(cell)
        self._chairs.put_nowait(worker)
        self._tallies[worker] = told.spent
        for sentence in told.said:
            self.say(sentence)
        if isinstance(told.outcome, ParlourError):
            raise told.outcome
        left, score = self._left.get(worker), told.outcome.score
        if left is not None and score:
            self._left[worker] = left - (score.play.dollars or 0.0) - (score.answering.dollars or 0.0)
        return told.outcome

    def _replace(self, lost: Worker, why: WorkerLost) -> None:
        if lost in self._left:  # each of its matches finds it lost
            self.say(f"{why}: its matches go on in another")
            self._recruit(self._left.pop(lost))

    def _recruit(self, budget: float | None) -> None:
        hiring = asyncio.create_task(self._hire(budget))
        self._tasks.add(hiring)
        hiring.add_done_callback(self._end_hiring)

    def _end_hiring(self, hiring: asyncio.Task[None]) -> None:
        self._tasks.discard(hiring)
        if not hiring.cancelled() and (error := hiring.exception()):
            self._chairs.put_nowait(error)

    async def _hire(self, budget: float | None) -> None:
        why: WorkerLost | None = None
        for _ in range(ATTEMPTS):
            try:
                worker = await self.hire(None if budget is None else max(0.0, budget))
            except WorkerLost as error:
                why = error
                await asyncio.sleep(PAUSE)
                continue
            self._left[worker], self._tallies[worker] = budget, Tally()
            for _ in range(self.at_once):
                self._chairs.put_nowait(worker)
            return
        raise ClusterUnavailable(f"no worker could begin, {ATTEMPTS} times over: {why}")

    async def _look_after(self) -> None:
        """Updates the workers' usage, and reports if there are none for long."""
        alone = 0.0
        while True:
            await asyncio.sleep(SPEAK_EVERY)
            await asyncio.gather(*(self._ask(worker) for worker in self._left))
            alone = 0.0 if self._left else alone + SPEAK_EVERY
            if LONG <= alone < LONG + SPEAK_EVERY:
                self.say("the cluster has no room for a worker yet: waiting (`ray status` says for what)")

    async def _ask(self, worker: Worker) -> None:
        with suppress(WorkerLost):  # `play` raises it too
            self._tallies[worker] = await worker.spent()
