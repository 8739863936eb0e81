"""The host's password, the cookies and tokens that stand for it, and the server's secret."""

from __future__ import annotations

import base64
import binascii
import hmac
import os
import secrets
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote, urlsplit

from itsdangerous import BadSignature, URLSafeTimedSerializer
from platformdirs import user_data_path
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from parlour.errors import StoreUnavailable
from parlour.web.gate.refusals import METRICS, authorization, is_interface, page, refuse

COOKIE = "host"
LONGEST_SESSION = 30 * 24 * 60 * 60
"""The seconds after which the password is asked for again."""
LOGIN = "/login"
_MOST_FORM = 10_000
_FREE = (
    LOGIN,
    "/health",
    "/seat",
    "/watch",
    "/after",
    "/replay",
    "/_nicegui",
    "/_nicegui_ws",
    "/favicon.ico",
    "/api/v1/table",
    "/api/v1/docs",
    "/api/v1/openapi.json",
)
"""The paths of links and of the parts of pages and the API that need no password."""
_HOSTS_OWN = ("/replay/match",)


class Gatekeeper:
    """A layer that asks for the host's password where a link is not enough; without one it asks for none.

    The secret signs cookies; a changed password invalidates them too.
    """

    def __init__(self, app: ASGIApp, password: str, secret: str, metrics_token: str = "") -> None:
        self._app, self._password, self._metrics_token = app, password, metrics_token
        self._cookies = URLSafeTimedSerializer(secret, salt=sha256(password.encode()).hexdigest())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes on free paths and admitted requests."""
        if not self._password or scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
        elif scope["path"] == LOGIN and scope["type"] == "http":
            await (await self._log_in(scope, receive))(scope, receive, send)
        elif _is_free(scope["path"]) or self._admits(scope):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket" or is_interface(scope) or _basic(scope) is not None:
            await refuse(scope, receive, send, status=401, reason="password_needed")
        else:
            await RedirectResponse(f"{LOGIN}?next={quote(scope['path'])}", 303)(scope, receive, send)

    def _admits(self, scope: Scope) -> bool:
        scheme, credentials = authorization(scope)
        may_measure = bool(self._metrics_token) and scope["path"] == METRICS and scheme == "bearer"
        if may_measure and hmac.compare_digest(credentials.encode(), self._metrics_token.encode()):
            return True
        if self._is_right(_basic(scope) or ""):
            return True
        cookie = HTTPConnection(scope).cookies.get(COOKIE, "")
        try:
            self._cookies.loads(cookie, max_age=LONGEST_SESSION)
        except BadSignature:
            return False
        return True

    def _is_right(self, password: str) -> bool:
        return hmac.compare_digest(password.encode(), self._password.encode())

    async def _log_in(self, scope: Scope, receive: Receive) -> Response:
        request = Request(scope, receive)
        after = _here(request.query_params.get("next", "/"))
        if request.method != "POST":
            return page(scope, "login.html.j2", after=after, is_wrong=False)
        try:
            async with request.form(max_files=0, max_fields=2, max_part_size=_MOST_FORM) as form:
                password = form.get("password")
        except HTTPException:  # it is no form, or no password is so long
            password = None
        if not isinstance(password, str) or not self._is_right(password):
            return page(scope, "login.html.j2", 401, after=after, is_wrong=True)
        answer = RedirectResponse(after, 303)
        answer.set_cookie(
            COOKIE,
            str(self._cookies.dumps(COOKIE)),
            max_age=LONGEST_SESSION,
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="strict",
        )
        return answer


def _is_free(path: str) -> bool:
    return _is_below(path, _FREE) and not _is_below(path, _HOSTS_OWN)


def _is_below(path: str, roots: tuple[str, ...]) -> bool:
    return any(path == root or path.startswith(f"{root}/") for root in roots)


def _here(after: str) -> str:
    parts = urlsplit(after.replace("\\", "/"))
    is_here = not parts.scheme and not parts.netloc and after.startswith("/")
    return parts.path if is_here and not parts.path.startswith("//") else "/"


def _basic(scope: Scope) -> str | None:
    """Returns the password of HTTP's basic authentication, for any name."""
    scheme, credentials = authorization(scope)
    if scheme != "basic":
        return None
    try:
        return base64.b64decode(credentials, validate=True).decode().partition(":")[2]
    except (binascii.Error, UnicodeDecodeError):
        return None


def kept_secret() -> str:
    """Returns the server's secret, and creates it if there is none.

    Raises:
        StoreUnavailable: if it can be neither read nor written.
    """
    path = user_data_path("parlour", appauthor=False) / "session-secret"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _make(path)
        return path.read_text(encoding="ascii")
    except OSError as error:
        raise StoreUnavailable(
            f"the secret of sessions cannot be kept in {path}: {error.strerror}"
        ) from error


def _make(path: Path) -> None:
    """Writes a new secret to a draft file and links it into place atomically, unless there is one."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(32))
    try:
        os.link(draft, path)
    except FileExistsError:
        return
    finally:
        draft.unlink()
