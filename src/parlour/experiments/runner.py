"""The cells of a run, and the playing of many at once in one event loop: each is scored and kept."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable, Coroutine, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol

from parlour.agents.memory import LazyRanking
from parlour.arena import Record, Setup, lay_seats, lay_table, open_match, team_names, try_out
from parlour.errors import (
    PromptTooLong,
    RecordError,
    ReplayDiffers,
    StoreUnavailable,
    UnknownMatch,
    WorkerLost,
)
from parlour.evaluation import score_match
from parlour.experiments.arm import Arm, Story
from parlour.experiments.run import Played, RunDefinition
from parlour.experiments.suite import Suite
from parlour.llm import MatchModels, ModelPool, Tally, is_rule_based
from parlour.store import MemoryLog, Store, StoredMatchLog, refuse_foreign


@dataclass(frozen=True, kw_only=True)
class Cell:
    """One match of a run: every condition plays the same stories with the same seeds.

    Attributes:
        game: which of its matches, from 0.
        evaluation: which evaluation it is, from 1, where nothing is played and each is a match of its own.
    """

    condition: Arm
    story: Story
    game: int
    evaluation: int = 1
    side: str | None = None

    @property
    def key(self) -> str:
        parts = (self.condition.name, self.story.name, self.story.language, self.game, self.evaluation)
        return "|".join(map(str, (*parts, self.side) if self.side else parts))

    @property
    def kind(self) -> tuple[str, str | None]:
        """The arm and the side of its own method: cells of one kind cost alike."""
        return self.condition.name, self.side


def cells(suite: Suite, stories: Sequence[Story], games: int, evaluations: int) -> Iterator[Cell]:
    """Yields every cell of a run, story by story, so that the conditions advance together."""
    for story in stories:
        for game in range(games):
            for condition in suite.conditions:
                if condition.language not in (None, story.language):
                    continue
                for evaluation, side in condition.matches(evaluations):
                    yield Cell(condition=condition, story=story, game=game, evaluation=evaluation, side=side)


Say = Callable[[str], None]
"""Receives messages for the user."""


@dataclass(frozen=True, kw_only=True)
class CellRunner:
    """Plays the cells of one run in this process, any number of them at once."""

    run: RunDefinition
    store: Store
    models: ModelPool
    ranking: LazyRanking
    say: Say

    @property
    def spent(self) -> Tally:
        return self.models.ledger.total

    async def play(self, cell: Cell) -> Played:
        """Plays a cell to its score, or resumes the match that the store names for it.

        The match is named in the store before its first step, so that a run which is killed goes on with it
        and repeats no request that was answered; a cell that is done is not played again.
        """
        stored_json = self.store.cell(self.run.id, cell.key)
        stored = Played.model_validate_json(stored_json) if stored_json else None
        if stored and stored.score:
            return stored
        if stored and self._can_go_on(stored):
            played, log = stored, self.store.journal(stored.match)
        else:
            played, log = self._begin(cell, stored_json)
        try:
            record = await self._finish(log)
        except ReplayDiffers as error:
            self.say(f"{cell.key}: {played.match} cannot be gone on with and is played anew: {error}")
            played, log = self._begin(cell, stored_json if played is stored else played.model_dump_json())
            record = await self._finish(log)
        scored = played.model_copy(update={"score": score_match(record)})
        await self.store.put_cell_soon(self.run.id, cell.key, scored.model_dump_json())
        return scored

    def _can_go_on(self, begun: Played) -> bool:
        try:
            self.store.setup(begun.match)
        except StoreUnavailable:
            raise
        except (UnknownMatch, RecordError) as error:
            self.say(f"a match is played anew: {error}")
            return False
        refuse_foreign(self.store, begun.match)
        return True

    def _begin(self, cell: Cell, stored_json: str | None) -> tuple[Played, StoredMatchLog]:
        setup = lay(cell, self.run, self.models)
        begun = partial(
            Played,
            condition=cell.condition.name,
            story=cell.story.name,
            language=cell.story.language,
            game=cell.game,
            evaluation=cell.evaluation,
            side=cell.side,
            seed=setup.seed,
        )
        log = self.store.begin(
            setup, self.run.id, cell.key, lambda match: begun(match=match).model_dump_json(), held=stored_json
        )
        return begun(match=log.match), log

    async def _finish(self, log: StoredMatchLog) -> Record:
        self.models.carry_over(log.match, log.dollars)
        models = MatchModels(self.models, log=log)
        await open_match(log.setup, log, models, self.ranking, match=log.match).play()
        return self.store.finished_record(log)


def lay(cell: Cell, run: RunDefinition, models: ModelPool) -> Setup:
    """Returns the setup of a cell's match; its seed is the same in every arm."""
    arm, story = cell.condition, cell.story
    game = arm.setup(story, run.evaluations)
    first = run.seed + cell.game * max(1, run.evaluations)
    seed = arm.seed(story, first + cell.evaluation - 1)
    seating = arm.seating(game, seed, cell.side, run.model, run.sought)
    by_team = {name: model for name, model in run.models.items() if name in team_names(game)}
    seats = lay_seats(game, seed, replace(seating, models=by_team), models.window)
    return lay_table(
        game,
        seed,
        seats,
        budgets=arm.budgets,
        embedding=run.embedding,
        temperature=run.temperature,
        is_experiment=True,
        elicits=run.elicits,
    )


def check(cell: Cell, run: RunDefinition, models: ModelPool) -> None:
    """Sets up a match and discards it, so that wrong settings are reported before anything is played."""
    try_out(lay(cell, run, models), MemoryLog())


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
    """Plays every cell that is supplied; each is stored as soon as it is done.

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
    tasks = [asyncio.create_task(coroutine) for coroutine in work]
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
        self.store.put_cell(self._name, batch, json)

    @property
    def _name(self) -> str:
        return f"{self.run}:batches"
