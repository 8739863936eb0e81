"""A worker of a run as a Ray actor: one process somewhere in a cluster that plays many matches at once."""

from __future__ import annotations

import asyncio
import socket
from contextlib import AsyncExitStack
from dataclasses import dataclass

from parlour.arena import versions
from parlour.errors import ClusterUnavailable, ParlourError
from parlour.experiments.cell import Cell
from parlour.experiments.crew import CellReport
from parlour.experiments.job import Job, at_work
from parlour.experiments.play_cell import CellRunner
from parlour.experiments.run import RUN
from parlour.llm import Tally
from parlour.store import Store

PARLOUR = "parlour"


@dataclass(frozen=True, kw_only=True)
class OpeningReport:
    """A worker is there, or cannot be: on which machine, and why not."""

    host: str
    trouble: ParlourError | None = None

    def check(self) -> None:
        """Raises what kept it from beginning, if anything did."""
        if self.trouble:
            raise self.trouble


class RayWorker:
    """What runs in the actor's process, all of it in one loop.

    A Parlour error is told and not raised, so that it arrives as what it is.

    Args:
        job: what it is to do.
        version: of the Parlour that hands out the cells.
    """

    def __init__(self, job: Job, version: str) -> None:
        self._job, self._version = job, version
        self._stack = AsyncExitStack()
        self._runner: CellRunner | None = None
        self._said: list[str] = []
        self._playing: set[asyncio.Task[object] | None] = set()

    async def open(self) -> OpeningReport:
        """Opens the store and the models; before that it is seen that they are those of the run."""
        host = socket.gethostname()
        try:
            self._check(host)
            self._runner = await self._stack.enter_async_context(at_work(self._job, self._said.append))
        except ParlourError as error:
            return OpeningReport(host=host, trouble=error)
        return OpeningReport(host=host)

    async def play(self, cell: Cell) -> CellReport:
        """Plays a cell, or goes on with it."""
        task = asyncio.current_task()
        self._playing.add(task)
        try:
            outcome = await self._at_work.play(cell)
        except ParlourError as error:
            outcome = error
        finally:
            self._playing.discard(task)
        said, self._said[:] = tuple(self._said), ()
        return CellReport(outcome=outcome, said=said, spent=self._at_work.spent)

    async def spent(self) -> Tally:
        """What it has asked of models so far."""
        return self._at_work.spent

    async def close(self) -> None:
        """Puts its matches down where they are, and closes what it opened."""
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
                    f"the worker on {host} finds nothing of this run in {store.place}, so that it is kept"
                    " elsewhere: name a database that every machine reaches, --db postgresql://HOST/NAME"
                )
