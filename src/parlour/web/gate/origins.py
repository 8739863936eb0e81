"""No page from elsewhere talks to this server through somebody's browser."""

from __future__ import annotations

from collections.abc import Container
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from parlour.web.gate.refusals import refuse

_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class Origins:
    """Refuses a WebSocket, or a request that may change something, which another site's page sends.

    A browser says of both where they come from; what says nothing is a program.

    Args:
        app: what is guarded.
        hosts: the names by which the server may be called; empty for any.
    """

    def __init__(self, app: ASGIApp, hosts: Container[str] = ()) -> None:
        self._app, self._hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets through what comes from here, and what changes nothing."""
        if scope["type"] in ("http", "websocket"):
            headers = Headers(scope=scope)
            host, origin = headers.get("host", ""), headers.get("origin")
            if self._hosts and _name(host) not in self._hosts:
                await refuse(scope, receive, send, status=421, reason="wrong_host")
                return
            is_safe = scope["type"] == "http" and scope["method"] in _SAFE
            if origin is not None and not is_safe and urlsplit(origin).netloc != host:
                await refuse(scope, receive, send, status=403, reason="wrong_origin")
                return
        await self._app(scope, receive, send)


def _name(host: str) -> str:
    """A host without its port."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
