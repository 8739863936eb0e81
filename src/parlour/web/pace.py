"""Providers for the operator's models in a server: the reader takes turns, at a pace people can follow.

The reader runs in the event loop of the whole server. A step at which eight agents decide would block the
loop for all their calls; here each call is a turn, in the order of the requests, and between two turns the
loop sends and receives. Threads would not help, since they share the interpreter; replies are the same byte
for byte.
"""

from __future__ import annotations

import asyncio
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator

from parlour.llm import Call, Completion, OnChunk, Provider, is_reader, open_approved


class Wrapped(ABC):
    """A provider around another one, with its name, window and prices."""

    def __init__(self, inner: Provider, *, slots: int) -> None:
        self.inner, self.slots = inner, slots
        self.name, self.context, self.is_priced = inner.name, inner.context, inner.is_priced

    @abstractmethod
    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        """Completes the call with the inner provider."""

    def price(self, input_tokens: int, output_tokens: int) -> float | None:
        """Returns the inner provider's price."""
        return self.inner.price(input_tokens, output_tokens)

    def worst_price(self, call: Call) -> float:
        """Returns the inner provider's worst price."""
        return self.inner.worst_price(call)

    async def close(self) -> None:
        """Closes the inner provider."""
        await self.inner.close()


class SerialProvider(Wrapped):
    """A provider that completes one call at a time, after the loop has handled other events."""

    def __init__(self, inner: Provider) -> None:
        super().__init__(inner, slots=1)
        self._turn = asyncio.Lock()

    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        """Completes the call in its turn."""
        async with self._turn:
            await asyncio.sleep(0)
            return await self.inner.complete(call, on_chunk)


def opener(pace: float) -> Callable[[str], Provider]:
    """Returns the opener of the operator's models: the reader in turns and paced, others as they are."""

    def open_model(model: str) -> Provider:
        provider = open_approved(model)
        if not is_reader(model):
            return provider
        return Paced(SerialProvider(provider), pace) if pace else SerialProvider(provider)

    return open_model


USUAL_PACE = 0.06
"""Seconds per word: quick speech."""
_AT_ONCE = 4
"""Words in a piece; each piece is sent to all viewers."""
_WORD = re.compile(r"\s*(?:[\u3400-\u9fff]|[^\s\u3400-\u9fff]+)\s*")


class Paced(Wrapped):
    """A provider whose immediate replies are passed on at speaking pace.

    Without a listener it does not wait; the replies are the same either way.
    """

    def __init__(self, inner: Provider, pace: float = USUAL_PACE) -> None:
        super().__init__(inner, slots=4096)
        self._pace = pace

    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        """Completes the call and passes it on piece by piece."""
        completion = await self.inner.complete(call)
        if on_chunk:
            for piece, words in _pieces(completion.text):
                on_chunk(piece)
                await asyncio.sleep(words * self._pace)
        return completion


def _pieces(text: str) -> Iterator[tuple[str, int]]:
    words = _WORD.findall(text)
    for start in range(0, len(words), _AT_ONCE):
        piece = words[start : start + _AT_ONCE]
        yield "".join(piece), len(piece)
