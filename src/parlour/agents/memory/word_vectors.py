"""Vectors of shared words: what an index of vectors gets where no embedding is installed."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from parlour.agents.memory.bm25 import words

WIDTH = 1024


class WordVectors:
    """Embeds texts by their words, each hashed to a place and a sign; texts without a common word are at 0.

    Two texts are alike as the root of how often each word stands in both. Different words seldom share a
    place, and where they do they add as often as they take away (Weinberger et al. 2009).
    """

    name = "words"

    async def embed(self, texts: Sequence[str], *, is_query: bool) -> NDArray[np.float32]:
        """One unit vector of 1024 numbers per text; 0 for a text without words."""
        vectors = np.zeros((len(texts), WIDTH), dtype=np.float32)
        for row, text in zip(vectors, texts, strict=True):
            for word, times in Counter(words(text)).items():
                place, sign = _place(word)
                row[place] += sign * times**0.5
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        return vectors / np.maximum(lengths, np.finfo(np.float32).tiny)


@lru_cache(maxsize=8192)
def _place(word: str) -> tuple[int, int]:
    number = int.from_bytes(hashlib.sha256(word.encode()).digest()[:8], "big")
    return number % WIDTH, 1 if number >> 63 else -1
