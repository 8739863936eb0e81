"""The agent of a seat, and the context in which it acts."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol, TypeGuard, TypeVar, runtime_checkable

from pydantic import BaseModel, ConfigDict, JsonValue

from parlour.core import Action, Event, Request
from parlour.errors import Unreadable

T = TypeVar("T")


class Thought(BaseModel):
    """A thought of an agent on record: for analysis, replay and the god view; no player sees it."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    kind: str
    case: str | None = None
    body: Mapping[str, JsonValue] = {}


class AgentContext(Protocol):
    """The context in which an agent acts on one request; the arena owns it."""

    def think(self, thought: Thought) -> None:
        """Puts a thought on record."""
        ...

    def fault(self, purpose: str, problem: str) -> None:
        """Puts on record that something went wrong that the agent goes on without."""
        ...

    @property
    def listener(self) -> Callable[[str], None] | None:
        """The callback for each piece of speech as it forms; None if nothing need be streamed."""
        ...


class Agent(Protocol):
    """The player in a seat: a person, a bot, a model's agent or a remote client."""

    async def observe(self, event: Event) -> None:
        """Learns of an event that its player may know."""
        ...

    async def act(self, request: Request, context: AgentContext) -> Action:
        """Decides on a request. Several requests may be open at once.

        Raises:
            Unreadable: if its model gave nothing that could be read; the game's fallback is played.
        """
        ...


@runtime_checkable
class NoticingAgent(Agent, Protocol):
    """An agent that takes in an event without waiting: no task is made for it."""

    def notice(self, event: Event) -> None:
        """Learns of an event that its player may know, as `observe` does."""
        ...


@runtime_checkable
class MemorylessAgent(Agent, Protocol):
    """An agent that decides at once, by the request alone: it is shown no events."""

    def act_at_once(self, request: Request) -> Action:
        """Decides on a request, as `act` does."""
        ...


def is_noticing(agent: object) -> TypeGuard[NoticingAgent]:
    """Returns true if an agent takes in events without waiting.

    The class is asked, since Python remembers the answer for a class alone.
    """
    return issubclass(type(agent), NoticingAgent)


def is_memoryless(agent: object) -> TypeGuard[MemorylessAgent]:
    """Returns true if an agent decides at once, by the request alone."""
    return issubclass(type(agent), MemorylessAgent)


@dataclass(frozen=True, kw_only=True)
class BufferedContext:
    """A context for one of several things thought about at once: it records their notes in a fixed order.

    Without it, thoughts would be recorded in the order in which a model happened to answer, and no replay
    would repeat them.
    """

    context: AgentContext
    _notes: list[Thought | tuple[str, str]] = field(default_factory=list[Thought | tuple[str, str]])

    def think(self, thought: Thought) -> None:
        """Stores a thought for later."""
        self._notes.append(thought)

    def fault(self, purpose: str, problem: str) -> None:
        """Stores a fault for later."""
        self._notes.append((purpose, problem))

    @property
    def listener(self) -> Callable[[str], None] | None:
        """The listener of the context itself: speech is passed on at once."""
        return self.context.listener

    def hand_in(self) -> None:
        """Records the stored thoughts and faults, in order."""
        for note in self._notes:
            if isinstance(note, Thought):
                self.context.think(note)
            else:
                self.context.fault(*note)
        self._notes.clear()


async def together(tasks: Sequence[Awaitable[T]]) -> list[T]:
    """Runs the tasks at once and lets all of them end before the first error, if any, is raised.

    What the others were answered is then on record and need not be asked (and paid) again. Cancelled, it ends
    when all of them have.
    """
    if len(tasks) < 2:
        return [await task for task in tasks]
    running = [asyncio.ensure_future(task) for task in tasks]
    everything = asyncio.gather(*running, return_exceptions=True)
    try:
        await asyncio.shield(everything)
    except asyncio.CancelledError:
        await asyncio.sleep(0)  # one that never began would leave what it was given unawaited, with a warning
        everything.cancel()
        with suppress(asyncio.CancelledError):
            await everything
        raise
    return [task.result() for task in running]


async def attempt(task: Awaitable[T]) -> T | Unreadable:
    """Returns the task's result, or the error if its model's reply is unreadable.

    Nothing else is caught: an unreadable reply is on record and comes again in a replay, but a lost server
    or a prompt that exceeds the model's window stops the match.
    """
    try:
        return await task
    except Unreadable as error:
        return error
