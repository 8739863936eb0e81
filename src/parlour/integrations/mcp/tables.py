"""Tables of a server, reached over its interface: whatever a chat program sees has passed through it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import httpx
from pydantic import TypeAdapter
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from parlour.errors import NoEntry, NotYours, TableError
from parlour.web.api import PREFIX
from parlour.web.api.access_tokens import Opened
from parlour.web.api.catalogue import GameView, MethodView
from parlour.web.api.table import RulesView
from parlour.web.api.view import TableView
from parlour.web.hosting import OVER

_GAMES, _METHODS = TypeAdapter(list[GameView]), TypeAdapter(list[MethodView])
_PATIENCE = 30.0
"""Seconds that one request may take: a table is opened only once its models answer."""


@dataclass(frozen=True, kw_only=True)
class Tables:
    """The tables of a server.

    It knows no more than the interface tells the holder of a pass, so that no tool that is built on it can
    tell a seat what the seat may not know.

    Attributes:
        url: where the server is.
        password: the host's, where opening a table needs it.
    """

    url: str
    password: str = ""

    async def games(self) -> list[GameView]:
        """What can be played.

        Raises:
            TableError: with the server's own sentence, or saying that it cannot be reached.
        """
        return _GAMES.validate_python(await self._ask("GET", "games"))

    async def methods(self) -> list[MethodView]:
        """How seats can be played.

        Raises:
            TableError: with the server's own sentence, or saying that it cannot be reached.
        """
        return _METHODS.validate_python(await self._ask("GET", "methods"))

    async def opened(self, asked: Mapping[str, Any], seat: str) -> str:
        """Opens a table, begins it, and returns the pass of the one seat that is played from outside.

        The host's pass, which would show everything, is used to begin and then forgotten.

        Args:
            asked: the table, as the interface reads it.
            seat: by name or by number from 1; nobody else sits there.

        Raises:
            TableError: with the server's own sentence, or saying that it cannot be reached.
        """
        table = {**asked, "seats": [{"player": seat, "method": "remote"}]}
        opened = Opened.model_validate(await self._ask("POST", "tables", json=table))
        passes = {each.kind: each.token for each in opened.passes}
        await self._ask("POST", "table/start", token=passes["host"])
        return passes["seat"]

    async def look(self, token: str, after: int = -1) -> TableView:
        """The table as a seat may see it, with what happened after a number.

        Raises:
            NotYours: if the pass is not that of a seat: a host's would show what nobody who plays may know.
            TableError: with the server's own sentence, or saying that it cannot be reached.
        """
        told = await self._ask("GET", "table", token=token, params={"after": after})
        view = TableView.model_validate(told)
        if view.me is None:
            raise NotYours("This is not the pass of a seat: ask the host of the table for yours.")
        return view

    async def rules(self, token: str) -> str:
        """The rules of the game, as the table plays it.

        Raises:
            TableError: with the server's own sentence, or saying that it cannot be reached.
        """
        return RulesView.model_validate(await self._ask("GET", "table/rules", token=token)).rules

    async def answer(self, token: str, request: str, chosen: list[str], speech: str) -> None:
        """Answers what a seat is asked.

        Raises:
            TableError: with the server's own sentence, or saying that it cannot be reached.
        """
        told = {"request": request, "chosen": chosen, "speech": speech}
        await self._ask("POST", "table/answers", token=token, json=told)

    async def wait(self, token: str, after: int, seconds: float) -> TableView:
        """The table once its holder is asked something or the match is over, or when the time has passed.

        Raises:
            TableError: with the server's own sentence, or saying that it cannot be reached.
        """
        view = await self.look(token, after)
        if view.forms or view.standing.standing in OVER:
            return view
        with suppress(TimeoutError, ConnectionClosed):
            async with asyncio.timeout(seconds):
                await self._turn(token, view.last)
        return await self.look(token, after)

    async def _turn(self, token: str, after: int) -> None:
        """Returns when the seat is asked something or the match is over."""
        address = self.url.replace("http", "ws", 1) + f"{PREFIX}/table/socket?after={after}"
        try:
            async with connect(address, additional_headers=_bearer(token), max_size=None) as socket:
                async for message in socket:
                    told = json.loads(message)
                    if told["type"] == "form" or _is_due(told):
                        return
        except OSError as error:
            raise self._gone(error) from error

    async def _ask(
        self,
        method: str,
        path: str,
        token: str = "",
        *,
        params: Mapping[str, int] | None = None,
        json: Mapping[str, Any] | None = None,
    ) -> object:
        auth = httpx.BasicAuth("host", self.password) if self.password and not token else None
        headers = _bearer(token) if token else {}
        try:
            async with httpx.AsyncClient(timeout=_PATIENCE, auth=auth, headers=headers) as client:
                answer = await client.request(method, f"{self.url}{PREFIX}/{path}", params=params, json=json)
        except httpx.HTTPError as error:
            raise self._gone(error) from error
        if answer.is_error:
            raise TableError(_sentence(answer))
        return None if answer.status_code == HTTPStatus.NO_CONTENT else answer.json()

    def _gone(self, error: Exception) -> TableError:
        return TableError(f"no Parlour answers at {self.url}: {error or type(error).__name__}")


def _bearer(token: str) -> dict[str, str]:
    if not (token.isascii() and token.isprintable()):
        raise NoEntry("This is no pass: one has letters, digits, hyphens and underscores alone.")
    return {"Authorization": f"Bearer {token}"}


def _is_due(told: Mapping[str, Any]) -> bool:
    """Whether a message shows that somebody is waited for, or that nothing more will come."""
    if told["type"] == "snapshot":
        return bool(told["table"]["forms"]) or told["table"]["standing"]["standing"] in OVER
    return told["type"] == "standing" and told["standing"]["standing"] in OVER


def _sentence(answer: httpx.Response) -> str:
    """What the server said of its refusal."""
    try:
        return answer.json()["sentence"]
    except (ValueError, KeyError, TypeError):
        return f"the server answered {answer.status_code} {answer.reason_phrase}"
