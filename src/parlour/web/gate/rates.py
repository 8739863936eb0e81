"""Rate limits: on requests of each client, and on guesses of passwords and links."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Literal

from limits import RateLimitItem, parse_many
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter, MovingWindowRateLimiter, RateLimiter
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from parlour.web.gate.connections import count_for, household
from parlour.web.gate.login import LOGIN
from parlour.web.gate.refusals import METRICS, authorization, is_interface, refuse, token_of

_LINKS = ("/seat/", "/watch/", "/host/", "/replay/", "/after/", "/api/", METRICS)
"""The paths at which links can be guessed."""
_BREATH = 1.0
"""The seconds for which a WebSocket beyond its limit is not read."""
Secret = Literal["password", "link"]
MOST_HELLOS = 20
"""The greatest number of WebSockets of one address that have not sent their link yet."""


class Rates:
    """A layer that limits the requests of each address and link, and its failed guesses.

    Many people may share an address. A valid link is never refused for the guesses of others there, and has
    its own count of requests; wrong links and wrong passwords are counted separately.
    """

    def __init__(self, app: ASGIApp, failures: str, requests: str, opens: Callable[[str], bool]) -> None:
        self._app, self._opens = app, opens
        self._failures, self._requests = parse_many(failures), parse_many(requests)
        self._failed = MovingWindowRateLimiter(MemoryStorage())
        self._served = FixedWindowRateLimiter(MemoryStorage())
        self._tried_now = Counter[tuple[Secret, str]]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes on requests within the limits."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        address, link = household(scope["client"][0] if scope.get("client") else ""), self._link(scope)
        count_for(scope, address, link)
        if not _hit(self._served, self._requests, address, link):
            await _turn_away(scope, receive, send, "too_many")
            return
        secret = _guess(scope, link)
        if secret and not self._may_try(secret, address, scope):
            await _turn_away(scope, receive, send, "too_many_guesses")
            return
        is_refused = False
        attempt = ExitStack()
        if secret:
            self._tried_now[secret, address] += 1
            attempt.callback(self._end_attempt, (secret, address))

        async def pace() -> Message:
            message = await receive()
            is_said = message["type"] == "websocket.receive"
            while is_said and not _hit(self._served, self._requests, address, link):  # noqa: ASYNC110 - time passes
                await asyncio.sleep(_BREATH)
            return message

        async def judge(message: Message) -> None:
            nonlocal is_refused
            if message["type"] != "websocket.accept":
                attempt.close()
            if secret and _is_failure(message, of_interface=is_interface(scope)):
                if not _remaining(self._failed, self._failures, secret, address):
                    is_refused = True
                    await _turn_away(scope, receive, send, "too_many_guesses")
                    return
                _hit(self._failed, self._failures, secret, address)
            if not is_refused:
                await send(message)

        with attempt:
            await self._app(scope, pace, judge)

    def _end_attempt(self, whose: tuple[Secret, str]) -> None:
        self._tried_now[whose] -= 1
        if not self._tried_now[whose]:
            del self._tried_now[whose]

    def _may_try(self, secret: Secret, address: str, scope: Scope) -> bool:
        """Tests whether another guess may begin; open guesses count as wrong until they are answered.

        A link in an address is checked at once, and never refused if it is valid. A link in the first message
        of a WebSocket has a separate limit.
        """
        now = self._tried_now[secret, address]
        if secret == "password":
            return now < _remaining(self._failed, self._failures, secret, address)
        return scope["type"] != "websocket" or now < MOST_HELLOS

    def _link(self, scope: Scope) -> str:
        scheme, credentials = authorization(scope)
        token = token_of(scope["path"]) or (credentials if scheme == "bearer" else "")
        return token if token and self._opens(token) else ""


def _guess(scope: Scope, link: str) -> Secret | None:
    if scope["path"] == LOGIN or authorization(scope)[0] == "basic":
        return "password"
    return "link" if not link and scope["path"].startswith(_LINKS) else None


async def _turn_away(scope: Scope, receive: Receive, send: Send, reason: str) -> None:
    await refuse(scope, receive, send, status=429, reason=reason, headers={"Retry-After": "60"})


def _is_failure(message: Message, *, of_interface: bool) -> bool:
    """Tests for the response to a wrong secret: 401 to programs, also 404 for a link."""
    if message["type"] == "websocket.close":
        return message.get("code") == 4401
    failed = (401,) if of_interface else (401, 404)
    return message["type"] == "http.response.start" and message["status"] in failed


def _hit(limiter: RateLimiter, items: Sequence[RateLimitItem], *whose: str) -> bool:
    return all(limiter.hit(item, *whose) for item in items)


def _remaining(limiter: RateLimiter, items: Sequence[RateLimitItem], *whose: str) -> int:
    return min(limiter.get_window_stats(item, *whose).remaining for item in items)
