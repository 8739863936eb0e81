"""How often: nobody keeps the server busy alone, and nobody guesses the way in."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Callable, Sequence
from typing import Literal

from limits import RateLimitItem, parse_many
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter, MovingWindowRateLimiter, RateLimiter
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from parlour.web.gate.links import token_of
from parlour.web.gate.login import LOGIN
from parlour.web.gate.metrics import METRICS
from parlour.web.gate.refusals import is_interface, refuse

_LINKS = ("/seat/", "/watch/", "/host/", "/replay/", "/after/", "/api/", METRICS)
"""Where somebody could try links."""
_BREATH = 1.0
"""Seconds for which a WebSocket that sends too much is not read."""
_HOUSEHOLD = 64
"""Bits of an IPv6 address that one household or server has to itself: what it varies is the rest."""
Secret = Literal["password", "link"]


class Rates:
    """Counts what each address sends, by the link that it holds, and how often what it knows opens nothing.

    Many people may come from one address. Whoever holds a link that opens something is never turned away for
    what others there have guessed, and has requests of its own; wrong links and wrong passwords are counted
    apart, so that neither stands in the way of the other.

    Args:
        app: what is guarded.
        failures: how many are forgiven, such as `10/minute;100/hour`.
        requests: how many are served, a message over a WebSocket counting as one.
        opens: whether a token opens anything.
    """

    def __init__(self, app: ASGIApp, failures: str, requests: str, opens: Callable[[str], bool]) -> None:
        self._app, self._opens = app, opens
        self._failures, self._requests = parse_many(failures), parse_many(requests)
        self._failed = MovingWindowRateLimiter(MemoryStorage())
        self._served = FixedWindowRateLimiter(MemoryStorage())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets through whoever sends no more than may be."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        address, link = _address(scope), self._link(scope)
        if not _hit(self._served, self._requests, address, link):
            await _turn_away(scope, receive, send, "too_many")
            return
        secret = _guessed(scope, link)
        has_guesses = secret is None or _has_left(self._failed, self._failures, secret, address)
        if secret == "password" and not has_guesses:  # not even a right one, or one might go on trying
            await _turn_away(scope, receive, send, "too_many_guesses")
            return
        is_refused = False

        async def paced() -> Message:
            message = await receive()
            is_said = message["type"] == "websocket.receive"
            while is_said and not _hit(self._served, self._requests, address, link):  # noqa: ASYNC110 - time passes
                await asyncio.sleep(_BREATH)
            return message

        async def judged(message: Message) -> None:
            nonlocal is_refused
            if secret and _is_failure(message, of_interface=is_interface(scope)):
                if not has_guesses:
                    is_refused = True
                    await _turn_away(scope, receive, send, "too_many_guesses")
                    return
                _hit(self._failed, self._failures, secret, address)
            if not is_refused:
                await send(message)

        await self._app(scope, paced, judged)

    def _link(self, scope: Scope) -> str:
        """The token that a request bears, if it opens something."""
        token = token_of(scope["path"]) or _bearer(scope)
        return token if token and self._opens(token) else ""


def _guessed(scope: Scope, link: str) -> Secret | None:
    """What somebody tries with a request, if anything secret; a link that opens something is no guess."""
    if scope["path"] == LOGIN or _authorization(scope)[0] == "basic":
        return "password"
    return "link" if not link and scope["path"].startswith(_LINKS) else None


def _bearer(scope: Scope) -> str:
    """The token with which a program says who it is."""
    scheme, told = _authorization(scope)
    return told if scheme == "bearer" else ""


def _authorization(scope: Scope) -> tuple[str, str]:
    """The scheme in which a program says who it is, and what it says."""
    scheme, _, told = Headers(scope=scope).get("authorization", "").partition(" ")
    return scheme.lower(), told.strip()


def _address(scope: Scope) -> str:
    """Where a request comes from, as far as one household goes."""
    told = scope["client"][0] if scope.get("client") else ""
    try:
        address = ipaddress.ip_address(told)
    except ValueError:
        return told
    if address.version == 4:
        return told
    mapped = address.ipv4_mapped
    return str(mapped) if mapped else str(ipaddress.IPv6Network((int(address), _HOUSEHOLD), strict=False))


async def _turn_away(scope: Scope, receive: Receive, send: Send, reason: str) -> None:
    await refuse(scope, receive, send, status=429, reason=reason, headers={"Retry-After": "60"})


def _is_failure(message: Message, *, of_interface: bool) -> bool:
    """Whether something secret was wrong: to programs that is said as 401, of a link as 404."""
    if message["type"] == "websocket.close":
        return message.get("code") == 4401
    failed = (401,) if of_interface else (401, 404)
    return message["type"] == "http.response.start" and message["status"] in failed


def _hit(limiter: RateLimiter, items: Sequence[RateLimitItem], *whose: str) -> bool:
    return all(limiter.hit(item, *whose) for item in items)


def _has_left(limiter: RateLimiter, items: Sequence[RateLimitItem], *whose: str) -> bool:
    return all(limiter.test(item, *whose) for item in items)
