"""Ranking by meaning: embedded segments in a FAISS index of L2 distance (Zhu et al. 2025, appendix C.1)."""

# FAISS says little of its types
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import faiss
import numpy as np

from parlour.agents.memory.retrieval import Query, Segment
from parlour.llm import Embedding


@dataclass(frozen=True, kw_only=True)
class VectorRanking:
    """Ranks segments by the distance of their vectors to the query's."""

    embedding: Embedding

    async def rank(self, query: Query, segments: Sequence[Segment]) -> Sequence[int]:
        """Returns the segments' positions, nearest first."""
        passages = await self.embedding.embed([segment.text for segment in segments], is_query=False)
        wanted = await self.embedding.embed([query.text], is_query=True)
        index = faiss.IndexFlatL2(passages.shape[1])
        index.add(np.ascontiguousarray(passages, dtype=np.float32))
        _, nearest = index.search(np.ascontiguousarray(wanted, dtype=np.float32), len(segments))
        return [int(position) for position in nearest[0]]
