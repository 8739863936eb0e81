"""Legal moves by the match seed, with a sentence where something must be said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import BaseModel

from parlour.agents import Agent, AgentContext, NoOptions, SeatContext
from parlour.core import PASS, Action, Event, Request
from parlour.errors import SetupError
from parlour.llm import Templates

_TEMPLATES = Templates("parlour.methods.random")


@dataclass(frozen=True, kw_only=True)
class RandomBot:
    """Chooses as many options as it may, at random; never passes."""

    place: SeatContext

    async def observe(self, event: Event) -> None:
        """Ignores the event."""

    def notice(self, event: Event) -> None:
        """Ignores the event, at once."""

    async def act(self, request: Request, context: AgentContext) -> Action:
        """Returns a legal action, the same for the same seed."""
        if request.kind.silent:
            return PASS
        chosen = tuple(self.place.chance(request, "choice").sample(request.options, request.most))
        speaks = request.words and not request.kind.bids
        speech = _TEMPLATES.speak("say", self.place.language, request=request) if speaks else ""
        return Action(chosen=chosen, speech=speech)


@dataclass(frozen=True, kw_only=True)
class RandomMethod:
    """Seats random bots."""

    name: str = "random"
    summary: str = "legal moves by lot, no model: a floor for every score"
    wants_model: bool = False
    protocol: int = 1
    form: type[BaseModel] = NoOptions

    def seat(self, place: SeatContext, options: Mapping[str, str]) -> Agent:
        """Returns a bot for that seat.

        Raises:
            SetupError: if any option is given; there are none.
        """
        if options:
            raise SetupError(f"random takes no options, not {', '.join(options)}")
        return RandomBot(place=place)


METHOD = RandomMethod()
