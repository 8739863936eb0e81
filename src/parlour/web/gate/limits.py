"""How much and how often: nobody fills the server's memory, and nobody guesses his way in."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from limits import RateLimitItem, parse_many
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter, MovingWindowRateLimiter, RateLimiter
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from parlour.web.gate.refusals import is_interface, refuse

MOST_BYTES = 1_000_000
"""Of a body, and of a message over a WebSocket."""
_FORM = 65_536
"""What the form around an uploaded file may add."""
_MOST_IGNORED = 100_000_000
"""Of a body that is too large, how much is read before the connection is closed over it."""
_GUESSED = ("/seat/", "/watch/", "/host/", "/replay/", "/after/", "/login", "/api/")
"""Where somebody could try secrets."""
_BREATH = 1.0
"""Seconds for which a WebSocket that sends too much is not read."""


class Bodies:
    """Refuses a body that is too large as soon as it is, whatever it said of its length."""

    def __init__(self, app: ASGIApp, most: int = MOST_BYTES + _FORM) -> None:
        self._app, self._most = app, most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets through a body, as long as it is not too large."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        told = Headers(scope=scope).get("content-length", "0")
        if not told.isdecimal() or int(told) > self._most:
            await self._refuse(scope, receive, send)
            return
        count, is_answered = 0, False

        async def counted() -> Message:
            nonlocal count
            message = await receive()
            count += len(message.get("body", b""))
            if count > self._most:
                raise _TooMuch
            return message

        async def noticed(message: Message) -> None:
            nonlocal is_answered
            is_answered = True
            await send(message)

        try:
            await self._app(scope, counted, noticed)
        except _TooMuch:
            if not is_answered:
                await self._refuse(scope, receive, send)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Says so, once the rest has come and was thrown away: before that, no browser reads an answer."""
        left = _MOST_IGNORED
        while left > 0:
            message = await receive()
            left -= len(message.get("body", b""))
            if not message.get("more_body", False):
                break
        close = {"Connection": "close"}
        await refuse(scope, receive, send, status=413, reason="too_large", headers=close)


class _TooMuch(BaseException):
    """More came than is taken; no handler of the application's own is to answer it as something else."""


class Rates:
    """Counts what each address sends, and how often what it knows opens nothing.

    Args:
        app: what is guarded.
        failures: how many are forgiven, such as `10/minute;100/hour`.
        requests: how many are served, a message over a WebSocket counting as one.
    """

    def __init__(self, app: ASGIApp, failures: str, requests: str) -> None:
        self._app = app
        self._failures, self._requests = parse_many(failures), parse_many(requests)
        self._failed = MovingWindowRateLimiter(MemoryStorage())
        self._served = FixedWindowRateLimiter(MemoryStorage())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets through whoever sends no more than may be."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        address = scope["client"][0] if scope.get("client") else ""
        may_guess = scope["path"].startswith(_GUESSED)
        if not _hit(self._served, self._requests, address):
            await refuse(scope, receive, send, status=429, reason="too_many", headers={"Retry-After": "60"})
            return
        if may_guess and not _has_left(self._failed, self._failures, address):
            await refuse(
                scope, receive, send, status=429, reason="too_many_guesses", headers={"Retry-After": "60"}
            )
            return

        async def paced() -> Message:
            message = await receive()
            is_said = message["type"] == "websocket.receive"
            while is_said and not _hit(self._served, self._requests, address):  # noqa: ASYNC110 - time passes
                await asyncio.sleep(_BREATH)
            return message

        async def judged(message: Message) -> None:
            if may_guess and _is_failure(message, of_interface=is_interface(scope)):
                _hit(self._failed, self._failures, address)
            await send(message)

        await self._app(scope, paced, judged)


def _is_failure(message: Message, *, of_interface: bool) -> bool:
    """Whether something secret was wrong: to programs that is said as 401, of a link as 404."""
    if message["type"] == "websocket.close":
        return message.get("code") == 4401
    failed = (401,) if of_interface else (401, 404)
    return message["type"] == "http.response.start" and message["status"] in failed


def _hit(limiter: RateLimiter, items: Sequence[RateLimitItem], address: str) -> bool:
    return all(limiter.hit(item, address) for item in items)


def _has_left(limiter: RateLimiter, items: Sequence[RateLimitItem], address: str) -> bool:
    return all(limiter.test(item, address) for item in items)
