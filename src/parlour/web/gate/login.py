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
from parlour.web.gate.refusals import METRICS, is_interface, page, refuse

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
)
"""The paths of links and of the pages' parts, which need no password."""
_FREE_INTERFACE = ("/api/v1/table", "/api/v1/docs", "/api/v1/openapi.json")
_HOSTS_OWN = ("/replay/match",)


class Login:
    """The host's password, and the cookies of browsers that entered it."""

    def __init__(self, password: str, secret: str, metrics_token: str = "") -> None:
        self.is_asked = bool(password)
        self._password, self._metrics_token = password, metrics_token
        self._cookies = URLSafeTimedSerializer(secret, salt=sha256(password.encode()).hexdigest())

    def is_right(self, password: str) -> bool:
        """Compares a password in constant time."""
        return hmac.compare_digest(password.encode(), self._password.encode())

    def admits(self, connection: HTTPConnection) -> bool:
        """Tests whether a request carries the password, a session cookie or the metrics token."""
        if may_measure(connection, self._metrics_token):
            return True
        return self._has_cookie(connection) or self.is_right(_basic(connection) or "")

    def cookie(self) -> str:
        """Returns a new session cookie."""
        return str(self._cookies.dumps(COOKIE))

    def _has_cookie(self, connection: HTTPConnection) -> bool:
        try:
            self._cookies.loads(connection.cookies.get(COOKIE, ""), max_age=LONGEST_SESSION)
        except BadSignature:
            return False
        return True


class Gatekeeper:
    """A layer that asks for the password where a link is not enough."""

    def __init__(self, app: ASGIApp, login: Login) -> None:
        self._app, self._login = app, login

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes on free paths and admitted requests."""
        if not self._login.is_asked or scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
        elif scope["path"] == LOGIN and scope["type"] == "http":
            await (await self._log_in(scope, receive))(scope, receive, send)
        elif _is_free(scope["path"]) or self._login.admits(HTTPConnection(scope)):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket" or is_interface(scope) or _basic(HTTPConnection(scope)) is not None:
            await refuse(scope, receive, send, status=401, reason="password_needed")
        else:
            await RedirectResponse(f"{LOGIN}?next={quote(scope['path'])}", 303)(scope, receive, send)

    async def _log_in(self, scope: Scope, receive: Receive) -> Response:
        request = Request(scope, receive)
        after = _here(request.query_params.get("next", "/"))
        if request.method != "POST":
            return page(scope, "login.html.j2", after=after, is_wrong=False)
        try:
            async with request.form(max_files=0, max_fields=2, max_part_size=_MOST_FORM) as form:
                said = form.get("password")
        except HTTPException:  # it is no form, or no password is so long
            said = None
        if not isinstance(said, str) or not self._login.is_right(said):
            return page(scope, "login.html.j2", 401, after=after, is_wrong=True)
        answer = RedirectResponse(after, 303)
        answer.set_cookie(
            COOKIE,
            self._login.cookie(),
            max_age=LONGEST_SESSION,
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="strict",
        )
        return answer


def _is_free(path: str) -> bool:
    return _is_below(path, (*_FREE, *_FREE_INTERFACE)) and not _is_below(path, _HOSTS_OWN)


def _is_below(path: str, roots: tuple[str, ...]) -> bool:
    return any(path == root or path.startswith(f"{root}/") for root in roots)


def _here(after: str) -> str:
    parts = urlsplit(after.replace("\\", "/"))
    is_here = not parts.scheme and not parts.netloc and after.startswith("/")
    return parts.path if is_here and not parts.path.startswith("//") else "/"


def _basic(connection: HTTPConnection) -> str | None:
    scheme, _, told = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "basic":
        return None
    try:
        return base64.b64decode(told, validate=True).decode().partition(":")[2]
    except (binascii.Error, UnicodeDecodeError):
        return None


def may_measure(connection: HTTPConnection, token: str) -> bool:
    """Tests whether a request is for metrics and carries the metrics token."""
    scheme, _, told = connection.headers.get("authorization", "").partition(" ")
    is_right = scheme.lower() == "bearer" and hmac.compare_digest(told.strip().encode(), token.encode())
    return bool(token) and connection.url.path == METRICS and is_right


_BYTES = 32


def kept_secret(path: Path | None = None) -> str:
    """Returns the server's secret, and creates it if there is none.

    Raises:
        StoreUnavailable: if it can be neither read nor written.
    """
    path = path or user_data_path("parlour", appauthor=False) / "session-secret"
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
        file.write(secrets.token_urlsafe(_BYTES))
    try:
        os.link(draft, path)
    except FileExistsError:
        return
    finally:
        draft.unlink()
