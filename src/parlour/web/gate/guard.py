"""The guards between the network and the server, one layer per concern, outermost first."""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass
from urllib.parse import urlsplit

from fastapi import FastAPI
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from parlour.web.gate.connections import keep_time
from parlour.web.gate.login import Gatekeeper
from parlour.web.gate.rates import Rates
from parlour.web.gate.refusals import check_links, refuse


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
