"""The guards between the network and the server, one layer per concern, outermost first."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Container, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from fastapi import FastAPI
from limits import RateLimitItem, parse_many
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter, MovingWindowRateLimiter, RateLimiter
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from parlour.web.gate.connections import count_for, household, keep_time
from parlour.web.gate.login import LOGIN, Gatekeeper
from parlour.web.gate.refusals import METRICS, authorization, check_links, is_interface, refuse, token_of


@dataclass(frozen=True, kw_only=True)
class Gate:
    """The access rules of a server.

    Attributes:
        password: the host's password; empty if every visitor is the host.
        secret: the key that signs session cookies.
        hosts: the names by which the server may be called; empty for any. Without a password it must be
            named, or a page from elsewhere could call it by a name of its own that leads here.
        failures: the failed guesses of links, and of the password, that one address may make.
        requests: the requests and messages that one address may send without a link, and with each valid one.
        metrics_token: the token for the server's metrics alone; empty for none.
    """

    password: str = ""
    secret: str = ""
    hosts: tuple[str, ...] = ()
    failures: str = "10/minute;100/hour"
    requests: str = "6000/minute"
    metrics_token: str = ""


def guard(app: FastAPI, gate: Gate, opens: Callable[[str], bool]) -> None:
    """Adds all guards to an application."""

    def add_layers(inner: ASGIApp) -> ASGIApp:
        doors = Gatekeeper(check_links(inner, opens), gate.password, gate.secret, gate.metrics_token)
        rates = Rates(limit_bodies(doors), gate.failures, gate.requests, opens)
        return keep_time(add_headers(check_origins(rates, gate.hosts)))

    app.add_middleware(add_layers)


MOST_BYTES = 1_000_000
"""The limit of a body, and of a message over a WebSocket."""
_FORM = 65_536
"""The limit of the form around an uploaded file."""
_MOST_IGNORED = 100_000_000
"""The bytes of a body beyond the limit that are read before the connection is closed."""


def limit_bodies(app: ASGIApp, most: int = MOST_BYTES + _FORM) -> ASGIApp:
    """Refuses a request body beyond the limit, whatever length the header claims."""

    async def layer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        length = Headers(scope=scope).get("content-length", "0")
        if not length.isdecimal() or int(length) > most:
            await _refuse_body(scope, receive, send)
            return
        count, is_answered = 0, False

        async def count_body() -> Message:
            nonlocal count
            message = await receive()
            count += len(message.get("body", b""))
            if count > most:
                raise _TooMuch
            return message

        async def note_start(message: Message) -> None:
            nonlocal is_answered
            is_answered = True
            await send(message)

        try:
            await app(scope, count_body, note_start)
        except _TooMuch:
            if not is_answered:
                await _refuse_body(scope, receive, send)

    return layer


async def _refuse_body(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers once the rest of the body was read and discarded: no browser reads an answer before."""
    left = _MOST_IGNORED
    while left > 0:
        message = await receive()
        left -= len(message.get("body", b""))
        if not message.get("more_body", False):
            break
    close = {"Connection": "close"}
    await refuse(scope, receive, send, status=413, reason="too_large", headers=close)


class _TooMuch(BaseException):
    """The body is beyond the limit; a BaseException, so that no handler of the application catches it."""


POLICY = "; ".join(
    (
        "default-src 'self'",
        # NiceGUI's page starts from inline scripts, and it evaluates the handlers that it is sent.
        "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
_HEADERS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(self), payment=(), usb=()",
}


def add_headers(app: ASGIApp) -> ASGIApp:
    """Adds security headers to responses: no referrers, no framing, no reading by other pages.

    A response without its own caching header, as scripts and styles have one, is cached nowhere.
    """

    async def layer(scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await app(scope, receive, with_headers)

    return layer


_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


def check_origins(app: ASGIApp, hosts: Container[str]) -> ASGIApp:
    """Refuses WebSockets and unsafe requests from pages of other sites, and calls by other host names.

    A browser sends an origin with both; a request without one comes from a program.
    """

    async def layer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            headers = Headers(scope=scope)
            host, origin = headers.get("host", ""), headers.get("origin")
            if hosts and _host_name(host) not in hosts:
                await refuse(scope, receive, send, status=421, reason="wrong_host")
                return
            is_safe = scope["type"] == "http" and scope["method"] in _SAFE
            if origin is not None and not is_safe and urlsplit(origin).netloc != host:
                await refuse(scope, receive, send, status=403, reason="wrong_origin")
                return
        await app(scope, receive, send)

    return layer


def _host_name(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


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

    def _end_attempt(self, attempt: tuple[Secret, str]) -> None:
        self._tried_now[attempt] -= 1
        if not self._tried_now[attempt]:
            del self._tried_now[attempt]

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


def _hit(limiter: RateLimiter, items: Sequence[RateLimitItem], *identifiers: str) -> bool:
    return all(limiter.hit(item, *identifiers) for item in items)


def _remaining(limiter: RateLimiter, items: Sequence[RateLimitItem], *identifiers: str) -> int:
    return min(limiter.get_window_stats(item, *identifiers).remaining for item in items)
