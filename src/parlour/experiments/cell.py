"""A cell of a run: which condition plays which story with which seed; plays, scores and keeps it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from parlour.agents.memory import LazyRanking
from parlour.arena import (
    Record,
    Setup,
    lay_seats,
    lay_table,
    open_match,
    team_names,
    try_out,
)
from parlour.errors import RecordError, ReplayDiffers, StoreUnavailable, UnknownMatch
from parlour.evaluation import score_match
from parlour.experiments.arm import Arm, Story
from parlour.experiments.run import Played, RunDefinition
from parlour.experiments.suite import Suite
from parlour.llm import MatchModels, ModelPool, Tally
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
        """Its name within the run."""
        told = (self.condition.name, self.story.name, self.story.language, self.game, self.evaluation)
        return "|".join(map(str, (*told, self.side) if self.side else told))

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
        """The usage of models so far, recorded replies of resumed matches included."""
        return self.models.ledger.total

    async def play(self, cell: Cell) -> Played:
        """Plays a cell to its score, or resumes the match that the store names for it.

        The match is named in the store before its first step, so that a run which is killed goes on with it
        and repeats no request that was answered; a cell that is done is not played again.
        """
        held = self.store.cell(self.run.id, cell.key)
        known = Played.model_validate_json(held) if held else None
        if known and known.score:
            return known
        if known and self._can_go_on(known):
            played, log = known, self.store.journal(known.match)
        else:
            played, log = self._begin(cell, held)
        try:
            record = await self._finish(log)
        except ReplayDiffers as error:
            self.say(f"{cell.key}: {played.match} cannot be gone on with and is played anew: {error}")
            played, log = self._begin(cell, held if played is known else played.model_dump_json())
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

    def _begin(self, cell: Cell, held: str | None) -> tuple[Played, StoredMatchLog]:
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
            setup, self.run.id, cell.key, lambda match: begun(match=match).model_dump_json(), held=held
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
