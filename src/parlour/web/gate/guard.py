"""What stands between an address and the server: one layer per concern, outermost first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fastapi import FastAPI
from starlette.types import ASGIApp, Receive, Scope, Send

from parlour.web.gate.bodies import Bodies
from parlour.web.gate.connections import Punctual
from parlour.web.gate.headers import Headers
from parlour.web.gate.links import LinkGuard
from parlour.web.gate.login import Gatekeeper, Login
from parlour.web.gate.origins import Origins
from parlour.web.gate.rates import Rates


@dataclass(frozen=True, kw_only=True)
class Gate:
    """How a server is guarded.

    Attributes:
        password: the host's; empty where everybody who reaches the server is the host.
        secret: what session cookies are signed with.
        hosts: the names by which the server may be called; empty for any. Without a password it must be
            named, or a page from elsewhere could call it by a name of its own that leads here.
        failures: how often one address may fail with links, and with the password, before it must wait.
        requests: how many requests and messages one address may send without a link, and with each that
            opens something.
        metrics_token: what opens the server's measurements and nothing else; empty for nothing.
    """

    password: str = ""
    secret: str = ""
    hosts: tuple[str, ...] = ()
    failures: str = "10/minute;100/hour"
    requests: str = "6000/minute"
    metrics_token: str = ""


def guard(app: FastAPI, gate: Gate, opens: Callable[[str], bool]) -> None:
    """Sets the guards before an application.

    Args:
        app: the server, with all its routes.
        gate: how it is guarded.
        opens: whether a token opens anything.
    """
    login = Login(gate.password, gate.secret, gate.metrics_token)

    def guarded(inner: ASGIApp) -> ASGIApp:
        doors = Gatekeeper(LinkGuard(inner, opens), login)
        rates = Rates(Bodies(doors), gate.failures, gate.requests, opens)
        return Punctual(Headers(Origins(rates, gate.hosts)))

    app.add_middleware(_Layer, guarded)


class _Layer:
    """All guards, as the one middleware that an application is told of."""

    def __init__(self, app: ASGIApp, guarded: Callable[[ASGIApp], ASGIApp]) -> None:
        self._app = guarded(app)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app(scope, receive, send)
