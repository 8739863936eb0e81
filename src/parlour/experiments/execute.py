"""Executes a run to its end, in this process, in several, or on a cluster."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from typing import Protocol

from parlour.agents.memory import LazyRanking
from parlour.core.telemetry import current_settings
from parlour.errors import ClusterUnavailable, MissingExtra, UnknownMethod, UsageError
from parlour.experiments.preflight import Expected, estimate_usage
from parlour.experiments.run import RunDefinition, all_models, busiest
from parlour.experiments.run_plan import RunPlan, begin
from parlour.experiments.runner import (
    Cell,
    CellRunner,
    StoredBatches,
    Watcher,
    check,
    matches_at_once,
    play_all,
    seldom_collected,
)
from parlour.experiments.workers import Job, Processes
from parlour.llm import (
    BUILT_IN,
    ModelPool,
    Provider,
    Rehearsal,
    batch_share,
    is_rule_based,
    open_batching,
    open_provider,
    open_ready,
    refuse_unpriced,
)
from parlour.store import Store, is_in_memory


@dataclass(frozen=True, kw_only=True)
class Resources:
    """The resources that a run may use; they are no part of its identity.

    Attributes:
        store: its address, in the form of `Store.open`.
        jobs: processes; None for one per core with the reader, which computes, and else one, which waits
            (of a cluster: one per machine).
        concurrency: the most calls at once per model, over all processes; None for what each serves well.
        budget: dollars in all, those of earlier parts of the run among them; None for any.
        on: where its matches are played: ``ray`` or ``ray:HOST:PORT``; None for this machine.
    """

    store: str | None = None
    jobs: int | None = None
    concurrency: int | None = None
    budget: float | None = None
    batch: bool = False
    on: str | None = None


@dataclass(frozen=True, kw_only=True)
class CostEstimate:
    """The estimate of a run before anything is played."""

    slots: int
    expected: Expected


async def alook_ahead(plan: RunPlan, means: Resources) -> CostEstimate:
    """Tries every table that differs from the others, and rehearses the run.

    The reader is not rehearsed: it costs nothing, and is hardly slower than its rehearsal.

    Raises:
        UsageError: if a condition cannot be played with these settings, or nothing would keep the run.
        ModelUnavailable: if a model cannot be brought to answer.
        ClusterUnavailable: if the cluster does not answer on which it is to be played.
    """
    if is_in_memory(means.store):
        raise UsageError("a run is kept as it goes, so that it can go on: name a file for its database")
    check_workplace(means.on)
    left = plan.left

    def open_rehearsal(model: str) -> Provider:
        provider = open_ready(model)
        return Rehearsal(provider, batch_share) if means.batch else Rehearsal(provider)

    if means.batch:
        await _check_batches(plan, means)
    async with ModelPool(opener=open_rehearsal, concurrency=means.concurrency) as models:
        _check_all(left, plan.run, models)
        models_called = _models(plan)
        for model in models_called if means.budget is not None else ():
            refuse_unpriced(models.provider(model))
        is_free = busiest(models_called) == BUILT_IN
        foreseen = Expected(matches=len(left)) if is_free else await estimate_usage(left, plan.run, models)
        return CostEstimate(slots=models.slots(busiest(models_called)), expected=foreseen)


def look_ahead(plan: RunPlan, means: Resources) -> CostEstimate:
    """Calls `alook_ahead`, for callers without an event loop."""
    return asyncio.run(alook_ahead(plan, means))


async def aexecute(plan: RunPlan, means: Resources, slots: int, watcher: Watcher) -> None:
    """Plays every cell that is left.

    Whatever stops it (a cancellation, the budget, a server that is gone, a kill), the same run goes on later
    with what it had; no finished cell is played again.

    Args:
        plan: the run, with at least one cell left, and models that `look_ahead` found alive.
        means: what it may use.
        slots: of its `CostEstimate`.
        watcher: receives the progress.
    """
    model, spent = busiest(_models(plan)), dollars_spent(plan)
    with Store.open(means.store) as store, store.running(plan.run.id), workplace(means.on) as place:
        begin(store, plan)
        workers = min(means.jobs or place.workers(model), len(plan.left), slots)
        if workers == 1 and means.on is None:
            await _alone(plan, means, spent, store, watcher)
            return
        share = max(1, slots // workers)
        job = Job(
            run=plan.run,
            store=str(store.file) if store.file else means.store,
            at_once=min(matches_at_once(model, share), -(-len(plan.left) // workers)),
            concurrency=share,
            budget=None if means.budget is None else max(0.0, means.budget - spent) / workers,
            telemetry=current_settings(),
        )
        await place.play(iter(plan.left), job, workers, watcher)


def execute(plan: RunPlan, means: Resources, slots: int, watcher: Watcher) -> None:
    """Calls `aexecute`, for callers without an event loop; Ctrl-C stops it as a cancellation does."""
    asyncio.run(aexecute(plan, means, slots, watcher))


async def _check_batches(plan: RunPlan, means: Resources) -> None:
    models_called = [model for model in _models(plan) if not is_rule_based(model)]
    if not models_called:
        raise UsageError("--batch: the reader answers at once and costs nothing; name another --model")
    if (means.jobs or 1) > 1 or means.on:
        raise UsageError(
            "--batch: one process collects the questions of all matches; leave out --jobs and --on"
        )
    with Store.open(":memory:") as store:
        for model in models_called:
            await open_batching(model, StoredBatches(store=store, run=plan.run.id)).close()


def dollars_spent(plan: RunPlan) -> float:
    """Returns the cost of the finished cells."""
    return sum(score.dollars for score in plan.scores)


def _models(plan: RunPlan) -> tuple[str, ...]:
    arms = {cell.condition.name: cell.condition for cell in plan.left}
    return all_models(plan.run, [*arms.values()])


def _check_all(cells: Sequence[Cell], run: RunDefinition, models: ModelPool) -> None:
    missing: dict[str, UnknownMethod | MissingExtra] = {}
    for cell in {(cell.condition.name, cell.story.id): cell for cell in cells}.values():
        try:
            check(cell, run, models)
        except (UnknownMethod, MissingExtra) as error:
            missing.setdefault(cell.condition.name, error)
    if missing:
        name, error = next(iter(missing.items()))
        others = [
            condition
            for condition in dict.fromkeys(cell.condition.name for cell in cells)
            if condition not in missing
        ]
        without = f'; without it: --conditions "{", ".join(others)}"' if others else ""
        raise type(error)(f"{name}: {error}{without}") from error


async def _alone(plan: RunPlan, means: Resources, spent: float, store: Store, watcher: Watcher) -> None:
    left: Iterator[Cell] = iter(plan.left)

    async def supply() -> Cell | None:
        return next(left, None)

    book = StoredBatches(store=store, run=plan.run.id)
    async with ModelPool(
        budget=means.budget,
        spent=spent,
        concurrency=means.concurrency,
        opener=partial(open_batching, book=book) if means.batch else open_provider,
    ) as models:
        runner = CellRunner(
            run=plan.run, store=store, models=models, ranking=LazyRanking(plan.run.embedding), say=watcher.say
        )
        model = busiest(_models(plan))
        at_once = matches_at_once(model, models.slots(model))
        with seldom_collected():
            await play_all(supply, runner, watcher, at_once)


RAY = "ray"
_PATIENCE = 5.0
"""Seconds in which a cluster must accept a connection; Ray itself would retry for minutes."""


class Workplace(Protocol):
    """Has workers, and hands the cells of a run out to them."""

    def workers(self, model: str) -> int:
        """Returns the default number of workers for a run that waits for this model."""
        ...

    async def play(self, cells: Iterator[Cell], job: Job, workers: int, watcher: Watcher) -> None:
        """Plays every cell, each where there is room.

        Cancelled, it ends when every worker has put its matches down.
        """
        ...


@contextmanager
def workplace(on: str | None) -> Generator[Workplace]:
    """Yields the place where a run is played, and leaves it after the block.

    Args:
        on: ``ray``, ``ray:HOST:PORT``, or None for this machine.

    Raises:
        UsageError: if it is neither, or lacks its packages.
        ClusterUnavailable: if it does not answer.
    """
    if on is None:
        yield Processes()
        return
    address = check_workplace(on)
    from parlour.experiments.ray_cluster import connect  # Ray takes a second to be imported

    with connect(address) as cluster:
        yield cluster


def check_workplace(on: str | None) -> str:
    """Returns the address of a cluster that answers; empty where none is named, of which any will do.

    Raises:
        UsageError: if no such place is known, or it lacks its packages.
        ClusterUnavailable: if nothing answers there.
    """
    if on is None:
        return ""
    kind, _, target = on.partition(":")
    if kind != RAY:
        raise UsageError(f"--on {on}: write it as ray or ray:HOST:PORT; left out, it is this machine")
    if find_spec("ray") is None:
        raise MissingExtra("Ray is not installed: pip install 'parlour[ray]'")
    address = target or os.environ.get("RAY_ADDRESS", "")
    host, _, port = address.rpartition(":")
    if address and not (host and "/" not in host and port.isdecimal()):
        raise UsageError(
            f"--on {RAY}:{address}: write the address as HOST:PORT, as `ray start --head` prints it,"
            " and give the command on a machine of the cluster"
        )
    if address:
        _knock(address, host.strip("[]"), int(port))
    return address


def _knock(address: str, host: str, port: int) -> None:
    try:
        socket.create_connection((host, port), timeout=_PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise ClusterUnavailable(
            f"no Ray cluster answers at {address} ({error}): see that it runs (`ray status`), and check the"
            " address and the port"
        ) from error
