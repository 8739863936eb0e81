"""The method newmethod: before a decision on others it takes stock, and shows its writer what it found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import BaseModel, Field

from parlour.agents import (
    Agent,
    AgentContext,
    Assembly,
    Brief,
    Module,
    NoOptions,
    Observation,
    SeatContext,
    Thought,
    Writer,
)
from parlour.core import Request
from parlour.errors import SetupError
from parlour.llm import Part, Source, Templates

_TEMPLATES = Templates("newmethod")


class Stock(BaseModel):
    """The form that the model fills in when it takes stock."""

    impression: str = Field(max_length=200)
    confidence: int = Field(ge=1, le=5)


@dataclass(frozen=True, kw_only=True)
class TakingStock(Module):
    """The module that takes stock."""

    observation: Observation

    async def consider(self, request: Request, context: AgentContext) -> Brief | None:
        """Fills the form before each choice among players, and puts it on record."""
        if not request.kind.seeks:
            return None
        seat = self.observation.seat
        recollection = await self.observation.recall(request, request.case or seat.player)
        task = Part(text=_TEMPLATES.speak("stock", seat.language))
        prompt = self.observation.prompt(request, "stock", recollection, task)
        stock = await seat.require_model().parse(prompt, Stock)
        context.think(Thought(kind="stock", body=stock.model_dump()))
        note = Part(text=stock.impression, source=Source(origin="thought", owner=seat.player))
        return Brief(parts=(note,), recollection=recollection)


@dataclass(frozen=True, kw_only=True)
class Newmethod:
    """Seats agents that take stock."""

    name: str = "newmethod"
    summary: str = "takes stock before it chooses among players"
    wants_model: bool = True
    protocol: int = 1
    form: type[BaseModel] = NoOptions

    def seat(self, seat: SeatContext, options: Mapping[str, str]) -> Agent:
        """An agent for that seat.

        Raises:
            SetupError: if any option is given; there are none.
        """
        if options:
            raise SetupError(f"{self.name} takes no options, not {', '.join(options)}")
        observation = Observation(seat=seat)
        return Assembly(
            observation=observation,
            modules=[TakingStock(observation=observation)],
            writer=Writer(observation=observation, model=seat.require_model()),
        )


METHOD = Newmethod()
