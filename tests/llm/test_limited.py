from __future__ import annotations

import asyncio

from parlour.llm import Client
from tests.llm.samples import Scripted, call


class Counting(Scripted):
    """Remembers how many calls were in it at once."""

    inside = most = 0

    async def complete(self, call, on_chunk=None):  # pyright: ignore
        self.inside += 1
        self.most = max(self.most, self.inside)
        await asyncio.sleep(0.001)
        self.inside -= 1
        return await super().complete(call, on_chunk)


def test_no_more_calls_at_once_than_allowed() -> None:
    inner = Counting("Hello.")

    async def scenario() -> None:
        client = Client(inner, concurrency=3)
        await asyncio.gather(*(client.complete(call(str(n))) for n in range(10)))

    asyncio.run(scenario())
    assert inner.most == 3
    assert len(inner.calls) == 10
