"""Legal moves by the match seed, with a sentence where something must be said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from pydantic import BaseModel

from parlour.agents import Agent, AgentContext, NoOptions, SeatContext
from parlour.core import PASS, Action, Event, Player, Request
from parlour.errors import SetupError
from parlour.llm import Language, Templates

_TEMPLATES = Templates("parlour.methods.random")


@dataclass(frozen=True, kw_only=True)
class RandomBot:
    """Chooses as many options as it may, at random; never passes."""

    seat: SeatContext

    async def observe(self, event: Event) -> None:
        """Ignores the event."""

    def notice(self, event: Event) -> None:
        """Ignores the event, at once."""

    async def act(self, request: Request, context: AgentContext) -> Action:
        """Returns a legal action, the same for the same seed."""
        return self.act_at_once(request)

    def act_at_once(self, request: Request) -> Action:
        """Returns the same without waiting."""
        if request.kind.silent:
            return PASS
        chosen: tuple[str, ...] = ()
        if request.most:
            lot = self.seat.chance(request, "choice")
            # One of several is the same draw either way, and a sample takes five times as long.
            is_single = request.most == 1
            chosen = (
                (lot.choice(request.options),)
                if is_single
                else tuple(lot.sample(request.options, request.most))
            )
        if not request.words or request.kind.bids:
            return Action(chosen=chosen)
        speech = _sentence(self.seat.language, request.kind.name, request.player, request.case)
        return Action(chosen=chosen, speech=speech)


@lru_cache(maxsize=1024)
def _sentence(language: Language, kind: str, player: Player, case: str | None) -> str:
    return _TEMPLATES.speak("say", language, kind=kind, player=player, case=case)


@dataclass(frozen=True, kw_only=True)
class RandomMethod:
    """Seats random bots."""

    name: str = "random"
    summary: str = "legal moves by lot, no model: a floor for every score"
    wants_model: bool = False
    protocol: int = 1
    form: type[BaseModel] = NoOptions

    def seat(self, seat: SeatContext, options: Mapping[str, str]) -> Agent:
        """Returns a bot for that seat."""
        if options:
            raise SetupError(f"random takes no options, not {', '.join(options)}")
        return RandomBot(seat=seat)


METHOD = RandomMethod()
