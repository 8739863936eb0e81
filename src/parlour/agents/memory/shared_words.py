"""Ranking by shared words (BM25), and its vectors, where no embedding is installed."""

# pyright: reportUnknownMemberType=false

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

import bm25s
import numpy as np
from numpy.typing import NDArray

from parlour.agents.memory.retrieval import Query, Segment

_WORDS = re.compile(r"[a-z0-9]+|[\u3400-\u9fff]")
_CHINESE = "\u3400"


class Bm25Ranking:
    """Ranks segments by BM25."""

    async def rank(self, query: Query, segments: Sequence[Segment]) -> Sequence[int]:
        """Returns the segments' positions, best first; equal scores keep their order."""
        index = _index(tuple(segment.text for segment in segments))
        wanted = [word for word in words(query.text) if word in index.vocab_dict]
        if not wanted:
            return range(len(segments))
        scores = [float(score) for score in index.get_scores(wanted)]
        return sorted(range(len(segments)), key=lambda position: -scores[position])


@lru_cache(maxsize=64)
def _index(texts: tuple[str, ...]) -> bm25s.BM25:
    """Returns an index of these texts; cached, since a script is searched many times."""
    index = bm25s.BM25()
    index.index([list(words(text)) or [""] for text in texts], show_progress=False)
    return index


@lru_cache(maxsize=8192)
def words(text: str) -> tuple[str, ...]:
    """Returns the words in lower case; Chinese as single characters and as pairs of neighbours."""
    tokens = _WORDS.findall(text.lower())
    pairs = [left + right for left, right in pairwise(tokens) if left >= _CHINESE and right >= _CHINESE]
    return (*tokens, *pairs)


WIDTH = 1024


class WordVectors:
    """Embeds texts by their words, each hashed to a place and a sign; texts without a common word are at 0.

    Two texts are alike as the root of how often each word stands in both. Different words seldom share a
    place, and where they do they add as often as they take away (Weinberger et al. 2009).
    """

    name = "words"

    async def embed(self, texts: Sequence[str], *, is_query: bool) -> NDArray[np.float32]:
        """Returns one unit vector of 1024 numbers per text; 0 for a text without words."""
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
