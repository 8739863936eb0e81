from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from parlour.evaluation.richness import text_estimates
from parlour.experiments.report.rich_results import AT_ONCE, text_vectors
from parlour.llm import open_embedding
from tests.evaluation.richness.talks import talk
from tests.llm.loopback import Loopback

GAMES = [
    talk("m1", said=[(1, "Ann", "Good evening."), (2, "Ben", "It was Hal.")]),
    talk("m2", said=[(1, "Ann", "Good evening."), (2, "Hal", "It was not me.")]),
]


def test_what_was_said_is_embedded_once_and_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with Loopback() as server:
        vectors = asyncio.run(text_vectors(GAMES, open_embedding(server.model)))
    assert sum(map(len, server.embedded)) == 3
    told = text_estimates(GAMES, vectors)
    assert told["text.distance.round1"].value == pytest.approx(0, abs=1e-6)
    assert 0 < (told["text.distance"].value or 0) < 2
    assert told["text.distance"].n == 4


class Counting:
    """An embedding of letters that minds how many texts it is given at once."""

    name = "letters"

    def __init__(self) -> None:
        self.asked: list[int] = []

    async def embed(self, texts: Sequence[str], *, is_query: bool) -> NDArray[np.float32]:
        self.asked.append(len(texts))
        return np.array([[len(text), float(text)] for text in texts], dtype=np.float32)


def test_many_texts_are_embedded_in_parts_and_each_has_its_own_vector():
    texts = [str(number) for number in range(2 * AT_ONCE + 1)]
    counting = Counting()
    told: list[tuple[int, int]] = []
    games = [talk(said=[(1, "Ann", text) for text in texts])]
    vectors = asyncio.run(text_vectors(games, counting, lambda done, of: told.append((done, of))))
    assert counting.asked == [AT_ONCE, AT_ONCE, 1]
    assert told == [(done, len(texts)) for done in (0, AT_ONCE, 2 * AT_ONCE, len(texts))]
    assert vectors(texts)[:, 1].tolist() == [float(text) for text in texts]
