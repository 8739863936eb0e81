"""A method's agent in its seat: whatever its code raises is told with the package that it came from."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.agents import Agent, AgentContext, NoticingAgent
from parlour.arena.match import Boundary
from parlour.core import Action, Event, Request


def guarded_agent(agent: Agent, guarded: Boundary) -> Agent:
    """A method's agent within its guard, which notices without waiting if the agent does."""
    if isinstance(agent, NoticingAgent):
        return GuardedNoticer(agent=agent, guarded=guarded, noticing=agent)
    return GuardedAgent(agent=agent, guarded=guarded)


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


@dataclass(frozen=True, kw_only=True)
class GuardedNoticer(GuardedAgent):
    """The same of an agent that takes in events without waiting.

    Attributes:
        noticing: that agent.
    """

    noticing: NoticingAgent

    def notice(self, event: Event) -> None:
        """Lets the agent see an event."""
        with self.guarded():
            self.noticing.notice(event)
