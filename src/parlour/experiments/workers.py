"""The processes of a run on one machine: the parent hands out cells, and each worker plays many at once."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import reduce
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import assert_never

from parlour.agents.memory import LazyRanking
from parlour.core.telemetry import Telemetry, begin, end
from parlour.errors import ParlourError, UsageError
from parlour.experiments.cell import Cell, CellRunner, Say
from parlour.experiments.run import Played, RunDefinition
from parlour.experiments.runner import Failed, Watcher, play_all, seldom_collected
from parlour.llm import ModelPool, Tally, is_reader, open_provider
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
        return os.cpu_count() or 1 if is_reader(model) else 1

    async def play(self, cells: Iterator[Cell], job: Job, workers: int, watcher: Watcher) -> None:
        """Plays every cell, each in a free process; calls the watcher in another thread.

        Cancelled, it ends when every worker has put its matches down.

        Raises:
            ParlourError: the first that stopped a match, or that a worker died.
        """
        ours, theirs = Pipe()
        playing = asyncio.ensure_future(asyncio.to_thread(_play, cells, job, workers, watcher, theirs))
        try:
            await asyncio.shield(playing)
        except asyncio.CancelledError:
            ours.close()
            with suppress(ParlourError):
                await playing
            raise
        finally:
            ours.close()


def _play(cells: Iterator[Cell], job: Job, workers: int, watcher: Watcher, until: Connection) -> None:
    """Plays every cell, until there are none or the other end of a pipe is closed."""
    staff = _Staff(cells=cells, watcher=watcher)
    try:
        for _ in range(workers):
            staff.hire(job)
        while staff.workers:
            told = wait([*staff.workers, until])
            if until in told:
                return
            for ready in told:
                if isinstance(ready, Connection):
                    staff.hear(ready)
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
        ours, theirs = context.Pipe()
        process = context.Process(target=work, args=(job, theirs), daemon=True)
        process.start()
        theirs.close()
        self.workers[ours] = process
        for _ in range(job.at_once):
            ours.send(next(self.cells, None))

    def hear(self, worker: Connection) -> None:
        try:
            told: Told = worker.recv()
        except EOFError:
            self._see_out(worker)
            return
        match told:
            case Played() | Failed():
                self.watcher.ended(told)
                worker.send(next(self.cells, None))
            case Tally():
                self.spent[worker] = told
                self.watcher.spent(reduce(Tally.__add__, self.spent.values()))
            case str():
                self.watcher.say(told)
            case ParlourError():
                raise told
            case _:
                assert_never(told)

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

    def ended(self, outcome: Played | Failed) -> None:
        self._send(outcome)

    def spent(self, tally: Tally) -> None:
        self._send(tally)

    def say(self, sentence: str) -> None:
        self._send(sentence)

    def _send(self, told: Told) -> None:
        self.parent.send(told)


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
    """Refuses a file where there are workers on other machines.

    Raises:
        UsageError: naming one of them.
    """
    others = hosts - {here}
    if others and store and "://" not in store:
        raise UsageError(
            f"--db: workers on {min(others)} cannot write the file {store} of {here}, not even on a shared"
            " disk: name a server that every machine reaches, --db postgresql://HOST/NAME"
        )
