from __future__ import annotations

import asyncio

from parlour.agents.memory import BM25, LazyRanking
from parlour.agents.modules import Native
from tests.agents.modules.retrieval.passages import TALK, query, segments


def test_the_passages_nearest_to_the_question_are_found_best_first():
    native = Native(ranking=LazyRanking(BM25), most=2)
    found = asyncio.run(native.found(query("Who was shown to the seer on night 1?"), segments()))
    assert found.positions[0] == 2
    assert len(found.positions) == 2
    assert not found.notes


def test_nothing_is_found_among_nothing_and_no_more_than_there_is():
    native = Native(ranking=LazyRanking(BM25))
    assert asyncio.run(native.found(query(), [])).positions == ()
    assert sorted(asyncio.run(native.found(query(), segments())).positions) == list(range(len(TALK)))
