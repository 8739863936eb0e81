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
    seat: SeatContext
    lot: Agent
    knows: float
    teams: Mapping[Player, str]

    async def observe(self, event: Event) -> None:
        await self.lot.observe(event)

    async def act(self, request: Request, context: AgentContext) -> Action:
        """As by lot; where it knows, it chooses among those of the other side."""
        action = await self.lot.act(request, context)
        first = self.seat.game.teams[0]
        is_first = self.teams[self.seat.player] == first
        others = [
            name for name in request.options if name in self.teams and (self.teams[name] == first) != is_first
        ]
        draw = self.seat.chance(request, "oracle")
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

    def seat(self, seat: SeatContext, options: Mapping[str, str]) -> Agent:
        setup = seat.game.read_setup(
            {"name": seat.game.name, "language": seat.language, "players": seat.players}
        )
        teams = seat.game.begin(setup, seat.seed).teams()
        knows = float(options.get("knows", "0"))
        return cast("Agent", OracleBot(seat=seat, lot=RANDOM.seat(seat, {}), knows=knows, teams=teams))


METHOD = OracleMethod()
