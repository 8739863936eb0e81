"""LightRAG, with its own library and the reader or replies of a script."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from parlour.agents.memory import BM25, LiveLookUp, LookUp, Query, RecordedLookUp, Search, Segment
from parlour.agents.memory.shared_words import WordVectors
from parlour.agents.modules import FoundPassages
from parlour.errors import ModelUnavailable
from parlour.llm import BUILT_IN, Embedding, LanguageModel, open_provider
from parlour.store import MemoryLog
from pydantic import JsonValue

from parlour_lightrag import Light, library
from talk import TALK, Saying, head, query, segments

NAMES = tuple(f"Player {number}" for number in range(1, 8))
NOTHING = json.dumps({"entities": [], "relations": [], "themes": ["check"], "details": ["Player 2"]})


def light(model: LanguageModel | None = None, look_up: LookUp | None = None, most: int = 10) -> Light:
    return Light(
        model=model or LanguageModel(backend=open_provider(BUILT_IN)),
        look_up=look_up or LiveLookUp(BM25),
        head=head(),
        names=NAMES,
        most=most,
    )


def found(retrieval: Light, *texts: str, passages: Sequence[Segment] | None = None) -> list[FoundPassages]:
    """What it finds for some questions, one after the other."""

    async def scenario() -> list[FoundPassages]:
        told = segments() if passages is None else passages
        return [await retrieval.found(query(text), told) for text in texts or (query().text,)]

    return asyncio.run(scenario())


def test_what_the_graph_holds_on_whom_is_asked_about_is_found():
    [hits] = found(light())
    assert {1, 2, 4} <= set(hits.positions)
    assert 5 not in hits.positions
    assert [note for note in hits.notes if note.startswith("Player 2 (person): ") and "wolf" in note]
    assert [note for note in hits.notes if "Player 3" in note and "check" in note.partition(":")[0]]
    assert hits.problems == ()


def test_each_passage_is_read_once_however_often_something_is_looked_up():
    model = Saying(NOTHING)
    retrieval = light(LanguageModel(backend=model))

    async def scenario() -> None:
        await retrieval.found(query(), segments(TALK[:3]))
        await retrieval.found(query(), segments(TALK[:5]))

    asyncio.run(scenario())
    read = [call.prompt.user[0].source.events for call in model.calls if call.prompt.purpose == "graph"]
    assert read == [(0,), (1,), (2,), (3,), (4,)]
    assert sum(call.prompt.purpose == "keywords" for call in model.calls) == 2


def test_what_nobody_can_read_is_told_and_done_without():
    [hits] = found(light(LanguageModel(backend=Saying("The moon is made of cheese"))))
    assert len(hits.problems) == len(TALK) + 1
    assert hits.problems[0].startswith("not read into the graph: 'Player 1 says")
    assert "stands for its keywords" in hits.problems[-1]
    assert hits.notes == ()


def test_a_replay_finds_the_same_without_library_vectors_or_index():
    log = MemoryLog()
    first = found(light(look_up=RecordedLookUp(log=log, inner=LiveLookUp(BM25))), "Is Player 2 a wolf?")
    again = found(light(look_up=RecordedLookUp(log=log, inner=None)), "Is Player 2 a wolf?")
    assert first == again


@dataclass
class Failing:
    """Real vectors, until it fails."""

    left: int
    name: str = "failing"

    async def embed(self, texts: Sequence[str], *, is_query: bool) -> NDArray[np.float32]:
        self.left -= 1
        if self.left < 0:
            raise ModelUnavailable("the vectors are gone")
        return await WordVectors().embed(texts, is_query=is_query)


@dataclass
class Through:
    """Looks up by the embedding that it was given."""

    embedding: Embedding

    async def find(self, query: Query, segments: Sequence[Segment], search: Search) -> JsonValue:
        return await search(self.embedding)


@pytest.mark.parametrize("left", [0, 1, 3])
def test_an_embedding_that_fails_stops_the_look_up_and_is_not_lost_in_the_library(left: int):
    with pytest.raises(ModelUnavailable, match="the vectors are gone"):
        found(light(look_up=Through(Failing(left))))


def test_nothing_is_left_behind_when_a_graph_is_let_go():
    before = set(library.folder().iterdir())
    retrieval = light()
    found(retrieval)
    mine = set(library.folder().iterdir()) - before
    assert len(mine) == 1
    del retrieval
    gc.collect()
    asyncio.run(library.apart(asyncio.sleep(0.2)))
    assert not mine & set(library.folder().iterdir())


def test_loading_the_library_reads_no_settings_of_the_folder_and_sets_up_no_log(tmp_path: Path):
    (tmp_path / ".env").write_text("TOP_K=1\n", encoding="utf-8")
    program = (
        "import logging, os, asyncio\n"
        "from test_light import found, light\n"
        "assert found(light())[0].positions\n"
        "assert 'TOP_K' not in os.environ and not logging.root.handlers\n"
    )
    path = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    environment = {**os.environ, "PYTHONPATH": path}
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, env=environment, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
