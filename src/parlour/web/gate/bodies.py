"""How much: nobody fills the server's memory."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from parlour.web.gate.refusals import refuse

MOST_BYTES = 1_000_000
"""Of a body, and of a message over a WebSocket."""
_FORM = 65_536
"""What the form around an uploaded file may add."""
_MOST_IGNORED = 100_000_000
"""Of a body that is too large, how much is read before the connection is closed over it."""


class Bodies:
    """Refuses a body that is too large as soon as it is, whatever it said of its length."""

    def __init__(self, app: ASGIApp, most: int = MOST_BYTES + _FORM) -> None:
        self._app, self._most = app, most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets through a body, as long as it is not too large."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        told = Headers(scope=scope).get("content-length", "0")
        if not told.isdecimal() or int(told) > self._most:
            await self._refuse(scope, receive, send)
            return
        count, is_answered = 0, False

        async def counted() -> Message:
            nonlocal count
            message = await receive()
            count += len(message.get("body", b""))
            if count > self._most:
                raise _TooMuch
            return message

        async def noticed(message: Message) -> None:
            nonlocal is_answered
            is_answered = True
            await send(message)

        try:
            await self._app(scope, counted, noticed)
        except _TooMuch:
            if not is_answered:
                await self._refuse(scope, receive, send)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Says so, once the rest has come and was thrown away: before that, no browser reads an answer."""
        left = _MOST_IGNORED
        while left > 0:
            message = await receive()
            left -= len(message.get("body", b""))
            if not message.get("more_body", False):
                break
        close = {"Connection": "close"}
        await refuse(scope, receive, send, status=413, reason="too_large", headers=close)


class _TooMuch(BaseException):
    """More came than is taken; no handler of the application's own is to answer it as something else."""
