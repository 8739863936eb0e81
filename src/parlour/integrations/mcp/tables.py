"""A client of a Parlour server's tables, and the views of a table for a chat program."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import httpx
from pydantic import BaseModel, ConfigDict, TypeAdapter
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from parlour.core import Player
from parlour.errors import NoEntry, NotYours, TableError
from parlour.web.api import PREFIX
from parlour.web.api.catalogue import GameView, MethodView
from parlour.web.api.entry import Opened
from parlour.web.api.table import RulesView
from parlour.web.api.view import TableView
from parlour.web.hosting import OVER, Form


class Seen(BaseModel):
    """A table from the view of one seat.

    Attributes:
        match: its id.
        game: what is played.
        title: of the story; empty in a game without one.
        synopsis: what everybody knows before it begins.
        language: of the table: speak it.
        me: your seat.
        players: everybody, in seat order.
        standing: running, paused, stopped, finished, …
        why: what holds the table up; empty where nothing does.
        is_over: whether the match is over; then everything is shown.
        happened: what happened after the number that was asked for, oldest first, each line in a sentence.
        last: the number to ask after for what comes later.
        thinking: who is deciding now, as far as that may be known.
        asked: what you are asked now; `answer` each by its id.
    """

    model_config = ConfigDict(frozen=True)
    match: str
    game: str
    title: str
    synopsis: str
    language: str
    me: Player | None
    players: tuple[Player, ...]
    standing: str
    why: str
    is_over: bool
    happened: tuple[str, ...]
    last: int
    thinking: tuple[Player, ...]
    asked: tuple[Form, ...]

    @staticmethod
    def of(view: TableView) -> Seen:
        """Converts a table view to sentences; thoughts, which have none, are left out."""
        standing = view.standing
        sentences = (line.words or line.text for line in view.lines)
        return Seen(
            match=view.match,
            game=view.game,
            title=view.title,
            synopsis=view.synopsis,
            language=view.language,
            me=view.me,
            players=tuple(seat.player for seat in view.seats),
            standing=standing.standing.value,
            why=standing.why,
            is_over=standing.standing in OVER,
            happened=tuple(filter(None, sentences)),
            last=view.last,
            thinking=tuple(thinker.player for thinker in view.thinking),
            asked=view.forms,
        )


class Seated(BaseModel):
    """A seat that was taken.

    Attributes:
        seat_pass: what opens the seat: give it to every other tool, and show it to nobody.
        rules: of the game, as this table plays it.
        seen: the table.
    """

    model_config = ConfigDict(frozen=True)
    seat_pass: str
    rules: str
    seen: Seen


_GAMES, _METHODS = TypeAdapter(list[GameView]), TypeAdapter(list[MethodView])
_PATIENCE = 30.0
"""The greatest seconds of one request: opening a table waits for its models to answer."""


@dataclass(frozen=True, kw_only=True)
class Tables:
    """A client of a server's tables.

    It receives only what the API shows to the holder of a token, so no tool built on it can leak hidden
    information to a seat. Each call raises `TableError` with the server's sentence.
    """

    url: str
    password: str = ""

    async def games(self) -> list[GameView]:
        """Returns the games that can be played."""
        return _GAMES.validate_python(await self._ask("GET", "games"))

    async def methods(self) -> list[MethodView]:
        """Returns the methods that can play seats."""
        return _METHODS.validate_python(await self._ask("GET", "methods"))

    async def open(self, asked: Mapping[str, Any], seat: str) -> str:
        """Opens and starts a table, and returns the token of its one seat played from outside.

        The host's token, which would show everything, is used to start and then discarded.
        """
        table = {**asked, "seats": [{"player": seat, "method": "remote"}]}
        opened = Opened.model_validate(await self._ask("POST", "tables", json=table))
        passes = {each.kind: each.token for each in opened.passes}
        await self._ask("POST", "table/start", token=passes["host"])
        return passes["seat"]

    async def look(self, token: str, after: int = -1) -> TableView:
        """Returns the table as a seat may see it, with the lines after a number.

        Raises:
            NotYours: if the token is not a seat's: a host's would show hidden information.
        """
        body = await self._ask("GET", "table", token=token, params={"after": after})
        view = TableView.model_validate(body)
        if view.me is None:
            raise NotYours("This is not the pass of a seat: ask the host of the table for yours.")
        return view

    async def rules(self, token: str) -> str:
        """Returns the rules of the game as the table plays it."""
        return RulesView.model_validate(await self._ask("GET", "table/rules", token=token)).rules

    async def answer(self, token: str, request: str, chosen: list[str], speech: str) -> None:
        """Answers a seat's request."""
        body = {"request": request, "chosen": chosen, "speech": speech}
        await self._ask("POST", "table/answers", token=token, json=body)

    async def wait(self, token: str, after: int, seconds: float) -> TableView:
        """Waits for a request to the seat, the end of the match or the time limit; returns the table then."""
        view = await self.look(token, after)
        if view.forms or view.standing.standing in OVER:
            return view
        with suppress(TimeoutError, ConnectionClosed):
            async with asyncio.timeout(seconds):
                await self._turn(token, view.last)
        return await self.look(token, after)

    async def _turn(self, token: str, after: int) -> None:
        address = self.url.replace("http", "ws", 1) + f"{PREFIX}/table/socket?after={after}"
        try:
            async with connect(address, additional_headers=_bearer(token), max_size=None) as socket:
                async for message in socket:
                    news = json.loads(message)
                    if news["type"] == "form" or _is_due(news):
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


def _is_due(news: Mapping[str, Any]) -> bool:
    if news["type"] == "snapshot":
        return bool(news["table"]["forms"]) or news["table"]["standing"]["standing"] in OVER
    return news["type"] == "standing" and news["standing"]["standing"] in OVER


def _sentence(answer: httpx.Response) -> str:
    try:
        return answer.json()["sentence"]
    except (ValueError, KeyError, TypeError):
        return f"the server answered {answer.status_code} {answer.reason_phrase}"
