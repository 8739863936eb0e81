"""A seat that passes from one mind to another in the course of a match."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.agents import Agent, AgentContext
from parlour.core import Action, Event, Request


@dataclass(frozen=True, kw_only=True)
class SwitchingAgent:
    """Several minds in one seat, one after another: all see what the seat sees, and one decides.

    A later one so knows all that happened before it came, without having been told of it by anybody.

    Attributes:
        stages: each with the first step at which it decides, earlier ones first; the first from step 0.
    """

    stages: tuple[tuple[int, Agent], ...]

    async def observe(self, event: Event) -> None:
        """Passes the event on to all of them, in a fixed order."""
        for _, agent in self.stages:
            await agent.observe(event)

    async def act(self, request: Request, context: AgentContext) -> Action:
        """What whoever holds the seat at that step decides."""
        holder = [agent for step, agent in self.stages if step <= request.step][-1]
        return await holder.act(request, context)
