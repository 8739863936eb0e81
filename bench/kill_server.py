"""A server with people at its tables that is killed again and again, beside one that nobody disturbs.

The people are clients over WebSocket, who come back whenever their connection is lost and answer whatever
they are asked then; what each of them answers follows from the request alone.
"""

from __future__ import annotations

import asyncio
import json
import math
import socket
import threading
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx
import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from bench.forked import PATIENCE, begun, killed
from bench.killed import DELAY, Killed, read_match
from bench.victims import serve
from parlour.arena import HUMAN, GameSetup
from parlour.games.mystery import MysterySetup, generate
from parlour.llm import ModelPool
from parlour.store import Store
from parlour.web.hosting import TableServer
from tests.arena.mysteries import laid
from tests.arena.onenights import one_night
from tests.arena.werewolves import werewolves
from tests.llm.loopback import Loopback

MOST_BETWEEN = 24
"""Calls and answers from one kill to the next; the tables have some two hundred together."""
_AGAIN = 0.02
"""Seconds before somebody knocks again whose server is gone."""
_OVER = frozenset({"finished", "ended", "stopped"})


@dataclass(frozen=True, kw_only=True)
class Opened:
    """A table, the token that opens it to its host, and those of the seats at which people sit."""

    match: str
    host: str
    seats: Sequence[str]


def killed_server(folder: Path, kills: int, server: Loopback, rng: Random) -> Killed:
    """Serves tables that are played to their end, and is killed so often at most on the way."""
    folder.mkdir(parents=True)
    db, told = str(folder / "served.db"), Killed()
    tables = asyncio.run(_open_tables(db, server.model))
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with _people(port, tables) as people:

        def happened() -> float:
            return math.inf if people.are_done else len(server.requests) + len(people.sent)

        while told.kills < kills and not people.are_done:
            with begun(serve, db, port, server.model) as process:
                if not killed(process, happened, MOST_BETWEEN, rng, 2 * DELAY):
                    raise RuntimeError("the server ended by itself")
            told.kills += 1
        with begun(serve, db, port, server.model):
            people.await_end()
    with Store.open(db) as store:
        for number, table in enumerate(tables):
            told.records[str(number)] = read_match(store, table.match, server.model)
        told.strays = len(store.matches()) - len(tables)
        told.strays += sum(each.status != "finished" for each in store.matches())
    return told


async def _open_tables(db: str, model: str) -> list[Opened]:
    games: tuple[tuple[GameSetup, str], ...] = (
        (MysterySetup(script=generate(3, players=4), rounds=1), "plain"),
        (werewolves("vwsvxv"), "plain"),
        (one_night("swvvt"), "player-star"),
    )
    with Store.open(db) as store:
        async with ModelPool() as models, TableServer(store, models) as house:
            return [_open(house, game, method, model) for game, method in games]


def _open(house: TableServer, game: GameSetup, method: str, model: str) -> Opened:
    people = dict.fromkeys(game.players[1:3], HUMAN)
    table, passes = house.open(laid(game, model=model, method=method, methods=people))
    [host] = [each.token for each in passes if each.kind == "host"]
    return Opened(match=table.match, host=host, seats=[each.token for each in passes if each.kind == "seat"])


@dataclass(kw_only=True)
class _People:
    """Everybody who plays from outside."""

    port: int
    tables: Sequence[Opened]
    sent: list[str] = field(default_factory=list[str])
    _ended: threading.Event = field(default_factory=threading.Event)

    @property
    def are_done(self) -> bool:
        """Whether every table has come to its end before everybody's eyes."""
        return self._ended.is_set()

    def await_end(self) -> None:
        """Waits for that."""
        if not self._ended.wait(PATIENCE):
            raise RuntimeError("the tables did not come to their ends")

    async def play(self) -> None:
        """Begins every table and answers whatever is asked."""
        async with asyncio.TaskGroup() as group:
            for number, table in enumerate(self.tables):
                group.create_task(self._begin(table))
                for token in table.seats:
                    group.create_task(self._sit(token, number))
        self._ended.set()

    async def _begin(self, table: Opened) -> None:
        bearer = {"Authorization": f"Bearer {table.host}"}
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", headers=bearer) as client:
            while True:
                with suppress(httpx.TransportError):
                    (await client.post("/api/v1/table/start", timeout=PATIENCE)).raise_for_status()
                    return
                await asyncio.sleep(_AGAIN)

    async def _sit(self, token: str, number: int) -> None:
        url = f"ws://127.0.0.1:{self.port}/api/v1/table/socket"
        bearer = {"Authorization": f"Bearer {token}"}
        while True:
            with suppress(OSError, EOFError, TimeoutError, WebSocketException):
                async with connect(url, additional_headers=bearer, max_size=None) as connection:
                    if await self._listen(connection, number):
                        return
            await asyncio.sleep(_AGAIN)

    async def _listen(self, connection: ClientConnection, number: int) -> bool:
        """Answers as long as there is a connection; whether the match has ended."""
        async for text in connection:
            message: dict[str, Any] = orjson.loads(text)
            kind = message["type"]
            forms: list[dict[str, Any]] = message["table"]["forms"] if kind == "snapshot" else []
            forms += [message["form"]] if kind == "form" else []
            for form in forms:
                await connection.send(json.dumps(_answer(form, number)))
                self.sent.append(form["id"])
            told = message["table"] if kind == "snapshot" else message
            if kind in ("snapshot", "standing") and told["standing"]["standing"] in _OVER:
                return True
        return False


def _answer(form: dict[str, Any], number: int) -> dict[str, Any]:
    """Returns an answer that follows from what is asked: ids differ from match to match."""
    asked = [form[name] for name in ("kind", "player", "round", "case", "options", "text", "partner")]
    rng = Random(f"{number}/{asked}")
    chosen: list[str] = rng.sample(form["options"], max(1, form["least"])) if form["most"] else []
    speech = f"I was in the garden, and I say it for the {rng.random():.6f}th time." if form["words"] else ""
    return {"type": "answer", "request": form["id"], "chosen": chosen, "speech": speech}


@contextmanager
def _people(port: int, tables: Sequence[Opened]) -> Generator[_People]:
    """People who play in a thread of their own."""
    people = _People(port=port, tables=tables)
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    playing = asyncio.run_coroutine_threadsafe(people.play(), loop)
    try:
        yield people
        playing.result(PATIENCE)
    finally:
        playing.cancel()
        loop.call_soon_threadsafe(loop.stop)
        thread.join(PATIENCE)
        loop.close()
