"""A method's agent in its seat: whatever its code raises is told with the package that it came from."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.agents import Agent, AgentContext
from parlour.arena.match import Boundary
from parlour.core import Action, Event, Request


@dataclass(frozen=True, kw_only=True)
class GuardedAgent:
    """An agent whose every error is one of ours: what is none is told with the package that it came from.

    Attributes:
        agent: the mind in the seat.
        guarded: within which its code runs.
    """

    agent: Agent
    guarded: Boundary

    async def observe(self, event: Event) -> None:
        """Lets the agent see an event."""
        with self.guarded():
            await self.agent.observe(event)

    async def act(self, request: Request, context: AgentContext) -> Action:
        """The agent's answer."""
        with self.guarded():
            return await self.agent.act(request, context)
