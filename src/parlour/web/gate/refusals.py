"""Refusals: a sentence on a page for people or as JSON for programs; and the language of a browser."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from typing import get_args

import jinja2
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from parlour.language.wording import Phrases
from parlour.llm import Language

PHRASES = Phrases("parlour.web.gate")
METRICS = "/metrics"
"""The path of the server's metrics."""
_HEADERS = {
    "Cache-Control": "no-store",
    # By `no-referrer` a browser would not say where a form comes from, as if it were another site's.
    "Referrer-Policy": "same-origin",
}
HTML_LANGUAGE = {"en": "en", "zh": "zh-Hans"}
"""The names of languages in HTML."""


def authorization(scope: Scope) -> tuple[str, str]:
    """Returns the scheme and the credentials of the authorization header."""
    scheme, _, credentials = Headers(scope=scope).get("authorization", "").partition(" ")
    return scheme.lower(), credentials.strip()


def is_interface(scope: Scope) -> bool:
    """Tests whether a request comes from a program."""
    return scope["path"].startswith("/api/") or scope["path"] == METRICS


def page(scope: Scope, name: str, status: int = 200, **variables: object) -> HTMLResponse:
    """Renders a page without scripts, in the browser's language."""
    language = language_of(HTTPConnection(scope))
    text = _template(name).render(
        words=PHRASES.all(language), language=HTML_LANGUAGE[language], look=_look(), **variables
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


def check_links(app: ASGIApp, opens: Callable[[str], bool]) -> ASGIApp:
    """Refuses a link whose token opens nothing."""

    async def layer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            token = token_of(scope["path"])
            if token is not None and not opens(token):
                await refuse(scope, receive, send, status=404, reason="opens_nothing")
                return
        await app(scope, receive, send)

    return layer


def token_of(path: str) -> str | None:
    """Returns the token in the path of a link; None if the path is no link."""
    parts = path.strip("/").split("/")
    if parts[0] not in _LINKED_PAGES or parts[:2] == ["replay", "match"]:
        return None
    return parts[1] if len(parts) > 1 else ""


LANGUAGE_COOKIE = "language"
_LANGUAGES: tuple[Language, ...] = get_args(Language)


def language_of(connection: HTTPConnection) -> Language:
    """Returns the language of the browser's cookie, or else the one that the browser prefers."""
    chosen = connection.cookies.get(LANGUAGE_COOKIE)
    for language in _LANGUAGES:
        if language == chosen:
            return language
    return preferred_language(connection.headers.get("accept-language", ""))


def preferred_language(header: str) -> Language:
    """Returns our language with the greatest weight in an `Accept-Language` header (RFC 9110), or English."""
    weights = dict.fromkeys(_LANGUAGES, 0.0)
    for piece in header.split(","):
        name, _, weight = piece.partition(";")
        for language in _LANGUAGES:
            if name.strip().lower().split("-")[0] == language:
                weights[language] = max(weights[language], _weight(weight))
    return max(_LANGUAGES, key=lambda language: weights[language])


def _weight(text: str) -> float:
    if not text.strip():
        return 1.0
    try:
        return float(text.strip().removeprefix("q="))
    except ValueError:
        return 0.0
