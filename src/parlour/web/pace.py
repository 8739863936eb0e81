"""The reader speaks at a pace at which people can follow, where somebody listens."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator

from parlour.llm import Call, Completion, OnChunk, Provider

USUAL_PACE = 0.06
"""Seconds per word: quick speech."""
_AT_ONCE = 4
"""Words in a piece: each is sent to everybody who watches."""
_WORD = re.compile(r"\s*(?:[\u3400-\u9fff]|[^\s\u3400-\u9fff]+)\s*")


class Paced:
    """A provider whose replies are there at once, and are passed on as somebody would say them.

    Where nobody listens it does not wait; what is said is the same either way.

    Args:
        inner: the provider.
        pace: seconds per word; a Chinese character is one.
    """

    slots = 4096

    def __init__(self, inner: Provider, pace: float = USUAL_PACE) -> None:
        self._inner, self._pace = inner, pace
        self.name, self.context, self.is_priced = inner.name, inner.context, inner.is_priced

    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        """Completes the call, and says it piece by piece."""
        completion = await self._inner.complete(call)
        if on_chunk:
            for piece, words in _pieces(completion.text):
                on_chunk(piece)
                await asyncio.sleep(words * self._pace)
        return completion

    def price(self, input_tokens: int, output_tokens: int) -> float | None:
        """As its own."""
        return self._inner.price(input_tokens, output_tokens)

    def worst_price(self, call: Call) -> float:
        """As its own."""
        return self._inner.worst_price(call)

    async def close(self) -> None:
        """Closes it."""
        await self._inner.close()


def _pieces(text: str) -> Iterator[tuple[str, int]]:
    """The text in pieces of a few words, and how many each has."""
    words = _WORD.findall(text)
    for start in range(0, len(words), _AT_ONCE):
        piece = words[start : start + _AT_ONCE]
        yield "".join(piece), len(piece)
