"""A chat server of so many slots, lean enough that what is measured is its client.

`python -m bench.slots DELAY SLOTS` prints its address and serves until its standard input ends. It answers as
`bench.fixed` does, in one loop instead of a thread for every connection, and without counting tokens.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Generator
from contextlib import contextmanager

from aiohttp import web

from bench.fixed import reply
from bench.served import served
from tests.llm.loopback import NAME, completion


@contextmanager
def slots_server(delay: float, slots: int) -> Generator[str]:
    """The model string of such a server, for as long as the block runs.

    Args:
        delay: seconds after which a call is answered.
        slots: how many calls it answers at the same time; the others wait in its queue.
    """
    with served("bench.slots", delay, slots) as (address, _, _):
        yield address


async def _serve(delay: float, slots: int) -> None:
    free = asyncio.Semaphore(slots)

    async def chat(request: web.Request) -> web.Response:
        body = json.loads(await request.read())
        told = json.dumps(completion(body, reply(body)))
        async with free:
            await asyncio.sleep(delay)
        return web.Response(text=told, content_type="application/json")

    async def models(_: web.Request) -> web.Response:
        listed = [{"id": NAME, "object": "model", "max_model_len": 32768}]
        return web.json_response({"object": "list", "data": listed})

    app = web.Application(client_max_size=2**26)
    app.add_routes([web.post("/v1/chat/completions", chat), web.get("/v1/models", models)])
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0, backlog=1024)
    await site.start()
    print(f"http://127.0.0.1:{runner.addresses[0][1]}/v1#{NAME}", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await runner.cleanup()


if __name__ == "__main__":
    asyncio.run(_serve(float(sys.argv[1]), int(sys.argv[2])))
