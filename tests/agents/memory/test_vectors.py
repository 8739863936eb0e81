import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.agents.memory.searching import query, segments

if TYPE_CHECKING:
    from numpy.typing import NDArray

vectors = pytest.importorskip(
    "parlour.agents.memory.vectors", reason="FAISS is not installed", exc_type=ImportError
)

COMPASS = {"north": (0.0, 1.0), "east": (1.0, 0.0), "south": (0.0, -1.0), "north-east": (0.6, 0.8)}


@dataclass
class Compass:
    """Knows the directions of four words."""

    name: str = "compass"
    queries: list[bool] = field(default_factory=list[bool])

    async def embed(self, texts: Sequence[str], *, is_query: bool) -> "NDArray[np.float32]":
        self.queries.append(is_query)
        return np.array([COMPASS[text] for text in texts], dtype=np.float32)


def test_the_nearest_comes_first():
    ranking = vectors.VectorRanking(embedding=Compass())
    told = segments("south", "east", "north", "north-east")
    assert asyncio.run(ranking.rank(query("north"), told)) == [2, 3, 1, 0]
    assert asyncio.run(ranking.rank(query("south"), told)) == [0, 1, 3, 2]


def test_segments_are_embedded_as_passages_and_the_query_as_a_query():
    compass = Compass()
    asyncio.run(vectors.VectorRanking(embedding=compass).rank(query("north"), segments("east")))
    assert compass.queries == [False, True]
