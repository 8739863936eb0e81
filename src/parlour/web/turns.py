"""Calls that take this process's own time, one at a time, so that nobody at any table waits for long.

The reader thinks in the loop in which everything else happens. A step at which eight agents decide would hold
it for their whole thinking at once; here each call is a turn, given in the order of asking, and between any
two the loop sends and receives what has come. Threads would not help, since they take turns at the same
interpreter and longer ones; replies are the same byte for byte either way.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from parlour.llm import READER, Call, Completion, OnChunk, Provider, open_provider
from parlour.web.pace import Paced


class InTurn:
    """A provider of which one call runs at a time, and not before the loop has looked around.

    Args:
        inner: the provider.
    """

    slots = 1

    def __init__(self, inner: Provider) -> None:
        self._inner, self._turn = inner, asyncio.Lock()
        self.name, self.context, self.is_priced = inner.name, inner.context, inner.is_priced

    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        """Completes the call when its turn has come."""
        async with self._turn:
            await asyncio.sleep(0)
            return await self._inner.complete(call, on_chunk)

    def price(self, input_tokens: int, output_tokens: int) -> float | None:
        """As its own."""
        return self._inner.price(input_tokens, output_tokens)

    def worst_price(self, call: Call) -> float:
        """As its own."""
        return self._inner.worst_price(call)

    async def close(self) -> None:
        """Closes it."""
        await self._inner.close()


def opener(pace: float) -> Callable[[str], Provider]:
    """What opens models for a server: the reader in turns and at a pace, any other as it is.

    Args:
        pace: seconds per word that the reader says where somebody listens; 0 for all at once.
    """

    def opened(model: str) -> Provider:
        provider = open_provider(model)
        if model != READER:
            return provider
        return Paced(InTurn(provider), pace) if pace else InTurn(provider)

    return opened
