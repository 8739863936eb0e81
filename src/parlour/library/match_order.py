"""A match before and while it is played: its order, and the playing from an order to a record."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from parlour.agents import Agent, questions_everybody
from parlour.agents.memory import Budgets, LazyRanking
from parlour.arena import (
    OUTSIDE,
    GameSetup,
    Observer,
    Record,
    Seating,
    Setup,
    Status,
    Window,
    lay_seats,
    lay_table,
    open_match,
    try_out,
)
from parlour.core import GAMES, EventKind, Game, GameAsked, Player, RequestKind, event_kinds, request_kinds
from parlour.errors import FieldError, UsageError
from parlour.library.game_options import Spelling, as_keyword, not_of, usage_error
from parlour.llm import TEMPERATURE, Language, MatchModels, ModelPool, check_settings, note_other_servers
from parlour.store import MemoryLog, Store

BUDGET_OPTIONS = {"script": "script_tokens", "dialogue": "dialogue_tokens", "answering": "answer_tokens"}
"""The option that sets each budget of a prompt."""
_BUDGETS_OF: Mapping[str, EventKind | RequestKind] = {
    "script_tokens": event_kinds.SCRIPT,
    "answer_tokens": request_kinds.ANSWER,
}
"""The kind of event or request that a budget needs in a game."""


@dataclass(frozen=True, kw_only=True)
class MatchOrder:
    """The order of a match.

    Attributes:
        language: of the match; the game's default if None.
        tokens: the most tokens of each kind in a prompt, by option; defaults for those left out.
        embedding: the ranking of retrieval; the default if None.
    """

    game: GameAsked
    seating: Seating
    seed: int
    language: Language | None = None
    tokens: Mapping[str, int] = field(default_factory=dict[str, int])
    embedding: str | None = None
    temperature: float = TEMPERATURE
    spelled: Spelling = as_keyword

    def lay(self, window: Window) -> Setup:
        """Returns the tested setup: a wrong option is an error before a match is on record.

        Raises:
            UsageError: naming the option, if it cannot be played as asked.
            ModelUnavailable: if a model cannot be brought to answer.
        """
        game = self.deal()
        told = {name: self.tokens[option] for name, option in BUDGET_OPTIONS.items() if option in self.tokens}
        try:
            budgets = Budgets.model_validate(told)
        except ValidationError as error:
            raise usage_error(error, lambda name: self.spelled(BUDGET_OPTIONS.get(name, name))) from error
        seats = lay_seats(game, self.seed, self.seating, window)
        setup = lay_table(
            game,
            self.seed,
            seats,
            budgets=budgets,
            embedding=self.embedding,
            temperature=self.temperature,
        )
        try_out(setup, MemoryLog())
        return setup

    def deal(self) -> GameSetup:
        try:
            game = self.game
            if questions_everybody(self.seating.method.partition("@")[0]):
                game = game.questioning_everybody()
            return game.deal(self.seed, self.language)
        except ValidationError as error:
            raise usage_error(error, self.spelled) from error
        except FieldError as error:
            raise UsageError(f"{self.spelled(error.field)}: {error.message}") from error


def refuse_unused_budgets(game: Game[Any], told: Collection[str], spelled: Spelling = as_keyword) -> None:
    """Raises `UsageError` if a token budget is given for prompts that the game does not have."""
    for option, kind in _BUDGETS_OF.items():
        if option in told and kind not in (*game.requests, *game.events):
            owners = [
                name for name, each in GAMES.load_all().items() if kind in (*each.requests, *each.events)
            ]
            raise not_of(spelled(option), owners, game.name)


async def play_on(
    store: Store,
    models: ModelPool,
    match: str,
    *,
    people: Mapping[Player, Agent] | None = None,
    observer: Observer | None = None,
) -> Record:
    """Plays a match from its present state to its end, and returns its record; repeats no recorded call.

    After an interruption (a model that is gone, a budget, a cancellation) it can be resumed.
    """
    log = store.journal(match)
    setup = log.setup
    models.carry_over(match, log.dollars)
    match_models, ranking = MatchModels(models, log=log), LazyRanking(setup.embedding)
    await open_match(setup, log, match_models, ranking, people, observer, match=match).play()
    return store.finished_record(log)


def find_unfinished(store: Store, match: str) -> str:
    """Returns the whole id of a match that can be resumed.

    Raises:
        UnknownMatch: if there is no such match.
        UsageError: if it is finished, or its models have got other settings since.
    """
    record = store.record(store.find_named(match), with_calls=False)
    if record.status is Status.FINISHED:
        raise UsageError(f"{record.match} is finished; see it again with: parlour replay {record.match}")
    holders = [seat.holder for seat in record.setup.seats]
    check_settings(holder.model for holder in holders)
    note_other_servers((holder.model, holder.answers) for holder in holders)
    return record.match


def refuse_people(setup: Setup) -> None:
    """Raises `UsageError` if a seat is for a person or an outside program."""
    for seat in setup.seats:
        if seat.holder.method in OUTSIDE:
            raise UsageError(
                f"{seat.player}: people and programs sit down at `parlour play` and `parlour serve`,"
                " where somebody can ask them"
            )
