"""Open connections are counted, and none is kept open for nothing, by a real server over real sockets."""

from __future__ import annotations

import asyncio
import json
import re
import resource
import socket
from collections.abc import AsyncGenerator, Sequence
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from urllib.parse import urlencode

import pytest
import uvicorn
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect as connect_now
from websockets.typing import Origin

from parlour.web.gate import Connections
from parlour.web.gate.connections import keep_time
from parlour.web.gate.guard import Rates
from tests.web.browser.serving import PATIENCE, Server
from tests.web.gate.addresses import is_here
from tests.web.hosting.houses import game, setup

GET = b"GET /%s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
POST = (
    b"POST /api/v1/tables HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    b"Content-Type: application/json\r\nContent-Length: 9\r\n\r\n"
)
FEW_FILES = 256


class Line:
    """A connection without any client library."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def ask(self, path: bytes = b"", headers: bytes = b"") -> bytes:
        self._writer.write((GET % path)[:-2] + headers + b"\r\n")
        head = await self._reader.readuntil(b"\r\n\r\n")
        await self._reader.readexactly(2)
        return head.partition(b"\r\n")[0]

    def send(self, data: bytes) -> None:
        self._writer.write(data)

    async def sent(self) -> None:
        await self._writer.drain()

    def is_over(self) -> bool:
        return self._reader.at_eof()

    def close(self) -> None:
        self._writer.close()

    async def ended(self) -> bool:
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._reader.read() == b""
        except ConnectionResetError:
            return True


class Served:
    """A server of uvicorn whose application answers, waits on `/held`, and repeats what a WebSocket says."""

    def __init__(self, connections: Connections) -> None:
        self.connections, self.is_held, self.release = connections, asyncio.Event(), asyncio.Event()
        self.port, self.lines = 0, ExitStack()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.accept"})
            while (message := await receive())["type"] != "websocket.disconnect":
                if message["type"] == "websocket.receive":
                    await send({"type": "websocket.send", "text": message["text"]})
            return
        try:
            await Request(scope, receive).body()
        except ClientDisconnect:
            return
        if scope["path"] == "/held":
            self.is_held.set()
            await self.release.wait()
        if scope["path"] == "/hurry":
            self.connections.seconds = 0.05
        await PlainTextResponse("ok")(scope, receive, send)

    async def line(self) -> Line:
        line = Line(*await asyncio.open_connection("127.0.0.1", self.port))
        self.lines.callback(line.close)
        return line

    def socket(self, link: str) -> connect:
        return connect(f"ws://127.0.0.1:{self.port}/seat/{link}")


@asynccontextmanager
async def served(connections: Connections, http: str, proxies: Sequence[str] = ()) -> AsyncGenerator[Served]:
    app = Served(connections)
    rates = Rates(app, "999/minute", "9999/minute", lambda token: token in ("ada", "bob"))
    config = uvicorn.Config(
        keep_time(rates),
        http="h11" if http == "h11" else "httptools",
        lifespan="off",
        log_level="error",
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
    )
    connections.watch(config)
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        app.port = listening.getsockname()[1]
        running = asyncio.create_task(server.serve([listening]))
        with app.lines:
            yield app
        server.should_exit = True
        await running


@pytest.fixture(params=["h11", "httptools"])
def http(request: pytest.FixtureRequest) -> str:
    if request.param == "httptools":
        pytest.importorskip("httptools")
    return str(request.param)


async def echoes(*sockets: ClientConnection) -> bool:
    for one in sockets:
        await one.send("still here")
        if await one.recv() != "still here":
            return False
    return True


def test_a_request_that_does_not_come_whole_in_time_ends_its_connection(http: str):
    async def story() -> None:
        async with served(Connections(), http) as server:
            kept = await server.line()
            assert await kept.ask(b"hurry") == b"HTTP/1.1 200 OK"
            lines = {name: await server.line() for name in ("nothing", "half the headers", "half the body")}
            lines["half the headers"].send(GET[:20])
            lines["half the body"].send(POST + b"1234")
            kept.send(GET[:20])
            for name, line in (lines | {"half of a second request": kept}).items():
                assert await line.ended(), name

    asyncio.run(story())


def test_an_answer_and_a_socket_may_take_as_long_as_they_need(http: str):
    async def story() -> None:
        async with served(Connections(seconds=2), http) as server, server.socket("ada") as one:
            held = await server.line()
            answer = asyncio.create_task(held.ask(b"held"))
            await server.is_held.wait()
            assert await (await server.line()).ended()
            server.release.set()
            assert await answer == b"HTTP/1.1 200 OK"
            assert await echoes(one)

    asyncio.run(story())


def test_headers_without_end_are_not_read(http: str):
    async def story() -> None:
        async with served(Connections(), http) as server:
            line = await server.line()
            line.send(GET[:-2])
            try:
                while not line.is_over():
                    line.send(b"X: " + b"x" * 8000 + b"\r\n")
                    await line.sent()
            except ConnectionError:
                pass

    asyncio.run(story())


def test_the_oldest_idle_stranger_makes_room_and_a_guest_never_does(http: str):
    async def story() -> None:
        async with served(Connections(most=4), http) as server, server.socket("ada") as guest:
            oldest, *others = [await server.line() for _ in range(3)]
            newcomer = await server.line()
            assert await oldest.ended()
            for line in (*others, newcomer):
                assert await line.ask() == b"HTTP/1.1 200 OK"
            for _ in range(20):
                newcomer = await server.line()
            assert await newcomer.ask() == b"HTTP/1.1 200 OK"
            for line in others:
                assert await line.ended()
            assert await echoes(guest)

    asyncio.run(story())


def test_where_all_are_guests_whoever_comes_later_is_turned_away(http: str):
    async def story() -> None:
        async with (
            served(Connections(most=2), http) as server,
            server.socket("ada") as one,
            server.socket("bob") as other,
        ):
            assert await (await server.line()).ended()
            assert await echoes(one, other)

    asyncio.run(story())


def test_an_address_and_each_link_from_it_have_so_many(http: str):
    async def story() -> None:
        async with (
            served(Connections(of_client=2), http) as server,
            server.socket("ada") as one,
            server.socket("ada") as two,
            server.socket("bob") as three,
        ):
            lines = [await server.line() for _ in range(3)]
            assert await lines[0].ended()
            for line in lines[1:]:
                assert await line.ask() == b"HTTP/1.1 200 OK"
            with pytest.raises((WebSocketException, ConnectionError, EOFError)):
                async with server.socket("ada") as third:
                    await echoes(third)
            assert await echoes(one, two, three)

    asyncio.run(story())


def test_behind_a_proxy_a_connection_counts_for_the_client_that_the_proxy_names(http: str):
    async def story() -> None:
        connections = Connections(of_client=2, proxies=["127.0.0.1"])
        async with served(connections, http, ["127.0.0.1"]) as server:
            lines = [await server.line() for _ in range(7)]
            for number, line in enumerate(lines):
                client = b"X-Forwarded-For: 203.0.113.%d\r\n" % (number // 2)
                assert await line.ask(headers=client) == b"HTTP/1.1 200 OK"
            for line in (lines[0], lines[1]):
                assert await line.ask(headers=b"X-Forwarded-For: 203.0.113.3\r\n") == b"HTTP/1.1 200 OK"
            assert await lines[6].ended()

    asyncio.run(story())


def strangers(port: int, count: int, *, said: bytes = b"") -> list[socket.socket]:
    addresses = [address for address in (f"127.0.0.{n}" for n in range(2, 8)) if is_here(address)]
    opened = list[socket.socket]()
    for number in range(count):
        source = addresses[number % len(addresses)] if addresses else "127.0.0.1"
        opened.append(socket.create_connection(("127.0.0.1", port), PATIENCE, (source, 0)))
        opened[-1].sendall(said)
    return opened


def page_socket(url: str, page: str) -> str:
    client = re.search(r"'client_id': '([0-9a-f-]+)'", page)
    assert client
    query = {"client_id": client[1], "next_message_id": 0, "implicit_handshake": "true", "tab_id": "a"}
    query |= {"document_id": "b", "EIO": 4, "transport": "websocket"}
    return f"{url.replace('http', 'ws', 1)}/_nicegui_ws/socket.io/?{urlencode(query)}"


def test_players_come_in_and_stay_where_strangers_open_more_than_the_server_may_have(tmp_path: Path):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    few = f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({FEW_FILES}, {FEW_FILES}))"
    server = Server(db=tmp_path / "parlour.db", before=few)
    opened = server.open(setup(0))
    seat = opened.seat(game().players[0])
    server.start()
    with ExitStack() as stack:
        stack.callback(server.kill)
        stack.callback(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(4 * FEW_FILES, hard), hard))
        idle = [stack.enter_context(one) for one in strangers(server.port, FEW_FILES + 50)]
        with server.client() as player:
            page = player.get(f"/seat/{seat}")
        assert page.status_code == 200
        address = page_socket(server.url, page.text)
        shown = stack.enter_context(connect_now(address, origin=Origin(server.url)))
        assert str(shown.recv(PATIENCE)).startswith("0{")
        shown.send("40")
        assert str(shown.recv(PATIENCE)).startswith("40{")
        table = stack.enter_context(connect_now(f"{server.url.replace('http', 'ws', 1)}/api/v1/table/socket"))
        table.send(json.dumps({"type": "hello", "token": seat, "after": -1}))
        assert json.loads(table.recv(PATIENCE))["type"] == "snapshot"
        busy = strangers(server.port, FEW_FILES + 50, said=POST)
        for one in map(stack.enter_context, busy):
            del one
        assert idle[0].recv(1) == b""
        with server.client(seat) as player:
            assert player.get("/api/v1/table").status_code == 200
        for held in (table, shown):
            assert held.ping().wait(PATIENCE)
