"""The reader speaks at a pace at which people can follow, where somebody listens."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator

from parlour.llm import Call, Completion, OnChunk, Provider
from parlour.web.wrapped import Wrapped

USUAL_PACE = 0.06
"""Seconds per word: quick speech."""
_AT_ONCE = 4
"""Words in a piece: each is sent to everybody who watches."""
_WORD = re.compile(r"\s*(?:[\u3400-\u9fff]|[^\s\u3400-\u9fff]+)\s*")


class Paced(Wrapped):
    """A provider whose replies are there at once, and are passed on as somebody would say them.

    Where nobody listens it does not wait; what is said is the same either way.

    Args:
        inner: the provider.
        pace: seconds per word; a Chinese character is one.
    """

    def __init__(self, inner: Provider, pace: float = USUAL_PACE) -> None:
        super().__init__(inner, slots=4096)
        self._pace = pace

    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        """Completes the call, and says it piece by piece."""
        completion = await self.inner.complete(call)
        if on_chunk:
            for piece, words in _pieces(completion.text):
                on_chunk(piece)
                await asyncio.sleep(words * self._pace)
        return completion


def _pieces(text: str) -> Iterator[tuple[str, int]]:
    """The text in pieces of a few words, and how many each has."""
    words = _WORD.findall(text)
    for start in range(0, len(words), _AT_ONCE):
        piece = words[start : start + _AT_ONCE]
        yield "".join(piece), len(piece)
