"""Links that open nothing are told so before any page is made for them."""

from __future__ import annotations

from collections.abc import Callable

from starlette.types import ASGIApp, Receive, Scope, Send

from parlour.web.gate.refusals import refuse

_PAGES = frozenset({"seat", "watch", "host", "replay", "after"})


class LinkGuard:
    """Answers a link whose token opens nothing.

    Args:
        app: what is guarded.
        opens: whether a token opens anything.
    """

    def __init__(self, app: ASGIApp, opens: Callable[[str], bool]) -> None:
        self._app, self._opens = app, opens

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets through whatever is no link, and links that open something."""
        if scope["type"] == "http":
            token = token_of(scope["path"])
            if token is not None and not self._opens(token):
                await refuse(scope, receive, send, status=404, reason="opens_nothing")
                return
        await self._app(scope, receive, send)


def token_of(path: str) -> str | None:
    """The token in the path of a page that a link opens; None where it is none."""
    parts = path.strip("/").split("/")
    if parts[0] not in _PAGES or parts[:2] == ["replay", "match"]:
        return None
    return parts[1] if len(parts) > 1 else ""
