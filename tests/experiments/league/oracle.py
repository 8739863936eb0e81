"""A bot of known strength: with some chance it knows who is on which side, and else it plays by lot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from parlour.agents import Agent, AgentContext, SeatContext
from parlour.core import Action, Event, Player, Request
from parlour.methods.random import METHOD as RANDOM


@dataclass(frozen=True, kw_only=True)
class OracleBot:
    place: SeatContext
    lot: Agent
    knows: float
    teams: Mapping[Player, str]

    async def observe(self, event: Event) -> None:
        await self.lot.observe(event)

    async def act(self, request: Request, context: AgentContext) -> Action:
        """As by lot; where it knows, it chooses among those of the other side."""
        action = await self.lot.act(request, context)
        first = self.place.game.teams[0]
        is_first = self.teams[self.place.player] == first
        others = [
            name for name in request.options if name in self.teams and (self.teams[name] == first) != is_first
        ]
        draw = self.place.chance(request, "oracle")
        if not others or not action.chosen or draw.random() >= self.knows:
            return action
        return Action(
            chosen=tuple(draw.sample(others, min(len(action.chosen), len(others)))), speech=action.speech
        )


@dataclass(frozen=True, kw_only=True)
class OracleMethod:
    name: str = "oracle"
    summary: str = "knows everybody's side with some chance at each choice"
    wants_model: bool = False
    protocol: int = 1

    def seat(self, place: SeatContext, options: Mapping[str, str]) -> Agent:
        setup = place.game.read_setup(
            {"name": place.game.name, "language": place.language, "players": place.players}
        )
        teams = place.game.begin(setup, place.seed).teams()
        knows = float(options.get("knows", "0"))
        return cast("Agent", OracleBot(place=place, lot=RANDOM.seat(place, {}), knows=knows, teams=teams))


METHOD = OracleMethod()
