"""A seat whose decisions come from outside: a person in a browser, or a program far away."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

from parlour.agents import AgentContext
from parlour.core import PASS, Action, Event, Player, Request
from parlour.errors import Answered, TooLate, Unreadable

NO_ANSWER = "no answer came within"
"""How the problem of a fault begins whose time had run out."""


@dataclass(frozen=True, kw_only=True)
class PendingRequest:
    """A request that somebody outside has not answered yet.

    Attributes:
        request: what is asked.
        deadline: when the game's fallback is played instead, in seconds since 1970; None for never.
    """

    request: Request
    deadline: float | None


class RemoteSeat:
    """Waits for the answers of one seat; several requests may be open at once.

    It outlives the match's own run: after a pause the same requests are opened again, with their full time.

    Args:
        player: whose seat it is.
        on_change: told whenever a request is opened or closed.
    """

    def __init__(self, player: Player, on_change: Callable[[Player], None]) -> None:
        self.player = player
        self.seconds: int | None = None
        self._on_change = on_change
        self._open: dict[str, tuple[PendingRequest, asyncio.Future[Action]]] = {}
        self._answered: dict[str, Action] = {}

    @property
    def pending(self) -> tuple[PendingRequest, ...]:
        """What is asked now, in the order in which it was."""
        return tuple(pending for pending, answer in self._open.values() if not answer.done())

    def answer(self, request: str, action: Action) -> None:
        """Answers a request; the same answer again, as after a broken connection, changes nothing.

        Raises:
            Answered: if another answer was given.
            TooLate: if the request is not open (any more).
            IllegalAction: if the request does not allow the action; it stays open.
        """
        if request in self._answered:
            if self._answered[request] != action:
                raise Answered("This was answered already, perhaps in another window.")
            return
        if request not in self._open:
            raise TooLate("This is not asked any more.")
        pending, answer = self._open[request]
        if answer.done():
            raise TooLate("The time for this has run out.")
        pending.request.check(action)
        self._answered[request] = action
        answer.set_result(action)
        self._on_change(self.player)

    async def observe(self, event: Event) -> None:
        """Keeps nothing: what the seat may see, whoever sits there is shown."""

    async def act(self, request: Request, context: AgentContext) -> Action:
        """What comes from outside, if it comes in time.

        Raises:
            Unreadable: if it does not; the game's fallback is played.
        """
        if request.kind.silent:
            return PASS
        if known := self._answered.get(request.id):
            return known
        deadline = time.time() + self.seconds if self.seconds else None
        answer = asyncio.get_running_loop().create_future()
        self._open[request.id] = PendingRequest(request=request, deadline=deadline), answer
        self._on_change(self.player)
        try:
            async with asyncio.timeout(self.seconds):
                return await answer
        except TimeoutError as error:
            raise Unreadable(f"{NO_ANSWER} {self.seconds} seconds") from error
        finally:
            del self._open[request.id]
            self._on_change(self.player)
