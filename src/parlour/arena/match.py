"""The one loop of every match: ask, validate, record, tell."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Protocol

from parlour.agents import Agent, Thought, attempt, is_memoryless, is_noticing, together
from parlour.arena.record import Act, Fault, FollowedMatch, Item, Journal, MuteCheck, Note, Status, entry
from parlour.core import Action, Event, Player, Request, State
from parlour.errors import IllegalAction, StoreUnavailable, Unreadable

Boundary = AbstractContextManager[None]
"""What code from elsewhere runs in; it can be entered again and again."""
STEPS_IN_A_ROW = 16
"""The number of steps after which a match of agents that never wait lets other tasks run."""


class Observer(Protocol):
    """An observer of a match; it sees everything and decides what to show."""

    @property
    def listens(self) -> bool:
        """Returns whether speech should be streamed to it as it forms."""
        ...

    def on_requests(self, requests: Sequence[Request]) -> None:
        """Is called with the requests of a step, before they are decided."""
        ...

    def spoke(self, request: Request, chunk: str) -> None:
        """Is called with each chunk of a speech as it forms."""
        ...

    def on_decision(self, act: Act) -> None:
        """Is called when a request is decided; the decisions of a step are recorded together."""
        ...

    def on_item(self, item: Item) -> None:
        """Is called with each recorded item."""
        ...


class NullObserver:
    """An observer that does nothing."""

    listens = False

    def on_requests(self, requests: Sequence[Request]) -> None: ...

    def spoke(self, request: Request, chunk: str) -> None: ...

    def on_decision(self, act: Act) -> None: ...

    def on_item(self, item: Item) -> None: ...


@dataclass(kw_only=True, slots=True)
class _RequestContext:
    """Collects what an agent notes about one request, to be recorded in the order of requests."""

    request: Request
    observer: Observer
    is_heard: bool
    items: list[Item]
    failure: Exception | None = None

    def think(self, thought: Thought) -> None:
        self.items.append(Note(request=self.request.id, player=self.request.player, thought=thought))

    def fault(self, purpose: str, problem: str) -> None:
        self.items.append(_fault(self.request, purpose, problem))

    @property
    def listener(self) -> Callable[[str], None] | None:
        listens = self.is_heard and self.observer.listens
        return partial(self.observer.spoke, self.request) if listens else None


class MatchLoop:
    """The loop of one match in progress."""

    def __init__(
        self,
        state: State,
        agents: Mapping[Player, Agent],
        journal: Journal,
        observer: Observer | None = None,
        *,
        rules: Boundary = nullcontext(),  # noqa: B008 - it holds nothing
        followed: FollowedMatch = FollowedMatch(),  # noqa: B008 - nobody follows it
        mute: MuteCheck | None = None,
    ) -> None:
        self._state, self._agents, self._journal = state, agents, journal
        self._memoryless = {name: agent for name, agent in agents.items() if is_memoryless(agent)}
        attentive = {name: agent for name, agent in agents.items() if name not in self._memoryless}
        self._noticing = {name: agent for name, agent in attentive.items() if is_noticing(agent)}
        self._waiting = {name: agent for name, agent in attentive.items() if name not in self._noticing}
        self._may_be_cut: bool = getattr(state, "may_be_cut", False)  # a speech that may be is not streamed
        self._steps = 0
        self._rules, self._followed, self._mute = rules, followed, mute or MuteCheck()
        self._observer = observer or NullObserver()
        self._recorded = 0

    async def play(self) -> State:
        """Plays to the end.

        Whatever stops it earlier (a model that is gone, the budget, Ctrl-C) leaves it resumable.
        """
        try:
            with self._followed.playing():
                while not self._is_over():
                    await self._step()
        except BaseException:
            with suppress(StoreUnavailable):  # what stopped it counts, and it goes on later in any case
                await self._journal.end(Status.STOPPED)
            raise
        await self._journal.end(Status.FINISHED)
        return self._state

    def _is_over(self) -> bool:
        with self._rules:
            return self._state.is_over

    async def _step(self) -> None:
        """Plays one step and records its decisions together with their events."""
        with self._rules:
            requests = self._state.requests()
        self._observer.on_requests(requests)
        decided, step_items = dict[str, Action](), {request.id: list[Item]() for request in requests}
        waiting: list[_RequestContext] = []
        for request in requests:
            items = step_items[request.id]
            if agent := self._memoryless.get(request.player):
                with self._followed.deciding(request):
                    answer = agent.act_at_once(request)
                decided[request.id] = self._settle(request, answer, items)
            else:
                is_heard = not self._may_be_cut
                waiting.append(
                    _RequestContext(request=request, observer=self._observer, is_heard=is_heard, items=items)
                )
        if waiting:
            actions = await together([self._decide(context) for context in waiting])
            decided |= {context.request.id: action for context, action in zip(waiting, actions, strict=True)}
        elif not self._steps % STEPS_IN_A_ROW:
            await asyncio.sleep(0)
        self._steps += 1
        with self._rules:
            self._state, events = self._state.apply(decided)
        is_new = await self._record([*chain.from_iterable(step_items.values()), *events])
        for player, noticing in self._noticing.items():
            for event in events:
                if event.is_visible_to(player):
                    noticing.notice(event)
        if self._waiting:
            players = {player for event in events for player in self._waiting if event.is_visible_to(player)}
            await together(
                [
                    tell_events(player, agent, events)
                    for player, agent in self._waiting.items()
                    if player in players
                ]
            )
        if is_new and waiting:
            for context in waiting:
                [act] = (item for item in context.items if isinstance(item, Act))
                self._mute.count(context.request, act, context.failure)
            self._mute.check()

    async def _decide(self, context: _RequestContext) -> Action:
        request = context.request
        with self._followed.deciding(request):
            answer = await attempt(self._agents[request.player].act(request, context))
        if isinstance(answer, Exception):
            context.failure = answer
        return self._settle(request, answer, context.items)

    def _settle(self, request: Request, answer: Action | Unreadable, items: list[Item]) -> Action:
        """Returns the agent's action, or the game's fallback with a fault that says why."""
        problem = str(answer) if isinstance(answer, Exception) else _illegality(request, answer)
        is_fallback = problem is not None
        if is_fallback or isinstance(answer, Exception):
            items.append(_fault(request, request.kind.name, problem or ""))
            with self._rules:
                answer = self._state.fallback(request)
        act = Act(
            request=request.id,
            player=request.player,
            chosen=answer.chosen,
            speech=answer.speech,
            is_fallback=is_fallback,
        )
        items.append(act)
        self._observer.on_decision(act)
        return answer

    async def _record(self, items: Sequence[Item]) -> bool:
        """Records the items of a step, and returns true if they are new."""
        fresh = await self._journal.append([entry(self._recorded + n, item) for n, item in enumerate(items)])
        self._recorded += len(items)
        for item in items[len(items) - fresh :]:
            if isinstance(item, Fault):
                self._followed.report_fault(item)
        for item in items:
            self._observer.on_item(item)
        return fresh > 0


async def tell_events(player: Player, agent: Agent, events: Sequence[Event]) -> None:
    """Passes an agent those of some events that its player sees."""
    for event in events:
        if event.is_visible_to(player):
            await agent.observe(event)


def _fault(request: Request, purpose: str, problem: str) -> Fault:
    return Fault(request=request.id, player=request.player, purpose=purpose, problem=problem)


def _illegality(request: Request, action: Action) -> str | None:
    try:
        request.check(action)
    except IllegalAction as error:
        return str(error)
    return None
