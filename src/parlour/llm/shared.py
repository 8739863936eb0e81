"""What all seats would ask in the same words is asked once."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from dataclasses import replace

from parlour.llm.backend import Backend, Call, Completion, OnChunk
from parlour.llm.prompt import EVERYBODY

AT = "@"
"""What the name begins with under which a shared call goes on record: `@reader` reads for all its seats."""


class Shared:
    """Sends a prompt of `EVERYBODY` to its model once per match; whoever asks again gets the same completion.

    It goes on record under the name of the model and not of the seat that happened to ask first: seats that
    think at the same time ask in no fixed order, and a replay must find the call.

    Args:
        inner: the model.
        name: the model string by which it was opened.
    """

    def __init__(self, inner: Backend, name: str) -> None:
        self._inner = inner
        self.name, self.context = inner.name, inner.context
        self._asker = f"{AT}{name}"
        self._told: dict[tuple[str, str, str], Completion] = {}
        self._asking: defaultdict[tuple[str, str, str], asyncio.Lock] = defaultdict(asyncio.Lock)

    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        """Completes the call, or waits for the one who asks already; if that one fails, the next one asks."""
        prompt = call.prompt
        if prompt.player != EVERYBODY:
            return await self._inner.complete(call, on_chunk)
        question = (prompt.request, prompt.purpose, call.digest)
        async with self._asking[question]:
            if question not in self._told:
                asked = replace(call, prompt=replace(prompt, player=self._asker))
                self._told[question] = await self._inner.complete(asked, on_chunk)
        return self._told[question]
