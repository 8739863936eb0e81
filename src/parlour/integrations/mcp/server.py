"""A server's tables as tools for a chat program: open a table, take a seat, look, wait, answer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated, Any, TypeVar

import httpx
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import Field, TypeAdapter
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from parlour import __version__
from parlour.arena import OUTSIDE
from parlour.core import FrozenModel, Player
from parlour.errors import NoEntry, NotYours, TableError
from parlour.llm import Language
from parlour.web.api import PREFIX
from parlour.web.api.catalogue import GameView, MethodView
from parlour.web.api.table import RulesView
from parlour.web.api.view import Opened, TableView
from parlour.web.hosting import OVER, Form


class Seen(FrozenModel):
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
        sentences = (line.words or line.text for line in view.lines)
        fields = {
            "players": tuple(seat.player for seat in view.seats),
            "standing": view.standing.standing.value,
            "why": view.standing.why,
            "is_over": view.standing.standing in OVER,
            "happened": tuple(filter(None, sentences)),
            "thinking": tuple(thinker.player for thinker in view.thinking),
            "asked": view.forms,
        }
        return Seen.model_validate({**vars(view), **fields})


class Seated(FrozenModel):
    """A seat that was taken.

    Attributes:
        seat_pass: what opens the seat: give it to every other tool, and show it to nobody.
        rules: of the game, as this table plays it.
        seen: the table.
    """

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
        return _GAMES.validate_python(await self._ask("GET", "games"))

    async def methods(self) -> list[MethodView]:
        return _METHODS.validate_python(await self._ask("GET", "methods"))

    async def open(self, request: Mapping[str, Any], seat: str) -> str:
        """Opens and starts a table, and returns the token of its one seat played from outside.

        The host's token, which would show everything, is used to start and then discarded.
        """
        table = {**request, "seats": [{"player": seat, "method": "remote"}]}
        response = Opened.model_validate(await self._ask("POST", "tables", json=table))
        passes = {ticket.kind: ticket.token for ticket in response.passes}
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


T = TypeVar("T")
MOST_WAIT, USUAL_WAIT = 300.0, 45.0
"""The greatest and the default seconds of `wait` and `answer`: many programs give a tool 60."""
MOST_SPEECH = 20_000
INSTRUCTIONS = """\
Parlour: hidden-role games with agents, those that `list_games` names.
Open a table with `open_table`, or sit down with the pass of a seat by `take_seat`. Read the rules. Then
`wait` until you are asked something, decide, and `answer`; what has happened meanwhile comes back. All that
you are told is what your seat may know. Speak the language of the table, in character, and keep your seat's
pass and your secrets to yourself. The match is over when `is_over` is true.
"""
_LOOKS = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
_ACTS = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)

SeatPass = Annotated[str, Field(max_length=200, description="What opens your seat.")]
After = Annotated[int, Field(ge=-1, description="`last` of what you were shown before; -1 for everything.")]
Seconds = Annotated[float, Field(ge=0, le=MOST_WAIT, description="How long at most.")]


def open_server(tables: Tables) -> MCPServer[Any]:
    """Creates a server of the Model Context Protocol whose tools reach the tables of a Parlour server.

    A tool returns what the API shows to the access token of a seat, and nothing else: tokens of hosts, who
    see everything, never leave it.
    """
    server: MCPServer[Any] = MCPServer(
        "parlour", title="Parlour", version=__version__, instructions=INSTRUCTIONS, log_level="WARNING"
    )
    _add_catalogue(server, tables)
    _add_seats(server, tables)
    _add_play(server, tables)
    return server


def _add_catalogue(server: MCPServer[Any], tables: Tables) -> None:
    @server.tool(annotations=_LOOKS)
    async def list_games() -> list[GameView]:  # pyright: ignore[reportUnusedFunction]
        """The games that can be played here, and for how many."""
        return await _answer(tables.games())

    @server.tool(annotations=_LOOKS)
    async def list_methods() -> list[MethodView]:  # pyright: ignore[reportUnusedFunction]
        """The methods by which the other seats can be played."""
        return [method for method in await _answer(tables.methods()) if method.name not in OUTSIDE]


def _add_seats(server: MCPServer[Any], tables: Tables) -> None:
    async def seat_view(token: str) -> Seated:
        view = await _answer(tables.look(token))
        return Seated(seat_pass=token, rules=await _answer(tables.rules(token)), seen=Seen.of(view))

    @server.tool(annotations=_ACTS)
    async def open_table(  # pyright: ignore[reportUnusedFunction]
        game: Annotated[str, Field(description="One of `list_games`; empty for the usual one.")] = "",
        seat: Annotated[
            str, Field(max_length=200, description="Yours: a name at the table, or a number.")
        ] = "1",
        options: Annotated[
            dict[str, Any] | None, Field(description="Of the game, such as how many `players`.")
        ] = None,
        method: Annotated[
            str, Field(max_length=200, description="How the others play; empty for the usual way.")
        ] = "",
        model: Annotated[
            str, Field(max_length=500, description="What the others think with; empty for the server's own.")
        ] = "",
        language: Annotated[
            Language | None, Field(description="Of the table; left out, the story's or English.")
        ] = None,
        seed: Annotated[int | None, Field(ge=0, description="Of every draw; left out, any.")] = None,
    ) -> Seated:
        """Opens a table, takes one seat of it, and begins; agents sit in the others."""
        request: dict[str, Any] = {"language": language, "seed": seed, "model": model}
        if game or options:
            name_field = {"name": game} if game else {}
            request["game"] = {**(options or {}), **name_field}
        if method:
            request["method"] = method
        return await seat_view(await _answer(tables.open(request, seat)))

    @server.tool(annotations=_ACTS)
    async def take_seat(  # pyright: ignore[reportUnusedFunction]
        invitation: Annotated[
            str, Field(max_length=1000, description="The pass of a seat, or its link, from a table's host.")
        ],
    ) -> Seated:
        """Sits down at a table that somebody else has opened on this server."""
        return await seat_view(invitation.strip().rstrip("/").rpartition("/")[2])


def _add_play(server: MCPServer[Any], tables: Tables) -> None:
    @server.tool(annotations=_LOOKS)
    async def look(seat_pass: SeatPass, after: After = -1) -> Seen:  # pyright: ignore[reportUnusedFunction]
        """The table as your seat sees it now, and what happened after a number."""
        return Seen.of(await _answer(tables.look(seat_pass, after)))

    @server.tool(annotations=_LOOKS)
    async def wait(  # pyright: ignore[reportUnusedFunction]
        seat_pass: SeatPass, after: After = -1, seconds: Seconds = USUAL_WAIT
    ) -> Seen:
        """Waits until you are asked something or the match is over.

        If neither comes in time, what there is comes back; call it again.
        """
        return Seen.of(await _answer(tables.wait(seat_pass, after, seconds)))

    @server.tool(annotations=_ACTS)
    async def answer(  # pyright: ignore[reportUnusedFunction]
        seat_pass: SeatPass,
        request: Annotated[str, Field(max_length=200, description="The `id` of what you were asked.")],
        chosen: Annotated[
            list[str] | None, Field(max_length=100, description="Of its `options`, as many as it asks for.")
        ] = None,
        speech: Annotated[
            str, Field(max_length=MOST_SPEECH, description="What you say, where it takes `words`.")
        ] = "",
        after: After = -1,
        seconds: Seconds = USUAL_WAIT,
    ) -> Seen:
        """Answers what you are asked, and waits for the next thing that you are asked.

        Neither a choice nor speech is a pass, where that is allowed. What is not allowed is told, and stays
        open to be answered otherwise.
        """
        await _answer(tables.answer(seat_pass, request, chosen or [], speech))
        return Seen.of(await _answer(tables.wait(seat_pass, after, seconds)))


async def _answer(request: Awaitable[T]) -> T:
    """Returns the server's answer; a refusal reaches the program in the server's own sentence.

    Raises:
        ToolError: with that sentence.
    """
    try:
        return await request
    except TableError as error:
        raise ToolError(str(error)) from error
