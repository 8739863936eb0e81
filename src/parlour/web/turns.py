"""Calls that take this process's own time, one at a time, so that nobody at any table waits for long.

The reader thinks in the loop in which everything else happens. A step at which eight agents decide would hold
it for their whole thinking at once; here each call is a turn, given in the order of asking, and between any
two the loop sends and receives what has come. Threads would not help, since they take turns at the same
interpreter and longer ones; replies are the same byte for byte either way.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from parlour.llm import Call, Completion, OnChunk, Provider, is_reader, open_approved
from parlour.web.pace import Paced
from parlour.web.wrapped import Wrapped


class SerialProvider(Wrapped):
    """A provider of which one call runs at a time, and not before the loop has looked around.

    Args:
        inner: the provider.
    """

    def __init__(self, inner: Provider) -> None:
        super().__init__(inner, slots=1)
        self._turn = asyncio.Lock()

    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        """Completes the call when its turn has come."""
        async with self._turn:
            await asyncio.sleep(0)
            return await self.inner.complete(call, on_chunk)


def opener(pace: float) -> Callable[[str], Provider]:
    """What opens the operator's models for a server: the reader in turns and at a pace, others as they are.

    Args:
        pace: seconds per word that the reader says where somebody listens; 0 for all at once.
    """

    def opened(model: str) -> Provider:
        provider = open_approved(model)
        if not is_reader(model):
            return provider
        return Paced(SerialProvider(provider), pace) if pace else SerialProvider(provider)

    return opened
