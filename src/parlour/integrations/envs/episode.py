"""One match whose learners decide from outside, and the methods that play its other seats.

A trainer calls `step` and waits, but methods are asynchronous: they run in a thread with an event loop of its
own, which also works where a loop is already running, as in a notebook.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from threading import Thread
from typing import Any, Protocol, TypeVar, runtime_checkable

from pydantic import ValidationError

from parlour.agents import Agent, Thought, together
from parlour.agents.memory import BM25, LazyRanking
from parlour.arena import Seat, SeatAssignment, Setup, hold, seat_agents, start_state, tell_events
from parlour.arena import Setup as MatchSetup
from parlour.core import (
    GAMES,
    PASS,
    Action,
    CaseOutcome,
    Event,
    Game,
    GameAsked,
    GameSetup,
    Player,
    Request,
    SeatsAsked,
    State,
    asked_model,
    find_game,
)
from parlour.errors import IllegalAction, SetupError, Unreadable
from parlour.llm import Language, LanguageModel, MatchModels, ModelPool, default_model
from parlour.store import MemoryLog

USUAL_OTHERS = "random"


@dataclass(frozen=True, kw_only=True)
class EnvTask:
    """A game, its learners and its other seats; every seed deals an episode of it."""

    game: str
    asked: Mapping[str, object] = field(default_factory=dict[str, object])
    language: Language | None = None
    seats: tuple[int, ...] | str = ()
    others: str = USUAL_OTHERS
    voice: str = ""
    decides: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        unknown = [name for name in self.decides if name not in self.kind.kinds.requests]
        if unknown:
            raise SetupError(f"{self.game} asks for no {unknown[0]!r}: {', '.join(self.kind.kinds.requests)}")
        players, sides = len(self.sample.players), self.kind.teams
        if isinstance(self.seats, str) and self.seats not in sides:
            raise SetupError(f"seats={self.seats!r}: the sides of {self.game} are {', '.join(sides)}")
        outside = [seat for seat in self.seats if isinstance(seat, int) and not 0 <= seat < players]
        if outside:
            raise SetupError(f"seats: there is no seat {outside[0]}; they go from 0 to {players - 1}")

    @property
    def kind(self) -> Game[Any]:
        return find_game(self.game)

    @cached_property
    def form(self) -> GameAsked:
        """The checked options of the game.

        Raises:
            SetupError: if the game does not accept an option; the message names the first one.
        """
        try:
            return asked_model(self.game).model_validate(dict(self.asked))
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"])) or self.game
            options = ", ".join(asked_model(self.game).model_fields)
            raise SetupError(f"{where}: {first['msg']} ({self.game} takes {options})") from None

    @cached_property
    def sample(self) -> State:
        """The first state of one table; its players and sides are those of every episode."""
        return start_state(self.setup(0))

    def deal(self, seed: int) -> GameSetup:
        """Returns the table of a seed.

        Raises:
            UsageError: if it cannot be dealt.
        """
        return self._table or self.form.deal(seed, self.language)

    @cached_property
    def _table(self) -> GameSetup | None:
        """The table of all seeds, if a seed changes nothing before its roles are dealt."""
        is_fixed = type(self.form).deal is SeatsAsked.deal
        return self.form.deal(0, self.language) if is_fixed else None

    def setup(self, seed: int) -> MatchSetup:
        """Returns the setup of a seed's match, without seats."""
        game = self.deal(seed)
        return MatchSetup(game=game, seed=seed, language=game.language, seats=())

    def learners(self, state: State) -> tuple[Player, ...]:
        """Returns the learners at a table, in seat order."""
        if isinstance(self.seats, str):
            return tuple(player for player, side in state.teams().items() if side == self.seats)
        return tuple(state.players[seat] for seat in sorted(set(self.seats))) or state.players


def holders(
    task: EnvTask, players: Sequence[Player], learners: Sequence[Player], models: ModelPool
) -> dict[Player, SeatAssignment]:
    """Returns the methods of a table by seat: those of the other seats, and the learners' voices.

    Raises:
        UsageError: if a method, an option or a model is unknown.
    """
    methods = {player: task.voice if player in learners else task.others for player in players}
    return {player: _assign(player, method, models) for player, method in methods.items() if method}


def _assign(player: Player, text: str, models: ModelPool) -> SeatAssignment:
    method, _, model = text.partition("@")
    return hold(player, method, model or default_model(), models.window)


@runtime_checkable
class Potential(Protocol):
    """A game's optional part `gains.provable_bits`: the bits that a seat can prove."""

    def __call__(self, setup: GameSetup, player: Player, events: Sequence[Event]) -> float:
        """Returns the bits that a player's events and the public setup prove; negative for who hides them."""
        ...


def potential_of(game: str) -> Potential:
    """Returns the part of a game that computes the bits a seat can prove.

    Raises:
        SetupError: if the game has no such part.
    """
    part = find_game(game).find_part("gains.provable_bits", Potential)
    if part is None:
        raise SetupError(f"{game} has no reward in bits; leave bits=True out")
    return part


def camp_rewards(state: State) -> Mapping[Player, float]:
    """Returns the reward of each player at the end of a match, from -1 to 1.

    The mean over the hidden questions of +1 if the player's side won, alone or with another, -1 if only other
    sides did, and 0 if no side did or the question is not scored. The side is the one at the end, where roles
    change. In a game of two sides their rewards add up to 0.
    """
    outcome, sides = state.outcome, state.teams()
    if outcome is None or not outcome.cases:
        return dict.fromkeys(sides, 0.0)
    return {player: _mean_won(outcome.cases, side) for player, side in sides.items()}


def _mean_won(cases: Sequence[CaseOutcome], side: str) -> float:
    won = [0 if case.winner is None else 1 if case.is_won_by(side) else -1 for case in cases]
    return sum(won) / len(won)


WORDLESS = "…"
"""The speech of a learner without words where a choice needs one."""


class Episode:
    """A match in which learners decide one after another; everything else advances by itself.

    Simultaneous requests are put to the learners in seat order; no decision takes effect before all are made.
    """

    def __init__(
        self, task: EnvTask, seed: int, *, minds: Callable[[Setup, State], Minds | None], has_words: bool
    ) -> None:
        self._task, self._has_words = task, has_words
        self.setup = task.setup(seed)
        self.state = start_state(self.setup)
        self.learners = task.learners(self.state)
        self.events: list[Event] = []
        self.faults: Counter[str] = Counter()
        self.decisions = 0
        self._minds = minds(self.setup, self.state)
        self._rules = GAMES.guard(self.setup.game.name)
        self._actions: dict[str, Action] = {}
        self._requests: tuple[Request, ...] = ()
        self._waiting: deque[Request] = deque()
        self._go_on()

    @property
    def turn(self) -> Request | None:
        """The request that a learner must decide now; None at the end."""
        return self._waiting[0] if self._waiting else None

    @property
    def is_over(self) -> bool:
        return not self._waiting

    def seen_by(self, player: Player) -> list[Event]:
        """Returns the events visible to a player."""
        return [event for event in self.events if event.is_visible_to(player)]

    def provable_bits(self, potential: Potential | None) -> dict[Player, float]:
        """Returns the bits that each learner can prove now; nothing where they are not rewarded."""
        game = self.setup.game
        return {p: potential(game, p, self.seen_by(p)) for p in self.learners} if potential else {}

    def decide(self, action: Action) -> None:
        """Answers the current request.

        Raises:
            IllegalAction: if the request does not allow it; the request stays open.
        """
        request = self._waiting[0]
        spoken = self._spoken(request, action)
        request.check(spoken)
        self._take(request, spoken)

    def fall_back(self) -> None:
        """Answers the current request by the game's fallback."""
        request = self._waiting[0]
        self.faults[request.kind.name] += 1
        with self._rules:
            answer = self.state.fallback(request)
        self._take(request, answer)

    def _take(self, request: Request, action: Action) -> None:
        self._waiting.popleft()
        self._actions[request.id] = action
        self.decisions += 1
        if not self._waiting:
            self._apply()
            self._go_on()

    def _go_on(self) -> None:
        while True:
            with self._rules:
                if self.state.is_over:
                    return
                self._requests = tuple(self.state.requests())
            self._waiting.extend(request for request in self._requests if self._is_put(request))
            if self._waiting:
                return
            self._apply()

    def _apply(self) -> None:
        actions = self._actions
        if len(actions) < len(self._requests):
            actions |= self._rest()
        with self._rules:
            self.state, events = self.state.apply(actions)
        self._actions = {}
        self.events += events
        if self._minds and events:
            self._minds.observe(events)

    def _rest(self) -> Mapping[str, Action]:
        left = [request for request in self._requests if request.id not in self._actions]
        acted: Mapping[str, Action] = {}
        if self._minds:
            thought = [request for request in left if request.player in self._minds.agents]
            acted = self._minds.act(thought, self.state.fallback)
        with self._rules:
            return {
                request.id: acted.get(request.id)
                or (PASS if request.kind.silent else self.state.fallback(request))
                for request in left
            }

    def _is_put(self, request: Request) -> bool:
        if request.player not in self.learners or request.kind.silent:
            return False
        if self._task.decides and request.kind not in self._task.decides:
            return False
        return bool(request.options and request.most) or (self._has_words and bool(request.words))

    def _spoken(self, request: Request, action: Action) -> Action:
        if self._has_words or not (request.words and action.chosen):
            return action
        if self._minds is None or request.player not in self._minds.agents:
            return replace(action, speech=WORDLESS)
        narrowed = replace(request, options=action.chosen)
        speech = self._minds.act([narrowed], lambda _: PASS)[request.id].speech
        return replace(action, speech=speech or WORDLESS)


class EpisodeHost:
    """The dealer of a task's episodes; it owns the methods' models and the thread they run on."""

    def __init__(self, task: EnvTask, *, has_words: bool) -> None:
        self.task = task
        self._has_words = has_words
        self._models = ModelPool()
        self._thread: LoopThread | None = None

    def episode(self, seed: int) -> Episode:
        """Returns the episode of a seed, at its first decision.

        Raises:
            UsageError: if a method, an option or a model is unknown.
        """
        return Episode(self.task, seed, minds=self._minds, has_words=self._has_words)

    def close(self) -> None:
        """Closes the models and ends the thread, if there is one; another episode starts another."""
        if self._thread:
            self._thread.run(self._models.close())
            self._thread.close()
            self._thread = None

    def _minds(self, setup: Setup, state: State) -> Minds | None:
        assignments = holders(self.task, state.players, self.task.learners(state), self._models)
        if not assignments:
            return None
        self._thread = self._thread or LoopThread()
        return Minds.create(setup, assignments, self._models, self._thread)


T = TypeVar("T")


class LoopThread:
    """A thread with an event loop that runs coroutines for blocking callers."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="parlour-minds", daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Returns or raises what the coroutine does."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def close(self) -> None:
        """Ends the thread."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


@dataclass(frozen=True, kw_only=True)
class _Deaf:
    count: Callable[[str], None]

    def think(self, thought: Thought) -> None:
        """Discards the thought."""

    def fault(self, purpose: str, problem: str) -> None:
        self.count(purpose)

    @property
    def listener(self) -> None:
        return None


@dataclass(frozen=True, kw_only=True)
class Minds:
    """The methods in the other seats of one episode."""

    agents: Mapping[Player, Agent]
    thread: LoopThread
    faults: Counter[str] = field(default_factory=Counter[str])

    @classmethod
    def create(
        cls, setup: Setup, holders: Mapping[Player, SeatAssignment], models: ModelPool, thread: LoopThread
    ) -> Minds:
        """Creates the agents of the assigned methods."""
        seats = tuple(Seat(player=player, **vars(holder)) for player, holder in holders.items())
        log = MemoryLog()
        match_models = MatchModels(models, log=log)

        def open_model(holder: SeatAssignment) -> LanguageModel:
            return match_models.open(holder.model)

        dealt = setup.model_copy(update={"seats": seats, "embedding": BM25})
        return cls(agents=seat_agents(dealt, log, open_model, LazyRanking(BM25), {}), thread=thread)

    def observe(self, events: Sequence[Event]) -> None:
        """Passes each agent the events visible to it."""
        deliveries = [tell_events(player, agent, events) for player, agent in self.agents.items()]
        self.thread.run(together(deliveries))

    def act(self, requests: Sequence[Request], fallback: Callable[[Request], Action]) -> dict[str, Action]:
        """Returns each agent's action by request, or the game's fallback for an unusable reply."""
        decisions = [self._one(request, fallback) for request in requests]
        acted = self.thread.run(together(decisions)) if requests else []
        return {request.id: action for request, action in zip(requests, acted, strict=True)}

    async def _one(self, request: Request, fallback: Callable[[Request], Action]) -> Action:
        context = _Deaf(count=lambda purpose: self.faults.update([purpose]))
        try:
            answer = await self.agents[request.player].act(request, context)
            request.check(answer)
        except (Unreadable, IllegalAction):
            self.faults[request.kind.name] += 1
            return fallback(request)
        return answer
