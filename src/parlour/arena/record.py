"""The record of a match: append-only, and enough to run it again without a model.

Its *journal* (setup and entries) and the models' replies are what a replay must repeat byte for byte; its
*measurements* (tokens, dollars, seconds, attempts) stand apart, since they differ from run to run.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Protocol

from pydantic import Field, PlainValidator

from parlour.agents.memory import BM25, Budgets
from parlour.arena.entries import Entry, Fault, Item, item
from parlour.core import Event, GameSetup, Player, StrictModel, read_setup
from parlour.llm import TEMPERATURE, CallKey, Completion, Language, Part


class SeatAssignment(StrictModel):
    """Who thinks in a seat, or from some step on.

    Attributes:
        method: the method with its options, `METHOD:option=value`, or `human` or `remote`.
        model: the model string; empty where the method needs none.
        answers: the server and model behind a name of the user's models; empty if the model string says it.
    """

    method: str
    model: str = ""
    context: int = 0
    answers: str = Field(default="", exclude_if=operator.not_)


class SeatHandover(SeatAssignment):
    """The agent that plays a seat from a step of the match on, in place of the earlier one."""

    step: int


class Seat(SeatAssignment):
    """A seat and the agent that plays it."""

    player: Player
    then: tuple[SeatHandover, ...] = ()

    @property
    def holder(self) -> SeatAssignment:
        return self.then[-1] if self.then else self


class Origin(StrictModel):
    """The match that another was forked from, and at which step they part."""

    match: str
    step: int


class Setup(StrictModel):
    """Everything that a match is a function of, besides the replies that it gets.

    Attributes:
        elicits: whether seats are asked at each vote what they hold of the others, outside the game.
        versions: of Parlour and what it runs on; for the reader of a record, never read by the match.
        origin: the match that this one was forked from, if it was; never read by the match either.
    """

    game: Annotated[GameSetup, PlainValidator(read_setup)]
    seed: int
    language: Language
    seats: tuple[Seat, ...]
    budgets: Budgets = Budgets()
    embedding: str = BM25
    temperature: float = TEMPERATURE
    controls: tuple[Player, ...] = ()
    elicits: bool = False
    versions: Mapping[str, str] = {}
    origin: Origin | None = None

    @property
    def players(self) -> tuple[Player, ...]:
        return self.game.players


class Status(StrEnum):
    """The status of a match; a killed one stays `running` and can be resumed."""

    RUNNING = "running"
    STOPPED = "stopped"
    FINISHED = "finished"


class Journal(Protocol):
    """The destination of a match's entries; the store implements it."""

    async def append(self, entries: Sequence[Entry]) -> int:
        """Keeps the entries, all or none; what was appended survives the process.

        Raises:
            StoreUnavailable: if they could not be kept.
            ReplayDiffers: if another entry stands at one of these positions already.
        """
        ...

    async def end(self, status: Status) -> None:
        """Says that the match stopped or finished; a finished one stays so."""
        ...


@dataclass(frozen=True, kw_only=True)
class RecordedCall:
    """A model call as the record holds it."""

    key: CallKey
    system: tuple[Part, ...]
    user: tuple[Part, ...]
    repairs: tuple[tuple[str, str], ...]
    completion: Completion


@dataclass(frozen=True, kw_only=True)
class Record:
    """A match as it was: what evaluation, replay and audit read."""

    match: str
    setup: Setup
    status: Status
    started: str
    entries: tuple[Entry, ...]
    calls: tuple[RecordedCall, ...] = ()

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """Everything in its journal, in order, parsed once."""
        return tuple(item(each, self.setup.game.name) for each in self.entries)

    @property
    def events(self) -> list[Event]:
        return [each for each in self.items if isinstance(each, Event)]

    @property
    def faults(self) -> list[Fault]:
        return [each for each in self.items if isinstance(each, Fault)]
