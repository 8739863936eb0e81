"""Ranking by shared words: what remains when no embedding is installed."""

# bm25s says little of its types
# pyright: reportUnknownMemberType=false

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

import bm25s

from parlour.agents.memory.retrieval import Query
from parlour.agents.memory.segments import Segment

_WORDS = re.compile(r"[a-z0-9]+|[\u3400-\u9fff]")
_CHINESE = "\u3400"


class Bm25Ranking:
    """Ranks segments by BM25."""

    async def rank(self, query: Query, segments: Sequence[Segment]) -> Sequence[int]:
        """The segments' positions, best first; equal scores keep their order."""
        index = _index(tuple(segment.text for segment in segments))
        wanted = [word for word in words(query.text) if word in index.vocab_dict]
        if not wanted:
            return range(len(segments))
        scores = [float(score) for score in index.get_scores(wanted)]
        return sorted(range(len(segments)), key=lambda position: -scores[position])


@lru_cache(maxsize=64)
def _index(texts: tuple[str, ...]) -> bm25s.BM25:
    """An index of these texts; a script's is asked for again and again."""
    index = bm25s.BM25()
    index.index([list(words(text)) or [""] for text in texts], show_progress=False)
    return index


@lru_cache(maxsize=8192)
def words(text: str) -> tuple[str, ...]:
    """Words in lower case; Chinese as single characters and as pairs of neighbours."""
    found = _WORDS.findall(text.lower())
    pairs = [left + right for left, right in pairwise(found) if left >= _CHINESE and right >= _CHINESE]
    return (*found, *pairs)
