"""What is looked up by other means than a ranking, and found once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from pydantic import JsonValue

from parlour.agents.memory import BM25, LiveLookUp, Query, RecordedLookUp, Segment
from parlour.errors import ReplayDiffers, UsageError
from parlour.llm import NOTHING, Embedding
from tests.llm.samples import MemoryLog

MakeSegments = Callable[..., list[Segment]]
MakeQuery = Callable[[str], Query]


@dataclass
class Counting:
    """A search that tells what it was given to search by, and how often it was made."""

    by: list[str] = field(default_factory=list[str])

    async def __call__(self, embedding: Embedding) -> JsonValue:
        self.by.append(embedding.name)
        return {"found": [len(self.by), 0]}


def test_what_was_found_is_found_again_without_a_search(segments: MakeSegments, query: MakeQuery):
    log, search, told = MemoryLog(), Counting(), segments("one", "two")
    live = RecordedLookUp(log=log, inner=LiveLookUp(BM25))
    first = asyncio.run(live.find(query("two"), told, search))
    again = asyncio.run(RecordedLookUp(log=log, inner=None).find(query("two"), told, search))
    assert first == again == {"found": [1, 0]}
    assert search.by == ["words"]
    [(key, completion)] = log.kept.items()
    assert (key.player, key.purpose, completion.usage) == ("Ann", "retrieve-script", NOTHING)


def test_another_question_or_other_segments_are_another_search(segments: MakeSegments, query: MakeQuery):
    look_up, search = RecordedLookUp(log=MemoryLog(), inner=LiveLookUp(BM25)), Counting()
    for text, told in (("two", ("one",)), ("three", ("one",)), ("two", ("one", "two"))):
        asyncio.run(look_up.find(query(text), segments(*told), search))
    assert len(search.by) == 3


def test_a_replay_that_looks_for_something_else_differs(segments: MakeSegments, query: MakeQuery):
    replay = RecordedLookUp(log=MemoryLog(), inner=None)
    with pytest.raises(ReplayDiffers, match="no retrieval for Ann"):
        asyncio.run(replay.find(query("two"), segments("one"), Counting()))


def test_an_embedding_that_does_not_exist_is_refused_when_something_is_looked_up(
    segments: MakeSegments, query: MakeQuery
):
    with pytest.raises(UsageError, match="word2vec"):
        asyncio.run(LiveLookUp("word2vec").find(query("two"), segments("one"), Counting()))
