"""An agent put together from modules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parlour.agents.agent import AgentContext
from parlour.agents.module import Module, ShapesBids
from parlour.agents.observation import Observation
from parlour.agents.writer import Writer
from parlour.core import Action, Event, Request


@dataclass(frozen=True, kw_only=True)
class Assembly:
    """A seat's mind: what it knows, modules that think, and a writer that acts.

    Attributes:
        observation: what its player has been given and has heard.
        modules: in the order in which they speak; an ablation leaves one out.
        writer: what turns their briefs into an action.
    """

    observation: Observation
    modules: Sequence[Module]
    writer: Writer

    async def observe(self, event: Event) -> None:
        """Learns of an event that its player may know."""
        self.notice(event)

    def notice(self, event: Event) -> None:
        """The same, which waits for nothing."""
        self.observation.observe(event)
        for module in self.modules:
            module.notice(event)

    async def act(self, request: Request, context: AgentContext) -> Action:
        """Lets the modules consider the request, writes, and lets them revise; a bid follows by a rule."""
        if request.kind.bids:
            return await self._bid(request, context)
        briefs = [brief for module in self.modules if (brief := await module.consider(request, context))]
        draft = await self.writer.write(request, briefs, context)
        for module in self.modules:
            draft = await module.revise(request, draft, context)
        return draft

    async def _bid(self, request: Request, context: AgentContext) -> Action:
        bid = self.writer.bid(request)
        for module in self.modules:
            if isinstance(module, ShapesBids):
                bid = await module.bid(request, bid, context)
        return bid.made(context)
