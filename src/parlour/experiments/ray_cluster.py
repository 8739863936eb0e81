"""A Ray cluster as the workplace of a run: workers are actors, and each match is a task of one of them."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from collections.abc import Awaitable, Generator, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass, replace
from typing import Any, cast

import ray
from ray.exceptions import ActorDiedError, RayError, RayTaskError

from parlour.arena import versions
from parlour.errors import ClusterUnavailable, WorkerLost
from parlour.experiments.cell import Cell
from parlour.experiments.crew import CellReport, Crew
from parlour.experiments.job import Job, refuse_out_of_reach
from parlour.experiments.ray_worker import PARLOUR, OpeningReport, RayWorker
from parlour.experiments.runner import Watcher, play_all
from parlour.experiments.workers import PATIENCE
from parlour.llm import Tally, is_reader

_RAY = cast("Any", ray)
"""Its functions are typed in part."""
OBJECT_STORE = 80 * 2**20
"""Bytes of the object store of a Ray that is started for a run: nothing large passes through it."""
_QUIET: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
"""What workers print stays in the logs of their machines."""


@contextmanager
def connected(address: str) -> Generator[RayCluster]:
    """A cluster for as long as the block runs.

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
        if address:
            _RAY.init(address=address, **_QUIET)
        else:
            _join_any()
    except (ConnectionError, RuntimeError, ValueError, RayError) as error:
        raise ClusterUnavailable(f"Ray at {address or 'this machine'}: {_told(error)}") from error


def _join_any() -> None:
    with suppress(ConnectionError):
        _RAY.init(address="auto", **_QUIET)
        return
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    _RAY.init(address="local", include_dashboard=False, object_store_memory=OBJECT_STORE, **_QUIET)


@dataclass(frozen=True, kw_only=True)
class RayCluster:
    """The cluster that this process is connected to."""

    def workers(self, model: str) -> int:
        """One per core with the reader, which computes, and else one per machine, which waits."""
        cores = int(_RAY.cluster_resources().get("CPU", 1))
        return max(1, cores if is_reader(model) else len(_hosts()))

    async def play(self, cells: Iterator[Cell], job: Job, workers: int, watcher: Watcher) -> None:
        """Plays every cell as a task of an actor that has room; who is lost is replaced.

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
    # Not restarted by Ray itself: whoever succeeds a lost worker may spend only what that one has left.
    actor = make.options(
        num_cpus=1, max_concurrency=job.at_once + 3, max_restarts=0, scheduling_strategy="SPREAD"
    ).remote(job, versions()[PARLOUR])
    try:
        begun = cast("OpeningReport", await _answer(actor.open.remote(), "a worker of the run"))
        begun.check()
    except BaseException:
        _RAY.kill(actor)
        raise
    return _Hired(actor=actor, name=f"the worker on {begun.host}")


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


async def _answer(asked: Awaitable[object], name: str) -> object:
    """What an actor answers.

    Raises:
        WorkerLost: if it is gone.
        ClusterUnavailable: if it could not begin.
    """
    try:
        return await asked
    except RayTaskError:
        raise
    except ActorDiedError as error:
        if error.actor_init_failed:
            raise ClusterUnavailable(f"{name} cannot begin: {_told(error)}") from error
        raise WorkerLost(f"{name} is lost ({_told(error)})") from error
    except RayError as error:
        raise WorkerLost(f"{name} is lost ({_told(error)})") from error


def _told(error: Exception) -> str:
    """The first sentence of what Ray has to say at length."""
    return " ".join(str(error).split())[:200]
