"""The record of a match: append-only, and enough to run it again without a model.

Its *journal* (setup and entries, each with one spelling) and the models' replies are what a replay must
repeat byte for byte; its *measurements* (tokens, dollars, seconds, attempts) stand apart, since they differ
from run to run. Telemetry of an entry names no seat, since the seat of a secret request would reveal a role.
"""

from __future__ import annotations

import dataclasses
import json
import logging
import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Literal, Protocol

from pydantic import Field, PlainValidator

from parlour.agents import Thought
from parlour.agents.memory import BM25, Budgets
from parlour.core import Event, GameSetup, Player, Request, StrictModel, find_game, read_setup
from parlour.core.telemetry import SILENT, ToldSpan, event, span
from parlour.errors import MuteModel, Unreadable
from parlour.llm import TEMPERATURE, CallKey, CallLog, Completion, Language, Part

_DEFAULTS = {field.name: field.default for field in dataclasses.fields(Event)}


EntryKind = Literal["event", "action", "thought", "fault"]


@dataclass(frozen=True, kw_only=True, eq=False)
class Entry:
    """One line of a journal, equal to any other of the same content.

    The JSON of an item is written when it is first read; in memory it may never be.

    Attributes:
        number: its position, from 0.
    """

    number: int
    kind: EntryKind
    json: str

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> str:
            content = vars(self)
            if name != "json":
                raise AttributeError(name)
            if item := content.get("_item"):
                content["json"] = _spell(item)
                content.pop("_item", None)
            return content["json"]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Entry) and self._content == other._content

    def __hash__(self) -> int:
        return hash(self._content)

    @property
    def _content(self) -> tuple[int, EntryKind, str]:
        return self.number, self.kind, self.json


class Act(StrictModel):
    """An action as it was played.

    Attributes:
        is_fallback: whether the game's fallback stands in for an answer that was no use.
    """

    request: str
    player: Player
    chosen: tuple[str, ...] = ()
    speech: str = ""
    is_fallback: bool = False


class Note(StrictModel):
    """A thought and whose it was."""

    request: str
    player: Player
    thought: Thought


class Fault(StrictModel):
    """Something that went wrong, and for what purpose."""

    request: str
    player: Player
    purpose: str
    problem: str


Item = Event | Act | Note | Fault
_WRITTEN = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))
_KINDS: Mapping[type[Item], EntryKind] = {Event: "event", Act: "action", Note: "thought", Fault: "fault"}


def entry(number: int, item: Item) -> Entry:
    """Returns the entry of an item at a position; a thought is spelled at once, since its body may change."""
    if isinstance(item, Note):
        return Entry(number=number, kind="thought", json=_spell(item))
    entry = object.__new__(Entry)
    entry.__dict__.update(number=number, kind=_KINDS[type(item)], _item=item)
    return entry


def item(entry: Entry, game: str) -> Item:
    """Parses an entry of a match of a game."""
    match entry.kind:
        case "event":
            return find_game(game).read_event(entry.json)
        case "action":
            return Act.model_validate_json(entry.json)
        case "thought":
            return Note.model_validate_json(entry.json)
        case "fault":
            return Fault.model_validate_json(entry.json)


def _spell(item: Item) -> str:
    """Returns an item as JSON without its defaults; sets are sorted, since Python's order of them changes."""
    if not isinstance(item, Event):
        return _WRITTEN.encode(item.model_dump(mode="json", exclude_defaults=True))
    content = {name: value for name, value in vars(item).items() if value != _DEFAULTS[name]}
    if item.visible_to is not None:
        content["visible_to"] = sorted(item.visible_to)
    return _WRITTEN.encode(content)


@dataclass(frozen=True, kw_only=True)
class FollowedMatch:
    """The telemetry of one match.

    Attributes:
        match: its id; empty of one that nobody follows, such as a replay or a rehearsal.
    """

    match: str = ""
    game: str = ""
    language: str = ""
    players: int = 0

    def playing(self) -> ToldSpan:
        """Returns the telemetry span in which the match is played or continued."""
        if not self.match:
            return SILENT
        return span(
            "match",
            self.game,
            logging.INFO,
            match=self.match,
            game=self.game,
            language=self.language,
            players=self.players,
        )

    def deciding(self, request: Request) -> ToldSpan:
        if not self.match:
            return SILENT
        kind = request.kind.name
        return span("request", kind, match=self.match, kind=kind, step=request.step, round=request.round)

    def report_fault(self, fault: Fault) -> None:
        if self.match:
            event("fault", logging.WARNING, match=self.match, game=self.game, purpose=fault.purpose)


FIRST, IN_A_ROW = 10, 20


@dataclass(kw_only=True)
class MuteCheck:
    """Counts the decisions that models could not make in one run of a match.

    Decisions that ask no model (bids, passes) do not count.

    Attributes:
        models: the model of each seat that a model plays; without any, nothing is counted.
    """

    models: Mapping[Player, str] = field(default_factory=dict[Player, str])
    _decisions: int = 0
    _failures: list[tuple[Player, Unreadable]] = field(default_factory=list[tuple[Player, Unreadable]])

    def count(self, request: Request, act: Act, error: Exception | None) -> None:
        """Counts a decision that was made anew; one that a resumed match repeats is not counted."""
        if act.player not in self.models or request.kind.bids:
            return
        if isinstance(error, Unreadable):
            if self._failures and self._failures[-1][1].cause != error.cause:
                self._failures.clear()
            self._failures.append((act.player, error))
        elif act.chosen or act.speech:
            self._failures.clear()
        else:
            return
        self._decisions += 1

    def check(self) -> None:
        """Looks at the decisions so far.

        Raises:
            MuteModel: if the first ten, or any twenty in a row, failed for one cause.
        """
        failed = len(self._failures)
        if failed < IN_A_ROW and not failed == self._decisions >= FIRST:
            return
        player, error = self._failures[-1]
        model = self.models[player]
        raise MuteModel(
            f"{failed} decisions in a row fell back on the game's rule, since no reply of {model} could be "
            f"used: {error}. Ask it for a word with: parlour doctor --model {model}"
        )


class SeatAssignment(StrictModel):
    """The method and model of a seat, for the whole match or from some step on.

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


class Journal(CallLog, Protocol):
    """The destination of a match's entries and its models' replies; the store implements it."""

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
        return tuple(item(entry, self.setup.game.name) for entry in self.entries)

    @property
    def events(self) -> list[Event]:
        return [event for event in self.items if isinstance(event, Event)]

    @property
    def faults(self) -> list[Fault]:
        return [fault for fault in self.items if isinstance(fault, Fault)]
