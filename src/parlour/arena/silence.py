"""A person who says nothing: what a match would have been without one of its people."""

from __future__ import annotations

from parlour.agents import AgentContext
from parlour.core import PASS, Action, Event, Request
from parlour.errors import IllegalAction, Unreadable


class SilentPerson:
    """Sits in a person's seat, says nothing and chooses nothing; where that cannot be, the game decides."""

    async def observe(self, event: Event) -> None:
        """Sees it and keeps still."""

    async def act(self, request: Request, context: AgentContext) -> Action:
        """Nothing.

        Raises:
            Unreadable: where nothing is no answer, so that the game's fallback is played.
        """
        try:
            request.check(PASS)
        except IllegalAction as error:
            raise Unreadable("silent") from error
        return PASS
