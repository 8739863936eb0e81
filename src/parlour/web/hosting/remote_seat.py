"""A seat whose decisions come from outside: a person in a browser, or a remote program."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from parlour.agents import AgentContext
from parlour.core import PASS, Action, Event, Player, Request, count_words, request_kinds
from parlour.errors import Answered, TooLate, Unreadable
from parlour.language.wording import read_chosen

NO_ANSWER = "no answer came within"
"""The beginning of a fault's problem when the time ran out."""

FREE_MOMENT, WORDS_A_SECOND = 6.0, 4.0
"""The seconds of a free moment for a person, and the words read per second that extend it."""
TYPING, MOST_TYPING = 10.0, 90.0
"""The seconds by which typing extends it, after each letter and in all."""


@dataclass(frozen=True, kw_only=True)
class PendingRequest:
    """A request without an answer from outside so far.

    Attributes:
        id: the id that the answer names.
        request: the request.
        deadline: the time of the game's fallback, in seconds since 1970; None for never.
    """

    id: str
    request: Request
    deadline: float | None


class RemoteSeat:
    """The outside seat of a player; several of its requests may be open at once.

    It outlives the match's own run: after a pause the same requests are opened again, with their full time.

    Args:
        player: the player of the seat.
        on_change: called when a request is opened or closed.
        name: returns the public id of a request by its id in the match.

    Attributes:
        seconds: the time limit of each request; None for none.
        is_person: whether a person plays the seat, so that free moments have their own time limit.
        ready: the action for the next free moment.
    """

    def __init__(
        self, player: Player, on_change: Callable[[Player], None], name: Callable[[str], str]
    ) -> None:
        self.player, self._name = player, name
        self.seconds: int | None = None
        self.is_person = False
        self.ready: Action | None = None
        self._unread = 0
        self._clock: asyncio.Timeout | None = None
        self._latest = 0.0
        self._on_change = on_change
        self._open: dict[str, tuple[PendingRequest, asyncio.Future[Action]]] = {}
        self._answered: dict[str, Action] = {}
        self._given: dict[str, Action] = {}

    @property
    def pending(self) -> tuple[PendingRequest, ...]:
        """The open requests, in the order in which they were opened."""
        return tuple(pending for pending, answer in self._open.values() if not answer.done())

    def answer(self, request: str, action: Action) -> None:
        """Answers a request; the same answer again, as after a broken connection, changes nothing.

        A choice may be written as people write it (`read_chosen`).

        Raises:
            Answered: if another answer was given.
            TooLate: if the request is not open (any more).
            IllegalAction: if the request does not allow the action; it stays open.
        """
        if request in self._answered:
            if action not in (self._answered[request], self._given.get(request)):
                raise Answered("This was answered already, perhaps in another window.")
            return
        if request not in self._open:
            raise TooLate("This is not asked any more.")
        pending, answer = self._open[request]
        if answer.done():
            raise TooLate("The time for this has run out.")
        meant = replace(action, chosen=read_chosen(action.chosen, pending.request.options))
        pending.request.check(meant)
        self._answered[request], self._given[request] = meant, action
        answer.set_result(meant)
        self._on_change(self.player)

    def take_floor(self, action: Action) -> None:
        """Speaks or asks for the floor at the next free moment, or answers an open bid.

        Raises:
            IllegalAction: if a request that is open does not allow it.
        """
        bid = next((each.request for each in self.pending if each.request.kind.bids), None)
        self.ready = None if action.is_pass or (bid and action.speech) else action
        if bid:
            self.answer(self._name(bid.id), PASS if bid.partner and not action.speech else action)
        else:
            self._on_change(self.player)

    def type(self) -> None:
        """Extends a free moment, because the person is typing."""
        if self._clock and (end := self._clock.when()) is not None:
            now = asyncio.get_running_loop().time()
            self._clock.reschedule(max(end, min(now + TYPING, self._latest)))

    async def observe(self, event: Event) -> None:
        """Counts the words that the person has to read."""
        if event.kind.utterance and event.actor != self.player:
            self._unread += count_words(event.text)

    async def act(self, request: Request, context: AgentContext) -> Action:
        """Returns the answer from outside, if it comes in time.

        Raises:
            Unreadable: if it does not; the game's fallback is played.
        """
        if request.kind.silent:
            return PASS
        if known := self._answered.get(self._name(request.id)) or self._said_ready(request):
            return known
        if request.kind.bids and self.is_person:
            return await self._free_moment(request)
        return await self._answer_to(request)

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
        self._answered[self._name(request.id)] = ready
        return ready

    async def _free_moment(self, request: Request) -> Action:
        """Awaits a bid of the person for the length of a free moment; no bid is a pass."""
        self._unread, unread = 0, self._unread
        self._latest = asyncio.get_running_loop().time() + MOST_TYPING
        try:
            async with asyncio.timeout(FREE_MOMENT + unread / WORDS_A_SECOND) as self._clock:
                return await self._answer_to(request)
        except TimeoutError:
            return PASS
        finally:
            self._clock = None

    async def _answer_to(self, request: Request) -> Action:
        deadline = time.time() + self.seconds if self.seconds else None
        answer = asyncio.get_running_loop().create_future()
        name = self._name(request.id)
        self._open[name] = PendingRequest(id=name, request=request, deadline=deadline), answer
        self._on_change(self.player)
        try:
            async with asyncio.timeout(self.seconds):
                return await answer
        except TimeoutError as error:
            raise Unreadable(f"{NO_ANSWER} {self.seconds} seconds") from error
        finally:
            del self._open[name]
            self._on_change(self.player)
