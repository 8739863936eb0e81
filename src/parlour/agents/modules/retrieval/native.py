"""The passages that lie nearest to the question (Lewis et al. 2020)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parlour.agents.memory import Query, Ranking, Segment
from parlour.agents.modules.retrieval.found import MOST, FoundPassages


@dataclass(frozen=True, kw_only=True)
class Native:
    """Finds by one ranking of all passages.

    Attributes:
        ranking: by an embedding, or by shared words where none is installed.
        most: how many passages are found.
    """

    ranking: Ranking
    most: int = MOST

    async def found(self, query: Query, passages: Sequence[Segment]) -> FoundPassages:
        """The nearest passages."""
        if not passages:
            return FoundPassages()
        ranked = await self.ranking.rank(query, passages)
        return FoundPassages(positions=tuple(ranked[: self.most]))
