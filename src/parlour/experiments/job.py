"""What a worker of a run is asked to do, in whichever process or machine it is."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from parlour.agents.memory import LazyRanking
from parlour.core.telemetry import Telemetry, begin, end
from parlour.errors import UsageError
from parlour.experiments.collecting import seldom_collected
from parlour.experiments.play_cell import CellRunner, Say
from parlour.experiments.run import RunDefinition
from parlour.llm import ModelPool, open_provider
from parlour.store import Store


@dataclass(frozen=True, kw_only=True)
class Job:
    """What each worker is to do.

    Attributes:
        run: what is run.
        store: where it is kept, as `Store.open` takes it.
        at_once: matches at the same time.
        concurrency: calls at the same time, per model.
        budget: dollars that it may spend; None for any.
        telemetry: what it tells operators.
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
