"""What comes is counted while it comes, by a real server."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import httpx
import uvicorn
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from parlour.web.gate.guard import limit_bodies
from parlour.web.gate.rates import Rates


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


def test_an_address_that_asks_too_often_is_told_to_wait():
    async def run() -> list[httpx.Response]:
        async with served(Rates(weigh, "1/minute", "3/minute", opens)) as client:
            return [await client.get("/", headers={"Accept-Language": "zh"}) for _ in range(4)]

    answers = asyncio.run(run())
    assert [each.status_code for each in answers] == [200, 200, 200, 429]
    assert answers[3].headers["retry-after"] == "60"
    assert "请过一分钟再试" in answers[3].text


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
