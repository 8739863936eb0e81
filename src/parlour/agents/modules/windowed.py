"""Seats that question the others in turn, and seats that see the latest K utterances (GRATR section 4.1)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from parlour.agents import AgentContext, Attention, Brief, Counted, Latest, Module, SeatContext
from parlour.core import Event, Player, Request, event_kinds, request_kinds


class AskOptions(BaseModel):
    """Options for the questions of a method that does not choose whom to ask.

    Attributes:
        ask: `all` asks each other player once per round and case, as far as the game allows so many
            questions, which is how the papers' baselines were run; `best` lets the model choose whom.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    ask: Literal["all", "best"] = "all"

    def modules(self, place: SeatContext) -> list[Module]:
        """Returns the module that chooses the next player to ask, unless the model does."""
        return [InTurn(place=place)] if self.ask == "all" else []


@dataclass(frozen=True, kw_only=True)
class InTurn(Module):
    """Asks the player who was asked least about a case, and of equal ones the next in seat order.

    Where a round allows fewer questions than there are others, the next round goes on from there.
    """

    place: SeatContext
    _asked: Counter[tuple[str, Player]] = field(default_factory=Counter[tuple[str, Player]])

    def notice(self, event: Event) -> None:
        """Counts the questions that its player has asked."""
        if event.kind is event_kinds.ASKED and event.actor == self.place.player:
            self._asked[event.case or "", event.to or ""] += 1

    async def consider(self, request: Request, context: AgentContext) -> Brief | None:
        """Names whose turn it is to be asked."""
        if request.kind is not request_kinds.ASK:
            return None
        seats = self.place.players
        mine = seats.index(request.player)
        turns = sorted(request.options, key=lambda name: (seats.index(name) - mine) % len(seats))
        return Brief(choice=min(turns, key=lambda name: self._asked[request.case or "", name]))


K = 15
"""The window that all methods of the trust paper have, section 4.1."""


class WindowOptions(AskOptions):
    """Options of a method with a window, spelled `window=15,counts=messages`.

    Attributes:
        ask: `best` lets the model choose whom to ask (the paper has no questions); `all` asks each other
            player once per round and case, as far as the game allows so many questions.
        window: how many of the latest are shown; all that fit where it is None.
        counts: what they are. The paper speaks of a "history message window" and does not say whether its
            messages are what players say, or the announcements, deaths and votes between as well.
            `utterances` is the former, `messages` the latter.
    """

    ask: Literal["all", "best"] = "best"
    window: int | None = Field(default=K, ge=1)
    counts: Counted = "utterances"

    @property
    def attention(self) -> Attention | None:
        """The seat's attention; None if it sees everything."""
        return None if self.window is None else Latest(most=self.window, counts=self.counts)
