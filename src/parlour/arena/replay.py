"""A match run again: its replay, its decisions, and forks, which are new matches from one of them on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Protocol

from parlour.arena.match import MatchLoop, NullObserver, Observer
from parlour.arena.record import (
    Act,
    Entry,
    Journal,
    Origin,
    Record,
    RecordedCall,
    Seat,
    SeatAssignment,
    Setup,
    Status,
)
from parlour.arena.seating import seat_agents, start_state
from parlour.core import GAMES, Action, Player, Request
from parlour.errors import IllegalAction, RecordError, ReplayDiffers, UsageError
from parlour.llm import Call, CallKey, Completion, LanguageModel, MatchModels


class Log(Journal, Protocol):
    """A log that tells what it holds."""

    @property
    def entries(self) -> tuple[Entry, ...]: ...


@dataclass(frozen=True, kw_only=True)
class Replay:
    """The result of a replay.

    Attributes:
        difference: where the journals part, in words; None if they are the same byte for byte.
    """

    events: int
    difference: str | None

    @property
    def is_identical(self) -> bool:
        return self.difference is None


async def replay(record: Record, log: Log, observer: Observer | None = None) -> Replay:
    """Runs a match again without any model and compares the journals.

    A match that was stopped is replayed as far as it went.
    """
    ran_out: str | None = None
    try:
        await rerun(record.setup, log, observer)
    except ReplayDiffers as error:
        ran_out = str(error)
    events = sum(entry.kind == "event" for entry in log.entries)
    return Replay(events=events, difference=_difference(record, log.entries, ran_out))


async def rerun(setup: Setup, log: Journal, observer: Observer | None = None) -> None:
    """Runs a match again from what a log holds, without any model."""
    models = MatchModels(log=log)

    def recorded_model(holder: SeatAssignment) -> LanguageModel:
        return models.replay(holder.model, context=holder.context)

    agents = seat_agents(setup, log, recorded_model, ranking=None, people={})
    rules = GAMES.guard(setup.game.name)
    await MatchLoop(start_state(setup), agents, log, observer, rules=rules).play()


def _difference(record: Record, again: tuple[Entry, ...], ran_out: str | None) -> str | None:
    for recorded, new in zip_longest(record.entries, again):
        if new is None:
            why = ran_out or "the match ends before it"
            return f"entry {recorded.number} of the record was not reached: {why}"
        if recorded is None:
            return None if record.status != "finished" else f"entry {new.number} is not in the record"
        if recorded != new:
            return f"entry {new.number} was {recorded.json[:200]} and is now {new.json[:200]}"
    return None if ran_out is None or record.status != "finished" else ran_out


@dataclass(frozen=True, kw_only=True)
class TakenDecision:
    """A request of a match with what was done on it."""

    request: Request
    act: Act


@dataclass(frozen=True, kw_only=True)
class PlayedRules:
    """A record's actions, played through the rules once more.

    Attributes:
        undecided: what was asked next and is not decided; nothing where the match is over.
    """

    decisions: tuple[TakenDecision, ...]
    undecided: tuple[Request, ...]
    teams: Mapping[Player, str]

    @property
    def step(self) -> int:
        """The step to be decided next; if the match is over, the one after its last."""
        decided = (decision.request.step + 1 for decision in self.decisions)
        return max((*decided, *(request.step for request in self.undecided)), default=0)

    def of(self, player: Player) -> Iterator[TakenDecision]:
        return (decision for decision in self.decisions if decision.request.player == player)


def play_rules(record: Record) -> PlayedRules:
    """Replays the recorded actions through the game's rules, as far as they go, without asking any agent.

    Raises:
        RecordError: if an action on record is not one that the rules allow there.
    """
    acts = {act.request: act for act in record.items if isinstance(act, Act)}
    decisions: list[TakenDecision] = []
    undecided: tuple[Request, ...] = ()
    with GAMES.guard(record.setup.game.name):
        state = start_state(record.setup)
        while not state.is_over:
            requests = state.requests()
            if any(request.id not in acts for request in requests):
                undecided = tuple(requests)
                break
            decisions += (TakenDecision(request=request, act=acts[request.id]) for request in requests)
            step_acts = {request.id: acts[request.id] for request in requests}
            try:
                state, _ = state.apply(
                    {name: Action(chosen=act.chosen, speech=act.speech) for name, act in step_acts.items()}
                )
            except IllegalAction as error:
                raise RecordError(f"{record.match}: the rules do not allow its record: {error}") from error
        return PlayedRules(decisions=tuple(decisions), undecided=undecided, teams=dict(state.teams()))


async def calls_before(record: Record, step: int) -> tuple[RecordedCall, ...]:
    """Returns the calls that a match had made before a step, in order.

    A match of the same setup that is given these repeats everything before the step without asking anybody.
    They are found by running the match again: a record does not say which of two equal calls came when.

    Args:
        record: what was played.
        step: the first step that is to be played anew; 0 is the first of the match.

    Raises:
        UsageError: if the match never came to that step.
        ReplayDiffers: if it does not repeat its record.
    """
    log, observer = _Noting(record), _Steps(step)
    try:
        await rerun(record.setup, log, observer)
    except _Reached:
        return tuple(log.used.values())
    except ReplayDiffers:
        rules = play_rules(record)
        requests = (*(decision.request for decision in rules.decisions), *rules.undecided)
        if any(request.step >= step for request in requests):
            raise
    raise UsageError(f"{record.match} ended before step {step}: fork it at an earlier one")


async def calls_by_step(record: Record) -> Mapping[CallKey, int]:
    """Returns the step in which each used call of a match was made; -1 before the first step."""
    observer = _Steps()
    log = _Noting(record, observer)
    try:
        await rerun(record.setup, log, observer)
    except ReplayDiffers:
        if record.status is Status.FINISHED:
            raise
    return log.steps


def reusable_calls(
    record: Record, steps: Mapping[CallKey, int], step: int, player: Player
) -> Mapping[CallKey, RecordedCall]:
    """Returns the calls of the origin that a fork may reuse while its calls have the same keys.

    They are the calls of all seats, but of the seat that decides anew only those before the step.
    """
    return {
        call.key: call
        for call in record.calls
        if call.key.player != player or steps.get(call.key, step) < step
    }


def fork_setup(record: Record, step: int) -> Setup:
    """Returns the setup of a match that forks from a recorded one at a step; the seats until then stay."""

    def before_step(seat: Seat) -> Seat:
        return seat.model_copy(
            update={"then": tuple(handover for handover in seat.then if handover.step < step)}
        )

    seats = tuple(map(before_step, record.setup.seats))
    return record.setup.model_copy(update={"seats": seats, "origin": Origin(match=record.match, step=step)})


class _Reached(Exception):
    """The step has come."""


class _Steps(NullObserver):
    """Stores which step is being played, and stops the match at a step if one is named."""

    def __init__(self, until: int | None = None) -> None:
        self._until, self.step = until, -1

    def on_requests(self, requests: Sequence[Request]) -> None:
        self.step = max((request.step for request in requests), default=self.step)
        if self._until is not None and requests and self.step >= self._until:
            raise _Reached


class _Noting:
    """Answers from a record, checks that what happens is what happened, and notes which calls were used."""

    def __init__(self, record: Record, observer: _Steps | None = None) -> None:
        self._calls = {call.key: call for call in record.calls}
        self._entries = record.entries
        self._observer = observer or _Steps()
        self.used: dict[CallKey, RecordedCall] = {}
        self.steps: dict[CallKey, int] = {}

    async def append(self, entries: Sequence[Entry]) -> int:
        """Requires that the record says the same, so that none is new."""
        for entry in entries:
            if entry.number >= len(self._entries) or self._entries[entry.number] != entry:
                raise ReplayDiffers(f"entry {entry.number} does not come out as it is on record")
        return 0

    async def end(self, status: Status) -> None: ...

    def find(self, key: CallKey) -> Completion | None:
        if call := self._calls.get(key):
            self.used[key] = call
            self.steps.setdefault(key, self._observer.step)
            return call.completion
        return None

    async def keep(self, key: CallKey, call: Call, completion: Completion) -> None:
        """Raises `ReplayDiffers`: a replay makes no calls."""
        raise ReplayDiffers(f"the record has no call of {key.player} for {key.purpose} in {key.request}")


@dataclass(frozen=True, kw_only=True)
class ReusingLog:
    """The log of a fork, which takes what it lacks from its origin before anybody is asked.

    Attributes:
        reusable: what may be taken, of `reusable_calls`.
    """

    log: Journal
    reusable: Mapping[CallKey, RecordedCall]
    adopt: Callable[[RecordedCall], None]

    async def append(self, entries: Sequence[Entry]) -> int:
        return await self.log.append(entries)

    async def end(self, status: Status) -> None:
        await self.log.end(status)

    def find(self, key: CallKey) -> Completion | None:
        """Returns the recorded completion of a call, from this match or from its origin."""
        if (completion := self.log.find(key)) or key not in self.reusable:
            return completion
        self.adopt(self.reusable[key])
        return self.log.find(key)

    async def keep(self, key: CallKey, call: Call, completion: Completion) -> None:
        await self.log.keep(key, call, completion)
