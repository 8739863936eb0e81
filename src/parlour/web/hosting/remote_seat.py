"""A seat whose decisions come from outside: a person in a browser, or a remote program."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from parlour.agents import AgentContext
from parlour.core import PASS, Action, Event, Request, request_kinds
from parlour.errors import Answered, TooLate, Unreadable
from parlour.language.wording import read_chosen

NO_ANSWER = "no answer came within"
"""The beginning of a fault's problem when the time ran out."""

TYPING, MOST_TYPING = 20.0, 300.0
"""The seconds that typing leaves on the clock of a free discussion, and by which it extends it at most."""


@dataclass(kw_only=True, eq=False)
class OpenRequest:
    """A request that awaits an answer from outside.

    Attributes:
        id: its public id.
        request: the request.
        deadline: the end of its time, in seconds since 1970.
        answer: the answer, once it is given.
        clock: the time-out of the wait.
        latest: the time of the loop up to which typing may extend the clock.
    """

    id: str
    request: Request
    deadline: float | None
    answer: asyncio.Future[Action]
    clock: asyncio.Timeout
    latest: float


class RemoteSeat:
    """The outside seat of a player; several of its requests may be open at once.

    It outlives the match's own run: after a pause the same requests are opened again, with their full time.
    """

    def __init__(self, on_change: Callable[[], None], name: Callable[[str], str]) -> None:
        self._on_change, self._name = on_change, name
        self.seconds: int | None = None
        self.ready: Action | None = None
        self._open: dict[str, OpenRequest] = {}
        self._answered: dict[str, tuple[Request, Action]] = {}

    @property
    def pending(self) -> tuple[OpenRequest, ...]:
        """The open requests without an answer, in the order in which they were opened."""
        return tuple(open_request for open_request in self._open.values() if not open_request.answer.done())

    def read(self, request: str, action: Action) -> tuple[OpenRequest, Action]:
        """Returns an open request, and an answer to it with its choice as people write it (`read_chosen`).

        Raises:
            TooLate: if the request is not open (any more).
            IllegalAction: if the request does not allow the action.
        """
        if request not in self._open:
            raise TooLate("This is not asked any more.")
        open_request = self._open[request]
        if open_request.answer.done():
            raise TooLate("The time for this has run out.")
        resolved = _read(action, open_request.request)
        open_request.request.check(resolved)
        return open_request, resolved

    def answer(self, request: str, action: Action) -> None:
        """Answers a request; the same answer again, as after a broken connection, changes nothing.

        Raises:
            Answered: if another answer was given.
            ParlourError: as `read` does; the request stays open.
        """
        if request in self._answered:
            answered_request, first_answer = self._answered[request]
            if _read(action, answered_request) != first_answer:
                raise Answered("This was answered already, perhaps in another window.")
            return
        open_request, resolved = self.read(request, action)
        self._answered[request] = open_request.request, resolved
        open_request.answer.set_result(resolved)
        self._on_change()

    def take_floor(self, action: Action) -> None:
        """Speaks or asks for the floor at the next free moment, or answers an open bid.

        Raises:
            IllegalAction: if a request that is open does not allow it.
        """
        bid = next(
            (open_request.request for open_request in self.pending if open_request.request.kind.bids), None
        )
        self.ready = None if action.is_pass or (bid and action.speech) else action
        if bid:
            self.answer(self._name(bid.id), PASS if bid.partner and not action.speech else action)
        else:
            self._on_change()

    def type(self) -> None:
        """Holds the clock of a free discussion, because the player is typing."""
        now = asyncio.get_running_loop().time()
        for open_request in self._open.values():
            end, deadline = open_request.clock.when(), open_request.deadline
            is_talk = open_request.request.kind in (request_kinds.BID, request_kinds.SPEAK)
            if not is_talk or end is None or deadline is None or end - now > TYPING / 2:
                continue
            later = min(now + TYPING, open_request.latest)
            if later > end:
                open_request.clock.reschedule(later)
                open_request.deadline = deadline + later - end
                self._on_change()

    async def observe(self, event: Event) -> None:
        """Does nothing: events reach the player by the feed."""

    async def act(self, request: Request, context: AgentContext) -> Action:
        """Returns the answer from outside, if it comes in time; no bid in time is a pass.

        Raises:
            Unreadable: if no other answer comes in time; the game's fallback is played.
        """
        if request.kind.silent:
            return PASS
        _, answer = self._answered.get(self._name(request.id), (request, None))
        return answer or self._said_ready(request) or await self._answer_to(request)

    def _said_ready(self, request: Request) -> Action | None:
        """Returns the prepared speech or bid if the request accepts it; drops a speech for another time.

        A bid without words interrupts no player, and is repeated until it is granted.
        """
        ready, self.ready = self.ready, None
        if ready is None or not (request.kind.bids or request.kind is request_kinds.SPEAK):
            return None
        if not ready.speech and request.kind.bids:
            self.ready = ready
            ready = PASS if request.partner else ready
        elif not ready.speech:
            return None
        self._answered[self._name(request.id)] = request, ready
        return ready

    async def _answer_to(self, request: Request) -> Action:
        loop, seconds, name = asyncio.get_running_loop(), self.seconds, self._name(request.id)
        deadline = time.time() + seconds if seconds else None
        open_request = OpenRequest(
            id=name,
            request=request,
            deadline=deadline,
            answer=loop.create_future(),
            clock=asyncio.timeout(seconds),
            latest=loop.time() + (seconds or 0) + MOST_TYPING,
        )
        self._open[name] = open_request
        self._on_change()
        try:
            async with open_request.clock:
                return await open_request.answer
        except TimeoutError as error:
            if request.kind.bids:
                return PASS
            raise Unreadable(f"{NO_ANSWER} {seconds} seconds") from error
        finally:
            del self._open[name]
            self._on_change()


def _read(action: Action, request: Request) -> Action:
    return replace(action, chosen=read_chosen(action.chosen, request.options))
