"""The workers of a run: processes on one machine, and a crew that replaces a lost worker by another."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import reduce
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Protocol, Self, assert_never

from parlour.agents.memory import LazyRanking
from parlour.core.telemetry import Telemetry, begin, end
from parlour.errors import ClusterUnavailable, ParlourError, StoreUnavailable, UsageError, WorkerLost
from parlour.experiments.run import Played, RunDefinition
from parlour.experiments.runner import (
    SPEAK_EVERY,
    Cell,
    CellRunner,
    Failed,
    Say,
    Watcher,
    play_all,
    seldom_collected,
)
from parlour.llm import ModelPool, Tally, is_rule_based, open_provider
from parlour.store import Store

PATIENCE = 30.0
"""Seconds that a worker has to put its matches down."""

Told = Played | Failed | Tally | str | ParlourError
"""A message from a worker to its parent."""


@dataclass(frozen=True, kw_only=True)
class Processes:
    """The processes of this machine."""

    def workers(self, model: str) -> int:
        """Returns one per core with the reader, which computes, and else one, which waits."""
        return os.cpu_count() or 1 if is_rule_based(model) else 1

    async def play(self, cells: Iterator[Cell], job: Job, workers: int, watcher: Watcher) -> None:
        """Plays every cell, each in a free process; calls the watcher in another thread.

        Cancelled, it ends when every worker has put its matches down.
        """
        own_end, other_end = Pipe()
        playing = asyncio.ensure_future(asyncio.to_thread(_play, cells, job, workers, watcher, other_end))
        try:
            await asyncio.shield(playing)
        except asyncio.CancelledError:
            own_end.close()
            with suppress(ParlourError):
                await playing
            raise
        finally:
            own_end.close()


def _play(cells: Iterator[Cell], job: Job, workers: int, watcher: Watcher, until: Connection) -> None:
    """Plays every cell, until there are none or the other end of a pipe is closed."""
    staff = _Staff(cells=cells, watcher=watcher)
    try:
        for _ in range(workers):
            staff.hire(job)
        while staff.workers:
            ready = wait([*staff.workers, until])
            if until in ready:
                return
            for connection in ready:
                if isinstance(connection, Connection):
                    staff.hear(connection)
    finally:
        staff.dismiss()
        until.close()


@dataclass(frozen=True, kw_only=True)
class _Staff:
    """The workers of a run, each behind its pipe, and what each has spent."""

    cells: Iterator[Cell]
    watcher: Watcher
    workers: dict[Connection, SpawnProcess] = field(default_factory=dict[Connection, SpawnProcess])
    spent: dict[Connection, Tally] = field(default_factory=dict[Connection, Tally])

    def hire(self, job: Job) -> None:
        context = get_context("spawn")
        own_end, worker_end = context.Pipe()
        process = context.Process(target=work, args=(job, worker_end), daemon=True)
        process.start()
        worker_end.close()
        self.workers[own_end] = process
        for _ in range(job.at_once):
            own_end.send(next(self.cells, None))

    def hear(self, worker: Connection) -> None:
        try:
            message: Told = worker.recv()
        except EOFError:
            self._see_out(worker)
            return
        match message:
            case Played() | Failed():
                self.watcher.on_end(message)
                worker.send(next(self.cells, None))
            case Tally():
                self.spent[worker] = message
                self.watcher.spent(reduce(Tally.__add__, self.spent.values()))
            case str():
                self.watcher.say(message)
            case ParlourError():
                raise message
            case _:
                assert_never(message)

    def dismiss(self) -> None:
        for worker in self.workers:
            worker.close()
        for process in self.workers.values():
            process.join(PATIENCE)
            process.kill()

    def _see_out(self, worker: Connection) -> None:
        process = self.workers.pop(worker)
        process.join(PATIENCE)
        if process.exitcode:
            raise ParlourError(f"a worker of the run died with code {process.exitcode}")


def work(job: Job, parent: Connection) -> None:
    """Runs a worker process from its start to its end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C reaches the parent too, which then hangs up
    with suppress(asyncio.CancelledError, BrokenPipeError):
        try:
            asyncio.run(_work(job, parent))
        except ParlourError as error:
            parent.send(error)


async def _work(job: Job, parent: Connection) -> None:
    cells: asyncio.Queue[Cell | None] = asyncio.Queue()
    _listen(parent, cells)
    async with at_work(job, parent.send) as runner:
        await play_all(cells.get, runner, _Upstairs(parent=parent), job.at_once)


def _listen(parent: Connection, cells: asyncio.Queue[Cell | None]) -> None:
    """Takes cells in a thread of their own; when the parent hangs up, the loop's task is cancelled."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()

    def listen() -> None:
        with suppress(RuntimeError):  # the loop has ended
            while True:
                try:
                    cell: Cell | None = parent.recv()
                except (EOFError, OSError):
                    if task:
                        loop.call_soon_threadsafe(task.cancel)
                    return
                loop.call_soon_threadsafe(cells.put_nowait, cell)

    threading.Thread(target=listen, daemon=True).start()


@dataclass(frozen=True, kw_only=True)
class _Upstairs:
    """The watcher of a worker, which passes everything on to the parent."""

    parent: Connection

    def on_end(self, outcome: Played | Failed) -> None:
        self.parent.send(outcome)

    def spent(self, tally: Tally) -> None:
        self.parent.send(tally)

    def say(self, sentence: str) -> None:
        self.parent.send(sentence)


@dataclass(frozen=True, kw_only=True)
class Job:
    """The task of each worker.

    Attributes:
        store: its address, in the form of `Store.open`.
        budget: dollars that it may spend; None for any.
    """

    run: RunDefinition
    store: str | None
    at_once: int
    concurrency: int
    budget: float | None
    telemetry: Telemetry


@asynccontextmanager
async def at_work(job: Job, say: Say) -> AsyncGenerator[CellRunner]:
    """Plays the cells of a job in this process, as long as the block runs."""
    try:
        begin(job.telemetry)
        with seldom_collected(), Store.open(job.store) as store:
            async with ModelPool(
                budget=job.budget, concurrency=job.concurrency, opener=open_provider
            ) as models:
                ranking = LazyRanking(job.run.embedding)
                yield CellRunner(run=job.run, store=store, models=models, ranking=ranking, say=say)
    finally:
        end()


def refuse_out_of_reach(store: str | None, hosts: set[str], here: str) -> None:
    """Refuses a file where there are workers on other machines."""
    others = hosts - {here}
    if others and store and "://" not in store:
        raise UsageError(
            f"--db: workers on {min(others)} cannot write the file {store} of {here}, not even on a shared"
            " disk: name a server that every machine reaches, --db postgresql://HOST/NAME"
        )


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
    messages: tuple[str, ...]
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
        while True:
            worker_or_error = await self._chairs.get()
            if isinstance(worker_or_error, BaseException):
                raise worker_or_error
            if worker_or_error in self._left:
                return worker_or_error

    async def _play_with(self, worker: Worker, cell: Cell) -> Played:
        report = await worker.play(cell)
        self._chairs.put_nowait(worker)
        self._tallies[worker] = report.spent
        for message in report.messages:
            self.say(message)
        if isinstance(report.outcome, ParlourError):
            raise report.outcome
        left, score = self._left.get(worker), report.outcome.score
        if left is not None and score:
            self._left[worker] = left - score.dollars
        return report.outcome

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
