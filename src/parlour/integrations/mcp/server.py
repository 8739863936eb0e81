"""The tools that a chat program is given: open a table, take a seat, look, wait, answer."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Annotated, Any, TypeVar

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import Field

from parlour import __version__
from parlour.arena import OUTSIDE
from parlour.errors import TableError
from parlour.integrations.mcp.tables import Seated, Seen, Tables
from parlour.llm import Language
from parlour.web.api.catalogue import GameView, MethodView

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
        return [each for each in await _answer(tables.methods()) if each.name not in OUTSIDE]


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
        asked: dict[str, Any] = {"language": language, "seed": seed, "model": model}
        if game or options:
            named = {"name": game} if game else {}
            asked["game"] = {**(options or {}), **named}
        if method:
            asked["method"] = method
        return await seat_view(await _answer(tables.open(asked, seat)))

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
