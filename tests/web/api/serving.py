"""The interface on a real server in a thread, and clients of it."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import httpx
import uvicorn
from fastapi import FastAPI
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from parlour.arena import Setup
from parlour.core import Player
from parlour.llm import ModelPool
from parlour.store import Store
from parlour.web import api
from parlour.web.hosting import LiveMatch, TableServer

T = TypeVar("T")
Json = Any


@dataclass(frozen=True, kw_only=True)
class Opened:
    match: str
    host: str
    spectator: str
    seats: Mapping[Player, str]


class Api:
    """A server that runs, seen from outside and, where a test must, from inside."""

    def __init__(self, house: TableServer, loop: asyncio.AbstractEventLoop, address: str) -> None:
        self.server, self.address, self._loop = house, address, loop

    def inside(self, what: Coroutine[object, object, T]) -> T:
        future: Future[T] = asyncio.run_coroutine_threadsafe(what, self._loop)
        return future.result(60)

    def open(self, setup: Setup, *, is_begun: bool = True) -> Opened:
        async def lay() -> Opened:
            table, passes = self.server.open(setup)
            if is_begun:
                table.start()
            kinds = {each.kind: each.token for each in passes}
            seats = {each.player: each.token for each in passes if each.kind == "seat"}
            return Opened(match=table.match, host=kinds["host"], spectator=kinds["spectator"], seats=seats)

        return self.inside(lay())

    def table(self, opened: Opened) -> LiveMatch:
        return self.server.table(opened.match)

    def client(self, token: str = "") -> httpx.Client:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return httpx.Client(base_url=f"http://{self.address}{api.PREFIX}", headers=headers, timeout=60)

    def socket(self, token: str = "", after: int | None = None) -> ClientConnection:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        query = "" if after is None else f"?after={after}"
        url = f"ws://{self.address}{api.PREFIX}/table/socket{query}"
        return connect(url, additional_headers=headers, max_size=None)


@contextmanager
def serving(db: str) -> Generator[Api]:
    houses: list[TableServer] = []

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncGenerator[None]:
        with Store.open(db) as store:
            async with ModelPool() as models, TableServer(store, models, patience=0.02) as house:
                houses.append(house)
                loops.append(asyncio.get_running_loop())
                yield

    loops: list[asyncio.AbstractEventLoop] = []
    app = FastAPI(lifespan=lifespan)
    api.mount(app, lambda: houses[0])
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            thread.join(0.01)
        host, port = server.servers[0].sockets[0].getsockname()[:2]
        yield Api(houses[0], loops[0], f"{host}:{port}")
    finally:
        server.should_exit = True
        thread.join(60)


def obedient(form: Mapping[str, Json]) -> dict[str, Json]:
    chosen: list[Json] = form["options"][: max(1, form["least"])] if form["most"] else []
    return {"request": form["id"], "chosen": chosen, "speech": "Yes." if form["words"] else ""}


def waited(look: Callable[[], T | None], seconds: float = 60) -> T:
    async def wait() -> T:
        async with asyncio.timeout(seconds):
            while not (found := look()):  # noqa: ASYNC110 - what there is to see is anything
                await asyncio.sleep(0.01)
            return found

    return asyncio.run(wait())


def play(client: httpx.Client) -> list[dict[str, Json]]:
    asked: list[dict[str, Json]] = []

    def is_over() -> bool:
        view = client.get("/table", params={"after": 10**6}).raise_for_status().json()
        for form in view["forms"]:
            asked.append(form)
            client.post("/table/answers", json=obedient(form)).raise_for_status()
        return view["standing"]["standing"] == "finished"

    waited(is_over)
    return asked


def said(socket: ClientConnection) -> Iterator[dict[str, Json]]:
    try:
        while True:
            yield json.loads(socket.recv(timeout=60))
    except ConnectionClosed:
        return


def play_over(socket: ClientConnection) -> list[dict[str, Json]]:
    heard: list[dict[str, Json]] = []
    for message in said(socket):
        heard.append(message)
        forms: list[Json] = message["table"]["forms"] if message["type"] == "snapshot" else []
        forms += [message["form"]] if message["type"] == "form" else []
        for form in forms:
            socket.send(json.dumps({"type": "answer", **obedient(form)}))
        if message["type"] == "standing" and message["standing"]["standing"] == "finished":
            break
    return heard


def lines(heard: Sequence[dict[str, Json]]) -> list[dict[str, Json]]:
    told = [line for each in heard if each["type"] == "snapshot" for line in each["table"]["lines"]]
    return told + [each["line"] for each in heard if each["type"] == "line"]
