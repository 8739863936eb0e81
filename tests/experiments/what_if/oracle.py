"""A bot that votes for the seat that its options name, and does by lot whatever else it is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from parlour.agents import Agent, AgentContext, SeatContext, find_method
from parlour.core import Action, Event, Request, request_kinds


@dataclass(frozen=True, kw_only=True)
class Oracle:
    usual: Agent
    truth: str

    async def observe(self, event: Event) -> None:
        await self.usual.observe(event)

    async def act(self, request: Request, context: AgentContext) -> Action:
        action = await self.usual.act(request, context)
        if request.kind == request_kinds.VOTE and self.truth in request.options:
            return Action(chosen=(self.truth,), speech=action.speech)
        return action


@dataclass(frozen=True, kw_only=True)
class OracleMethod:
    name: str = "oracle"
    summary: str = "votes for whom it is told"
    wants_model: bool = False
    protocol: int = 1

    def seat(self, place: SeatContext, options: Mapping[str, str]) -> Agent:
        return Oracle(usual=find_method("random").seat(place, {}), truth=options["truth"])


METHOD = OracleMethod()
