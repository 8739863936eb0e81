"""Agents around another agent: a silent person, a change of hands, a guard, an overruling, an elicitation.

An overruled agent decides as usual, and its decision is replaced: what led to it stays on record, and all
players, the agent itself included, meet the replacement. It is a recorded reply, like a person's text, so
that the fork replays.

An elicited agent decides first, as it would anyhow; then its own model is asked at each vote what it holds of
the others, with the prompt that it was sent for the vote. Nothing of that reaches the agent, no draw is made
for it, and its result is a thought: the match is the same with and without.
"""

from __future__ import annotations

import asyncio
from contextlib import nullcontext
from dataclasses import dataclass, field

from pydantic import TypeAdapter

from parlour.agents import (
    Agent,
    AgentContext,
    MemorylessAgent,
    NoticingAgent,
    SeatContext,
    asked_about,
    attempt,
    elicit,
    is_memoryless,
    is_noticing,
)
from parlour.arena.match import Boundary
from parlour.arena.person import decision_key
from parlour.arena.record import RecordedCall
from parlour.core import PASS, Action, Event, Player, Request, request_kinds
from parlour.errors import IllegalAction, Unreadable
from parlour.llm import NOTHING, Backend, Call, CallLog, Completion, OnChunk, Prompt


class SilentPerson:
    """A person's seat without the person: it passes, or the game decides where it may not pass."""

    async def observe(self, event: Event) -> None:
        """Ignores the event."""

    async def act(self, request: Request, context: AgentContext) -> Action:
        """Passes, or raises `Unreadable` if the request needs an answer."""
        try:
            request.check(PASS)
        except IllegalAction as error:
            raise Unreadable("silent") from error
        return PASS


@dataclass(frozen=True, kw_only=True)
class SwitchingAgent:
    """Several minds in one seat, one after another: all see what the seat sees, and one decides.

    A later one so knows all that happened before it came, without having been told of it by anybody.

    Attributes:
        stages: each with the first step at which it decides, earlier ones first; the first from step 0.
    """

    stages: tuple[tuple[int, Agent], ...]

    async def observe(self, event: Event) -> None:
        for _, agent in self.stages:
            await agent.observe(event)

    async def act(self, request: Request, context: AgentContext) -> Action:
        holder = [agent for step, agent in self.stages if step <= request.step][-1]
        return await holder.act(request, context)


def guarded_agent(agent: Agent, guarded: Boundary) -> Agent:
    """Returns a method's agent within its guard; it notices and decides without waiting if the agent does."""
    if is_memoryless(agent):
        return GuardedMemoryless(agent=agent, guarded=guarded)
    if is_noticing(agent):
        return GuardedNoticer(agent=agent, guarded=guarded)
    return GuardedAgent(agent=agent, guarded=guarded)


@dataclass(frozen=True, kw_only=True)
class GuardedAgent:
    """A method's agent that acts on one request at a time, and whose errors name its package.

    A player may have two requests in one step, as a wolf beauty has at night. What a method remembers of the
    first may stand in its prompt for the second, so that the order must not depend on which server answers
    first. The questions after a match are independent of each other and are answered at once.
    """

    agent: Agent
    guarded: Boundary
    turn: asyncio.Lock = field(default_factory=asyncio.Lock, repr=False, compare=False)

    async def observe(self, event: Event) -> None:
        with self.guarded:
            await self.agent.observe(event)

    async def act(self, request: Request, context: AgentContext) -> Action:
        async with nullcontext() if request.kind == request_kinds.ANSWER else self.turn:
            with self.guarded:
                return await self.agent.act(request, context)


@dataclass(frozen=True, kw_only=True)
class GuardedNoticer(GuardedAgent):
    """The same of an agent that takes in events without waiting."""

    agent: NoticingAgent

    def notice(self, event: Event) -> None:
        with self.guarded:
            self.agent.notice(event)


@dataclass(frozen=True, kw_only=True)
class GuardedMemoryless(GuardedAgent):
    """The same of an agent that decides at once."""

    agent: MemorylessAgent

    def act_at_once(self, request: Request) -> Action:
        with self.guarded:
            return self.agent.act_at_once(request)


OVERRULED = "overruled"
"""The purpose under which it stands among the calls."""


_ACTION = TypeAdapter(Action)


def overruling(request: Request, action: Action) -> RecordedCall:
    """Returns the overruling that plays an action on a request."""
    request.check(action)
    return RecordedCall(
        key=decision_key(request, OVERRULED),
        system=(),
        user=(),
        repairs=(),
        completion=Completion(text=_ACTION.dump_json(action).decode(), usage=NOTHING),
    )


@dataclass(frozen=True, kw_only=True)
class OverruledAgent:
    """An agent of a fork, whose decision gives way to the one that was set, where one was.

    Attributes:
        log: where what is done instead would be.
    """

    agent: Agent
    log: CallLog

    async def observe(self, event: Event) -> None:
        await self.agent.observe(event)

    async def act(self, request: Request, context: AgentContext) -> Action:
        """Returns the agent's answer, or the action that overrules it."""
        decided = await attempt(self.agent.act(request, context))
        if completion := self.log.find(decision_key(request, OVERRULED)):
            return _ACTION.validate_json(completion.text)
        if isinstance(decided, Unreadable):
            raise decided
        return decided


@dataclass(frozen=True, kw_only=True)
class OverheardBackend:
    """A backend that remembers what a seat last sent on each vote.

    Attributes:
        prompts: by request, the prompt that decides on it, or else the last one that was sent for it.
    """

    inner: Backend
    player: Player
    prompts: dict[str, Prompt] = field(default_factory=dict[str, Prompt])

    @property
    def name(self) -> str:
        return self.inner.name

    @property
    def context(self) -> int:
        return self.inner.context

    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        prompt = call.prompt
        if prompt.player == self.player:
            previous = self.prompts.get(prompt.request)
            if previous is None or _decides(prompt) or not _decides(previous):
                self.prompts[prompt.request] = prompt
        return await self.inner.complete(call, on_chunk)


@dataclass(frozen=True, kw_only=True)
class ElicitedAgent:
    """An agent whose seat says at each vote what it holds of the others.

    Attributes:
        overheard: what it sends; None where it thinks with no model.
    """

    agent: Agent
    seat: SeatContext
    overheard: OverheardBackend | None
    _elicited_votes: set[tuple[int, str]] = field(default_factory=set[tuple[int, str]])

    async def observe(self, event: Event) -> None:
        await self.agent.observe(event)

    async def act(self, request: Request, context: AgentContext) -> Action:
        """Returns the agent's answer; on the first vote of a round on a case, records its beliefs too."""
        decided = await attempt(self.agent.act(request, context))
        vote = (request.round, request.case or "")
        has_others = bool(asked_about(self.seat, request))
        if request.kind is request_kinds.VOTE and vote not in self._elicited_votes and has_others:
            self._elicited_votes.add(vote)
            prompt = self.overheard.prompts.get(request.id) if self.overheard else None
            beliefs = await elicit(self.seat, request, prompt)
            context.think(beliefs.thought(vote[1]))
        if isinstance(decided, Unreadable):
            raise decided
        return decided


@dataclass(frozen=True, kw_only=True)
class ElicitedNoticer(ElicitedAgent):
    """The same of an agent that takes in events without waiting."""

    agent: NoticingAgent

    def notice(self, event: Event) -> None:
        self.agent.notice(event)


def elicited_agent(agent: Agent, seat: SeatContext, overheard: OverheardBackend | None) -> Agent:
    """Returns an agent whose beliefs are elicited; it notices without waiting if the agent does."""
    if is_noticing(agent):
        return ElicitedNoticer(agent=agent, seat=seat, overheard=overheard)
    return ElicitedAgent(agent=agent, seat=seat, overheard=overheard)


def _decides(prompt: Prompt) -> bool:
    return prompt.purpose.startswith(request_kinds.VOTE.name)
