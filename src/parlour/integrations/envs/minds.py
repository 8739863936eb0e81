"""The methods at a table that is played from outside: they think on a loop of their own.

Whoever trains calls `step` and waits; minds are asynchronous. A thread between the two works where a loop is
running already, as in a notebook.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Thread
from typing import Any, TypeVar

from parlour.agents import Agent, Thought, together
from parlour.agents.memory import BM25, LazyRanking
from parlour.arena import Seat, SeatAssignment, Setup, seat_agents
from parlour.core import Action, Event, Player, Request
from parlour.errors import IllegalAction, Unreadable
from parlour.llm import LanguageModel, MatchModels, ModelPool
from parlour.store import MemoryLog

T = TypeVar("T")


class LoopThread:
    """A thread that runs coroutines for whoever waits for them."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="parlour-minds", daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """What the work gives, or raises."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def close(self) -> None:
        """Ends the thread."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


@dataclass(frozen=True, kw_only=True)
class _Deaf:
    """A context in which nobody listens, and of which only faults are counted."""

    count: Callable[[str], None]

    def think(self, thought: Thought) -> None:
        """Forgets the thought."""

    def fault(self, purpose: str, problem: str) -> None:
        self.count(purpose)

    @property
    def listener(self) -> None:
        """Nobody."""
        return None


@dataclass(frozen=True, kw_only=True)
class Minds:
    """The methods in the seats of one episode.

    Attributes:
        agents: in which seats, and who.
        thread: where they think.
        faults: how often what they gave was no use, by purpose.
    """

    agents: Mapping[Player, Agent]
    thread: LoopThread
    faults: Counter[str] = field(default_factory=Counter[str])

    @classmethod
    def seated(
        cls, setup: Setup, holders: Mapping[Player, SeatAssignment], models: ModelPool, thread: LoopThread
    ) -> Minds:
        """The methods that are to sit there, seated."""
        seats = tuple(Seat(player=player, **vars(holder)) for player, holder in holders.items())
        log = MemoryLog()
        opened = MatchModels(models, log=log)

        def open_model(holder: SeatAssignment) -> LanguageModel:
            return opened.open(holder.model)

        dealt = setup.model_copy(update={"seats": seats, "embedding": BM25})
        return cls(agents=seat_agents(dealt, log, open_model, LazyRanking(BM25), {}), thread=thread)

    def observe(self, events: Sequence[Event]) -> None:
        """Tells each of them what it may know."""
        self.thread.run(self._tell(events))

    def act(self, requests: Sequence[Request], fallback: Callable[[Request], Action]) -> dict[str, Action]:
        """What each of them does, by request; the game's fallback where it gave nothing that counts."""
        acted = self.thread.run(self._decide(requests, fallback)) if requests else []
        return {request.id: action for request, action in zip(requests, acted, strict=True)}

    async def _tell(self, events: Sequence[Event]) -> None:
        await together([self._told(player, agent, events) for player, agent in self.agents.items()])

    async def _told(self, player: Player, agent: Agent, events: Sequence[Event]) -> None:
        for event in events:
            if event.is_visible_to(player):
                await agent.observe(event)

    async def _decide(
        self, requests: Sequence[Request], fallback: Callable[[Request], Action]
    ) -> list[Action]:
        return await together([self._one(request, fallback) for request in requests])

    async def _one(self, request: Request, fallback: Callable[[Request], Action]) -> Action:
        context = _Deaf(count=lambda purpose: self.faults.update([purpose]))
        try:
            answer = await self.agents[request.player].act(request, context)
            request.check(answer)
        except (Unreadable, IllegalAction):
            self.faults[request.kind.name] += 1
            return fallback(request)
        return answer
