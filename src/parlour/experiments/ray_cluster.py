"""A run on a cluster of Ray: its workers, and the driver that hands out cells."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from collections.abc import Awaitable, Generator, Iterator
from contextlib import AsyncExitStack, contextmanager, redirect_stdout, suppress
from dataclasses import dataclass, replace
from typing import Any, cast

import ray
from ray.exceptions import ActorDiedError, RayError, RayTaskError

from parlour.arena import versions
from parlour.errors import ClusterUnavailable, ParlourError, WorkerLost
from parlour.experiments.run import RUN
from parlour.experiments.runner import Cell, CellRunner, Watcher, play_all
from parlour.experiments.workers import PATIENCE, CellReport, Crew, Job, at_work, refuse_out_of_reach
from parlour.llm import Tally, is_rule_based
from parlour.store import Store

_RAY = cast("Any", ray)
"""Its functions are typed in part."""
OBJECT_STORE = 80 * 2**20
"""Bytes of the object store of a Ray that is started for a run: nothing large passes through it."""
_QUIET: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
"""What workers print stays in the logs of their machines."""


@contextmanager
def connect(address: str) -> Generator[RayCluster]:
    """Yields a cluster that is connected until the block ends.

    Args:
        address: ``HOST:PORT``; empty for the one that this machine is of, and where it is of none, a Ray of
            its own cores, which ends with the block.

    Raises:
        ClusterUnavailable: if it cannot be reached, or is of another version.
    """
    with redirect_stdout(sys.stderr):  # where Ray tells of lost nodes: standard output is the run's own
        try:
            _join(address)
            yield RayCluster()
        finally:
            _RAY.shutdown()


def _join(address: str) -> None:
    try:
        try:
            _RAY.init(address=address or "auto", **_QUIET)
        except ConnectionError:
            if address:
                raise
            os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
            _RAY.init(address="local", include_dashboard=False, object_store_memory=OBJECT_STORE, **_QUIET)
    except (ConnectionError, RuntimeError, ValueError, RayError) as error:
        raise ClusterUnavailable(f"Ray at {address or 'this machine'}: {_shorten(error)}") from error


@dataclass(frozen=True, kw_only=True)
class RayCluster:
    """The cluster that this process is connected to."""

    def workers(self, model: str) -> int:
        """Returns one per core with the reader, which computes, and else one per machine, which waits."""
        cores = int(_RAY.cluster_resources().get("CPU", 1))
        return max(1, cores if is_rule_based(model) else len(_hosts()))

    async def play(self, cells: Iterator[Cell], job: Job, workers: int, watcher: Watcher) -> None:
        """Plays every cell as a task of an actor that has room; replaces lost actors.

        Cancelled, it ends when every worker has put its matches down.

        Raises:
            UsageError: if not every machine can reach the store.
            ClusterUnavailable: if no worker can begin.
            ParlourError: the first that stopped a match.
        """
        refuse_out_of_reach(job.store, _hosts(), socket.gethostname())

        async def supply() -> Cell | None:
            return next(cells, None)

        async def hire(budget: float | None) -> _Hired:
            return await _hire(replace(job, budget=budget))

        crew = Crew(hire=hire, workers=workers, at_once=job.at_once, budget=job.budget, say=watcher.say)
        async with crew:
            await play_all(supply, crew, watcher, workers * job.at_once)


def _hosts() -> set[str]:
    nodes = cast("list[dict[str, Any]]", _RAY.nodes())
    return {node["NodeManagerHostname"] for node in nodes if node["Alive"]}


async def _hire(job: Job) -> _Hired:
    make = _RAY.remote(RayWorker)
    # Not restarted by Ray itself: the successor of a lost worker may spend only what that one has left.
    actor = make.options(
        num_cpus=1, max_concurrency=job.at_once + 3, max_restarts=0, scheduling_strategy="SPREAD"
    ).remote(job, versions()[PARLOUR])
    try:
        opening = await _answer(actor.open.remote(), "a worker of the run")
    except BaseException:
        _RAY.kill(actor)
        raise
    host, trouble = cast("tuple[str, ParlourError | None]", opening)
    if trouble:
        _RAY.kill(actor)
        raise trouble
    return _Hired(actor=actor, name=f"the worker on {host}")


@dataclass(frozen=True, eq=False)
class _Hired:
    """A worker seen from the process that hands out the cells."""

    actor: Any
    name: str

    async def play(self, cell: Cell) -> CellReport:
        try:
            return cast("CellReport", await _answer(self.actor.play.remote(cell), self.name))
        except WorkerLost:
            _RAY.kill(self.actor)  # it may only be out of reach, and play on
            raise

    async def spent(self) -> Tally:
        return cast("Tally", await _answer(self.actor.spent.remote(), self.name))

    async def close(self) -> None:
        with suppress(WorkerLost, TimeoutError):
            await asyncio.wait_for(_answer(self.actor.close.remote(), self.name), PATIENCE)
        _RAY.kill(self.actor)


async def _answer(call: Awaitable[object], name: str) -> object:
    try:
        return await call
    except RayTaskError:
        raise
    except ActorDiedError as error:
        if error.actor_init_failed:
            raise ClusterUnavailable(f"{name} cannot begin: {_shorten(error)}") from error
        raise WorkerLost(f"{name} is lost ({_shorten(error)})") from error
    except RayError as error:
        raise WorkerLost(f"{name} is lost ({_shorten(error)})") from error


def _shorten(error: Exception) -> str:
    return " ".join(str(error).split())[:200]


PARLOUR = "parlour"


class RayWorker:
    """The worker in the actor's process, which runs in one event loop.

    A Parlour error is returned and not raised, so that its type survives.
    """

    def __init__(self, job: Job, version: str) -> None:
        self._job, self._version = job, version
        self._stack = AsyncExitStack()
        self._runner: CellRunner | None = None
        self._messages: list[str] = []
        self._playing: set[asyncio.Task[object] | None] = set()

    async def open(self) -> tuple[str, ParlourError | None]:
        """Opens the store and the models of the run; returns the host, and what is wrong."""
        host = socket.gethostname()
        try:
            self._check(host)
            self._runner = await self._stack.enter_async_context(at_work(self._job, self._messages.append))
        except ParlourError as error:
            return host, error
        return host, None

    async def play(self, cell: Cell) -> CellReport:
        task = asyncio.current_task()
        self._playing.add(task)
        try:
            outcome = await self._at_work.play(cell)
        except ParlourError as error:
            outcome = error
        finally:
            self._playing.discard(task)
        messages, self._messages[:] = tuple(self._messages), ()
        return CellReport(outcome=outcome, messages=messages, spent=self._at_work.spent)

    async def spent(self) -> Tally:
        return self._at_work.spent

    async def close(self) -> None:
        playing = [task for task in self._playing if task]
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await self._stack.aclose()

    @property
    def _at_work(self) -> CellRunner:
        if self._runner is None:
            raise RuntimeError("the worker was not opened")
        return self._runner

    def _check(self, host: str) -> None:
        own = versions()[PARLOUR]
        if own != self._version:
            raise ClusterUnavailable(
                f"the worker on {host} has Parlour {own} and this command {self._version}: a run is played"
                " with one version, so install the same on every machine"
            )
        with Store.reading(self._job.store) as store:
            if store.cell(self._job.run.id, RUN) is None:
                raise ClusterUnavailable(
                    f"the worker on {host} finds nothing of this run in {store.location}, so that it is kept"
                    " elsewhere: name a database that every machine reaches, --db postgresql://HOST/NAME"
                )
