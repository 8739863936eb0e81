"""What comes is counted while it comes, by a real server."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager

import httpx
import uvicorn
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from parlour.web.gate.guard import MOST_HELLOS, Rates, limit_bodies
from parlour.web.gate.login import LOGIN
from tests.web.hosting.houses import run_async


async def weigh(scope: Scope, receive: Receive, send: Send) -> None:
    body = await Request(scope, receive).body()
    await PlainTextResponse(str(len(body)))(scope, receive, send)


def opens(token: str) -> bool:
    return token == "right"


async def keep(scope: Scope, receive: Receive, send: Send) -> None:
    headers = Headers(scope=scope)
    is_right = scope["path"] == "/seat/right" or headers.get("authorization") in (
        "Bearer right",
        "Basic right",
    )
    await PlainTextResponse("", 200 if is_right else 401)(scope, receive, send)


@asynccontextmanager
async def served(app: ASGIApp) -> AsyncGenerator[httpx.AsyncClient]:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        config = uvicorn.Config(app, lifespan="off", log_level="error")
        server = uvicorn.Server(config)
        running = asyncio.create_task(server.serve([listening]))
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        async with httpx.AsyncClient(base_url=url, timeout=60) as client:
            yield client
        server.should_exit = True
        await running


async def _pieces(count: int) -> AsyncGenerator[bytes]:
    for _ in range(count):
        yield b"x" * 1000


def test_a_body_of_no_stated_length_is_refused_as_soon_as_it_is_too_large():
    async def run() -> list[httpx.Response]:
        async with served(limit_bodies(weigh, most=50_000)) as client:
            return [await client.post("/", content=_pieces(count)) for count in (50, 51, 10_000)]

    fits, over, far_over = asyncio.run(run())
    assert (fits.status_code, fits.text) == (200, "50000")
    assert over.status_code == far_over.status_code == 413
    assert "at most 1 MB" in far_over.text


def test_each_link_has_requests_of_its_own_from_one_address():
    async def run() -> list[int]:
        async with served(Rates(weigh, "9/minute", "2/minute", opens)) as client:
            paths = ("/", "/", "/", "/seat/right", "/seat/right", "/seat/right", "/seat/wrong")
            return [(await client.get(path)).status_code for path in paths]

    assert asyncio.run(run()) == [200, 200, 429, 200, 200, 429, 429]


def test_wrong_links_and_passwords_are_counted_apart_and_stand_in_no_right_links_way():
    async def run() -> dict[str, list[int]]:
        wrong, right = {"Authorization": "Basic wrong"}, {"Authorization": "Basic right"}
        async with served(Rates(keep, "2/minute", "99/minute", opens)) as client:

            async def told(path: str, headers: dict[str, str] | None = None, times: int = 1) -> list[int]:
                return [(await client.get(path, headers=headers)).status_code for _ in range(times)]

            return {
                "wrong links": await told("/seat/wrong", times=4),
                "the right link": await told("/seat/right"),
                "a password all the same": await told("/", right),
                "wrong passwords": await told("/", wrong, times=4),
                "the right one, too late": await told("/", right),
                "elsewhere, too": await told("/seat/right", right),
                "a program with its link": await told("/api/v1/table", {"Authorization": "Bearer right"}),
                "no link": await told("/api/v1/table", {"Authorization": "Bearer wrong"}),
            }

    assert asyncio.run(run()) == {
        "wrong links": [401, 401, 429, 429],
        "the right link": [200],
        "a password all the same": [200],
        "wrong passwords": [401, 401, 429, 429],
        "the right one, too late": [429],
        "elsewhere, too": [429],
        "a program with its link": [200],
        "no link": [429],
    }


GOOD = "good"


class Asking:
    """Whoever asks a server that answers with one status, and forgives two guesses a minute."""

    def __init__(self, status: int = 404, *, requests: str = "100/minute") -> None:
        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            del scope, receive
            await send({"type": "http.response.start", "status": status, "headers": []})

        self._rates = Rates(app, "2/minute", requests, lambda token: token == GOOD)

    def from_(self, address: str, path: str = "/seat/wrong") -> int:
        sent: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.request"}

        async def send(message: Message) -> None:
            sent.append(message)

        scope: Scope = {"type": "http", "path": path, "headers": [], "client": (address, 1), "method": "GET"}
        scope |= {"query_string": b"", "root_path": ""}
        asyncio.run(self._rates(scope, receive, send))
        return int(sent[0]["status"])


def test_a_household_guesses_together_and_apart_from_others():
    for first, second, is_same in (
        ("203.0.113.7", "203.0.113.7", True),
        ("203.0.113.7", "203.0.113.8", False),
        ("2001:db8:0:1::1", "2001:db8:0:1:ffff::2", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("::ffff:203.0.113.7", "::ffff:203.0.113.7", True),
        ("::ffff:203.0.113.7", "::ffff:203.0.113.8", False),
        ("::ffff:203.0.113.7", "203.0.113.7", True),
        ("", "", True),
    ):
        asking = Asking()
        assert [asking.from_(first) for _ in range(3)] == [404, 404, 429]
        assert asking.from_(second) == (429 if is_same else 404), (first, second)


def test_only_what_opens_nothing_counts_as_a_guess():
    for status, path, is_guess in (
        (404, "/seat/wrong", True),
        (401, "/seat/wrong", True),
        (401, "/api/v1/table", True),
        (404, "/api/v1/table", False),
        (403, "/seat/wrong", False),
        (400, "/seat/wrong", False),
        (405, "/seat/wrong", False),
        (200, "/seat/wrong", False),
        (404, "/nothing", False),
        (404, f"/seat/{GOOD}", False),
        (401, "/login", True),
    ):
        asking = Asking(status)
        told = [asking.from_("203.0.113.7", path) for _ in range(3)]
        assert told == [status, status, 429 if is_guess else status], (status, path)


def test_passwords_that_are_sent_all_at_once_are_guesses_like_any_other():
    judged: list[int] = []

    async def story() -> None:
        bodies = asyncio.Event()

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            del scope
            await receive()
            judged.append(1)
            await send({"type": "http.response.start", "status": 401, "headers": []})

        rates = Rates(app, "10/minute", "1000/minute", lambda _: False)
        statuses: list[int] = []

        async def receive() -> Message:
            await bodies.wait()
            return {"type": "http.request"}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                statuses.append(int(message["status"]))

        def guess() -> Coroutine[object, object, None]:
            scope: Scope = {"type": "http", "path": LOGIN, "headers": [], "client": ("203.0.113.7", 1)}
            return rates(scope | {"query_string": b"", "root_path": "", "method": "POST"}, receive, send)

        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(guess()) for _ in range(300)]
            while sum(task.done() for task in tasks) < 290:  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(0)
            bodies.set()
        assert sorted(statuses) == [401] * 10 + [429] * 290

    asyncio.run(story())
    assert len(judged) == 10


@run_async
async def test_sockets_that_do_not_say_their_link_are_few():
    forever = asyncio.Event()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        del scope, receive
        await send({"type": "websocket.accept"})
        await forever.wait()
        await send({"type": "websocket.send", "text": "{}"})

    rates = Rates(app, "10/minute", "1000/minute", lambda _: False)
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def send(message: Message) -> None:
        sent.append(message)

    scope: Scope = {"type": "websocket", "path": "/api/v1/table/socket", "headers": []}
    scope |= {"client": ("203.0.113.7", 1), "query_string": b"", "root_path": "", "extensions": {}}
    async with asyncio.TaskGroup() as group:
        for _ in range(MOST_HELLOS + 5):
            group.create_task(rates(scope, receive, send))
        while len(sent) < MOST_HELLOS + 5:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0)
        accepted = [message for message in sent if message["type"] == "websocket.accept"]
        assert len(accepted) == MOST_HELLOS
        forever.set()
