"""No more calls at once than a model serves well."""

from __future__ import annotations

import asyncio

from parlour.llm.backend import Backend, Call, Completion, OnChunk


class Limited:
    """Lets so many calls through at a time; the others queue in the order of asking."""

    def __init__(self, inner: Backend, concurrency: int) -> None:
        self._inner = inner
        self._free = asyncio.Semaphore(concurrency)
        self.name, self.context = inner.name, inner.context

    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        """Completes the call when there is room for it."""
        async with self._free:
            return await self._inner.complete(call, on_chunk)
