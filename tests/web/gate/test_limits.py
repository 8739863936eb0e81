"""What comes is counted while it comes, by a real server."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import httpx
import uvicorn
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from parlour.web.gate.limits import Bodies, Rates


async def weigh(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers how much came."""
    body = await Request(scope, receive).body()
    await PlainTextResponse(str(len(body)))(scope, receive, send)


@asynccontextmanager
async def served(app: ASGIApp) -> AsyncGenerator[httpx.AsyncClient]:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        config = uvicorn.Config(app, lifespan="off", log_level="error")
        server = uvicorn.Server(config)
        running = asyncio.create_task(server.serve([listening]))
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{listening.getsockname()[1]}") as client:
            yield client
        server.should_exit = True
        await running


async def _pieces(count: int) -> AsyncGenerator[bytes]:
    for _ in range(count):
        yield b"x" * 1000


def test_a_body_of_no_stated_length_is_refused_as_soon_as_it_is_too_large():
    async def run() -> list[httpx.Response]:
        async with served(Bodies(weigh, most=50_000)) as client:
            return [await client.post("/", content=_pieces(count)) for count in (50, 51, 10_000)]

    fits, over, far_over = asyncio.run(run())
    assert (fits.status_code, fits.text) == (200, "50000")
    assert over.status_code == far_over.status_code == 413
    assert "at most 1 MB" in far_over.text


def test_an_address_that_asks_too_often_is_told_to_wait():
    async def run() -> list[httpx.Response]:
        async with served(Rates(weigh, failures="1/minute", requests="3/minute")) as client:
            return [await client.get("/", headers={"Accept-Language": "zh"}) for _ in range(4)]

    answers = asyncio.run(run())
    assert [each.status_code for each in answers] == [200, 200, 200, 429]
    assert answers[3].headers["retry-after"] == "60"
    assert "请过一分钟再试" in answers[3].text
