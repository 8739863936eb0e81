"""Plays all cells of a run, many matches at once in one event loop."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable, Coroutine, Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from parlour.errors import PromptTooLong, WorkerLost
from parlour.experiments.cell import Cell
from parlour.experiments.run import Played
from parlour.llm import Tally, is_rule_based
from parlour.store import Store

MATCHES_PER_SLOT, MOST_MATCHES = 4, 512
"""Most of a match is one question at a time, so that it takes several to keep a slot of a server busy."""
SPEAK_EVERY = 1.0


@dataclass(frozen=True, kw_only=True)
class Failed:
    """A cell that cannot be played, though others can."""

    cell: str
    why: str


Supply = Callable[[], Awaitable[Cell | None]]


class CellPlayer(Protocol):
    """The player of cells: this process, or workers elsewhere."""

    @property
    def spent(self) -> Tally:
        """The usage of models so far, recorded replies of resumed matches included."""
        ...

    async def play(self, cell: Cell) -> Played:
        """Plays a cell to its score, or resumes the match that the store names for it.

        Raises:
            PromptTooLong: if no window holds one of its prompts.
            WorkerLost: if its workers are lost again and again.
            ParlourError: if anything else stopped it.
        """
        ...


class Watcher(Protocol):
    """The observer of a run: a progress bar, or the process that started this one."""

    def on_end(self, outcome: Played | Failed) -> None:
        """Receives the outcome of a cell that is done, or cannot be played."""
        ...

    def spent(self, tally: Tally) -> None:
        """Receives this process's usage of models so far, recorded replies of resumed matches included."""
        ...

    def say(self, sentence: str) -> None:
        """Receives a message for the user."""
        ...


def matches_at_once(model: str, slots: int) -> int:
    """Returns the number of concurrent matches that keep a model with some slots busy.

    One where there is a single slot, as in a file that runs in this process, so that its cache of prefixes
    is that of one match; one for the reader, which uses a whole core itself; else `MATCHES_PER_SLOT` for
    each slot.
    """
    return 1 if is_rule_based(model) or slots == 1 else min(MATCHES_PER_SLOT * slots, MOST_MATCHES)


async def play_all(supply: Supply, player: CellPlayer, watcher: Watcher, at_once: int) -> None:
    """Plays every cell that is supplied; each is kept as soon as it is done.

    A prompt that no window holds fails its cell alone, and so does a match that workers do not survive. Any
    other error stops the run: matches in progress stop where they are, and the same run goes on with them.

    Args:
        supply: gives the next cell; None when there are no more.
        player: plays them.
        watcher: receives the progress.
        at_once: how many matches are played at the same time.
    """

    async def play_on() -> None:
        while cell := await supply():
            try:
                watcher.on_end(await player.play(cell))
            except (PromptTooLong, WorkerLost) as error:
                watcher.on_end(Failed(cell=cell.key, why=str(error)))

    async def report_spent() -> None:
        while True:
            await asyncio.sleep(SPEAK_EVERY)
            watcher.spent(player.spent)

    reporting = asyncio.create_task(report_spent())
    try:
        await until_failed(play_on() for _ in range(at_once))
    finally:
        reporting.cancel()
        watcher.spent(player.spent)


async def until_failed(work: Iterable[Coroutine[Any, Any, None]]) -> None:
    """Runs coroutines together; the first error stops the others, and is raised when all have ended."""
    tasks = [asyncio.create_task(each) for each in work]
    try:
        ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in ended:
        task.result()


_YOUNG, _MIDDLE, _OLD = 10_000, 10, 50
"""Objects made and not freed before the youngest are looked through; how often these before their elders."""


@contextmanager
def seldom_collected() -> Generator[None]:
    """Has the garbage collector look seldom, as long as the block runs.

    Hundreds of matches are millions of objects, and to look through all of them stops the process for a
    second: by Python's own thresholds some 40 times in 500 matches, which was a quarter of the CPU of a run.
    What a match made is freed when it ends, without the collector: it holds next to no cycles.
    """
    usual = gc.get_threshold()
    gc.set_threshold(_YOUNG, _MIDDLE, _OLD)
    try:
        yield
    finally:
        gc.set_threshold(*usual)


@dataclass(frozen=True, kw_only=True)
class StoredBatches:
    """The stored batches of a run, under a name of their own that no cell has."""

    store: Store
    run: str

    def pending(self) -> Sequence[str]:
        """Returns the stored batches as JSON; those that have ended give their results again."""
        return tuple(self.store.cells(self._name).values())

    def keep(self, batch: str, json: str) -> None:
        """Keeps a batch, by its id."""
        self.store.put_cell(self._name, batch, json)

    @property
    def _name(self) -> str:
        return f"{self.run}:batches"
