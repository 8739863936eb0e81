"""Which ranking a name means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module

from parlour.agents.memory.retrieval import Query, Ranking
from parlour.agents.memory.segments import Segment
from parlour.errors import MissingExtra
from parlour.llm import open_embedding

BM25 = "bm25"


@dataclass(frozen=True)
class LazyRanking:
    """Opens its ranking when something must first be retrieved; most matches never do.

    Attributes:
        name: as for `open_ranking`.
    """

    name: str

    async def rank(self, query: Query, segments: Sequence[Segment]) -> Sequence[int]:
        """The segments' positions, best first."""
        return await self._opened.rank(query, segments)

    @cached_property
    def _opened(self) -> Ranking:
        return open_ranking(self.name)


def open_ranking(name: str) -> Ranking:
    """`bm25`, or an embedding's name for ranking by its vectors.

    NumPy, FAISS and bm25s load here and not with Parlour.

    Raises:
        MissingExtra: if FAISS is not installed.
        UsageError: if the embedding is unknown.
    """
    if name == BM25:
        return import_module("parlour.agents.memory.bm25").Bm25Ranking()
    embedding = open_embedding(name)
    try:
        return import_module("parlour.agents.memory.vectors").VectorRanking(embedding=embedding)
    except ModuleNotFoundError as error:
        raise MissingExtra(f"{name} needs FAISS: pip install 'parlour[embeddings]'") from error
