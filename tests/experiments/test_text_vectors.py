from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from parlour.evaluation.richness import distance_by_round
from parlour.experiments.text_vectors import text_vectors
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
    told = distance_by_round(GAMES, vectors)
    assert told[1].mean == pytest.approx(0, abs=1e-6)
    assert 0 < told[2].mean < 2
    assert told[2].n == 4
