"""Refusals: a sentence on a page for people or as JSON for programs, and the refusal of dead links."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources

import jinja2
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from parlour.language.wording import Phrases
from parlour.web.locale import language_of

PHRASES = Phrases("parlour.web.gate")
METRICS = "/metrics"
"""The path of the server's metrics."""
_HEADERS = {
    "Cache-Control": "no-store",
    # By `no-referrer` a browser would not say where a form comes from, as if it were another site's.
    "Referrer-Policy": "same-origin",
}
_HTML_LANGUAGE = {"en": "en", "zh": "zh-Hans"}


def is_interface(scope: Scope) -> bool:
    """Tests whether a request comes from a program."""
    return scope["path"].startswith("/api/") or scope["path"] == METRICS


def page(scope: Scope, name: str, status: int = 200, **variables: object) -> HTMLResponse:
    """Renders a page without scripts, in the browser's language."""
    language = language_of(HTTPConnection(scope))
    text = _template(name).render(
        words=PHRASES.all(language), language=_HTML_LANGUAGE[language], look=_look(), **variables
    )
    return HTMLResponse(text, status, _HEADERS)


async def not_found(request: Request, error: Exception) -> Response:
    """Answers for a missing page."""
    del error
    return page(request.scope, "refusal.html.j2", 404, reason="no_page")


async def refuse(
    scope: Scope,
    receive: Receive,
    send: Send,
    *,
    status: int,
    reason: str,
    headers: Mapping[str, str] | None = None,
) -> None:
    """Answers with a refusal."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 4000 + status, "reason": reason})
        return
    answer: Response
    if is_interface(scope):
        sentence = PHRASES.say(reason, language_of(HTTPConnection(scope)))
        answer = JSONResponse({"error": reason, "sentence": sentence}, status)
    else:
        answer = page(scope, "refusal.html.j2", status, reason=reason)
    answer.headers.update(headers or {})
    await answer(scope, receive, send)


@cache
def _template(name: str) -> jinja2.Template:
    text = (resources.files("parlour.web.gate") / "pages" / name).read_text(encoding="utf-8")
    return jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined).from_string(text)


@cache
def _look() -> str:
    return (resources.files("parlour.web.pages") / "look.css").read_text(encoding="utf-8")


_LINKED_PAGES = frozenset({"seat", "watch", "host", "replay", "after"})


class LinkGuard:
    """A layer that refuses a link whose token opens nothing."""

    def __init__(self, app: ASGIApp, opens: Callable[[str], bool]) -> None:
        self._app, self._opens = app, opens

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes on valid links and paths that are no link."""
        if scope["type"] == "http":
            token = token_of(scope["path"])
            if token is not None and not self._opens(token):
                await refuse(scope, receive, send, status=404, reason="opens_nothing")
                return
        await self._app(scope, receive, send)


def token_of(path: str) -> str | None:
    """Returns the token in the path of a link; None if the path is no link."""
    parts = path.strip("/").split("/")
    if parts[0] not in _LINKED_PAGES or parts[:2] == ["replay", "match"]:
        return None
    return parts[1] if len(parts) > 1 else ""
