"""What a model call costs its client, layer by layer: CPU of one process with many calls in the air."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import aiohttp
import httpx2
import openai
from pydantic import BaseModel
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

from bench.figure import Figure, at_most
from bench.slots import slots_server
from parlour.llm import Call, Part, Prompt
from parlour.llm.chat_server import ChatServer
from parlour.llm.hosted import Hosted
from parlour.llm.profile import Endpoint
from parlour.llm.pydantic_ai_model import PydanticAIModel
from tests.llm.loopback import NAME, Body

CALLS, IN_THE_AIR, ROUNDS, PATIENCE = 300, 128, 3, 120.0
_STORY = "In the evening of the fourth somebody was seen near the greenhouse with a lantern. "
_SYSTEM, _USER = _STORY * 36, _STORY * 60
Ask = Callable[[], Awaitable[object]]
Opened = AbstractAsyncContextManager[Ask]


class _Form(BaseModel):
    reason: str
    suspect: str


_CALL = Call(
    prompt=Prompt(
        player="Anna",
        request="1",
        purpose="bench",
        language="en",
        system=(Part(text=_SYSTEM),),
        user=(Part(text=_USER),),
    ),
    max_tokens=800,
    temperature=0.7,
    reply=_Form,
)
_BODY: Body = {
    "model": NAME,
    "messages": [{"role": "system", "content": _SYSTEM}, {"role": "user", "content": _USER}],
    "max_tokens": 800,
    "temperature": 0.7,
    "response_format": {
        "type": "json_schema",
        "json_schema": {"name": "_Form", "schema": _Form.model_json_schema()},
    },
}


def layer_figures(_: Path) -> Iterator[Figure]:
    """The same call by each client; the best of some rounds, since the machine is seldom ours alone."""
    with slots_server(0.0, IN_THE_AIR) as model:
        url = model.partition("#")[0]
        for name, layer in _LAYERS.items():
            cost = asyncio.run(_cost(layer, url))
            yield at_most(f"{name}: CPU per call with {IN_THE_AIR} in flight, ms", 0, 1000 * cost)


def bare_cost() -> float:
    """Returns the seconds of CPU of a call by aiohttp alone."""
    with slots_server(0.0, IN_THE_AIR) as model:
        return asyncio.run(_cost(_aiohttp, model.partition("#")[0]))


async def _cost(layer: Callable[[str], Opened], url: str) -> float:
    free = asyncio.Semaphore(IN_THE_AIR)

    async def one(ask: Ask) -> None:
        async with free:
            await ask()

    async with layer(url) as ask:
        taken = list[float]()
        for _ in range(ROUNDS):
            began = time.process_time()
            await asyncio.gather(*(one(ask) for _ in range(CALLS)))
            taken.append((time.process_time() - began) / CALLS)
    return min(taken)


@asynccontextmanager
async def _aiohttp(url: str) -> AsyncGenerator[Ask]:
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:

        async def ask() -> None:
            async with session.post(f"{url}/chat/completions", data=json.dumps(_BODY)) as response:
                json.loads(await response.read())

        yield ask


@asynccontextmanager
async def _httpx(url: str) -> AsyncGenerator[Ask]:
    limits = httpx2.Limits(max_connections=1000, max_keepalive_connections=1000)
    async with httpx2.AsyncClient(limits=limits, timeout=PATIENCE) as client:

        async def ask() -> None:
            (await client.post(f"{url}/chat/completions", json=_BODY)).json()

        yield ask


@asynccontextmanager
async def _openai(url: str) -> AsyncGenerator[Ask]:
    async with openai.AsyncOpenAI(base_url=url, api_key="none", max_retries=0, timeout=PATIENCE) as client:

        async def ask() -> None:
            await client.chat.completions.create(**_BODY)

        yield ask


def _hosted(connect: Callable[[str], Endpoint]) -> Callable[[str], Opened]:
    @asynccontextmanager
    async def opened(url: str) -> AsyncGenerator[Ask]:
        provider = Hosted(connect(url), name=url, context=100_000)
        yield lambda: provider.complete(_CALL)
        await provider.close()

    return opened


def _usual(url: str) -> PydanticAIModel:
    provider = OpenAIProvider(base_url=url, api_key="none")
    return PydanticAIModel(OpenAIChatModel(NAME, provider=provider))


_LAYERS = {
    "aiohttp": _aiohttp,
    "HTTPX": _httpx,
    "OpenAI's client": _openai,
    "pydantic-ai": _hosted(_usual),
    "Parlour": _hosted(lambda url: ChatServer(url, NAME, "none")),
}
