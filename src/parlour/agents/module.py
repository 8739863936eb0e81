"""The moments at which a module may speak."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from parlour.agents.agent import AgentContext
from parlour.agents.bidding import Bid
from parlour.agents.observation import Recollection
from parlour.core import Action, Event, Request
from parlour.llm import Part


@dataclass(frozen=True, kw_only=True)
class Brief:
    """What a module contributes before the agent writes.

    Attributes:
        parts: text for the prompt.
        choice: the option that it has chosen, where it chooses; in a speech to all, who is to be asked in it.
        passes: whether it would rather let the request go.
        recollection: what it has already called to mind, to be shared by the prompt.
    """

    parts: tuple[Part, ...] = ()
    choice: str | None = None
    passes: bool = False
    recollection: Recollection | None = None


class Module(Protocol):
    """A part of a method: a sensor, a memory, a persona. What it leaves out of these, it leaves as it is."""

    def notice(self, event: Event) -> None:
        """Updates its state by an event that its player may know."""
        del event

    async def consider(self, request: Request, context: AgentContext) -> Brief | None:
        """Contributes to a request before the agent writes, or does not."""
        return None

    async def revise(self, request: Request, draft: Action, context: AgentContext) -> Action:
        """Corrects what was written, or leaves it."""
        return draft


@runtime_checkable
class ShapesBids(Protocol):
    """A module that says more of how much its player wants the floor; others leave it to the usual rule."""

    async def bid(self, request: Request, bid: Bid, context: AgentContext) -> Bid:
        """Wants the floor more or less than by the usual rule, or as much."""
        ...
