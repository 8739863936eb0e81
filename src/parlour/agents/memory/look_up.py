"""Looking something up by means of one's own, with the embedding of the match and into its record."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Protocol

from pydantic import JsonValue

from parlour.agents.memory.opening import BM25
from parlour.agents.memory.retrieval import Query, recorded_call, retrieval_key
from parlour.agents.memory.segments import Segment
from parlour.errors import ReplayDiffers
from parlour.llm import NOTHING, CallLog, Completion, Embedding, open_embedding

Search = Callable[[Embedding], Awaitable[JsonValue]]
"""Looks something up by an embedding, and tells what it found."""


class LookUp(Protocol):
    """Has something looked up, once."""

    async def find(self, query: Query, segments: Sequence[Segment], search: Search) -> JsonValue:
        """What a search finds for a query among segments."""
        ...


@dataclass(frozen=True)
class LiveLookUp:
    """Looks up by the embedding of that name; it and NumPy load when something is first looked up.

    Attributes:
        name: as for `open_embedding`; `bm25` is by shared words here, too.
    """

    name: str

    async def find(self, query: Query, segments: Sequence[Segment], search: Search) -> JsonValue:
        """What the search finds."""
        return await search(self._embedding)

    @cached_property
    def _embedding(self) -> Embedding:
        if self.name == BM25:
            return import_module("parlour.agents.memory.word_vectors").WordVectors()
        return open_embedding(self.name)


@dataclass(frozen=True, kw_only=True)
class RecordedLookUp:
    """Keeps what was found as one more reply, so that a replay needs neither an index nor vectors.

    Attributes:
        log: where replies are kept.
        inner: what looks up; None in a replay, where everything must be in the log.
    """

    log: CallLog
    inner: LookUp | None

    async def find(self, query: Query, segments: Sequence[Segment], search: Search) -> JsonValue:
        """What was found the first time.

        Raises:
            ReplayDiffers: if a replay looks for what the record never looked for.
        """
        key = retrieval_key(query, segments)
        if found := self.log.find(key):
            return json.loads(found.text)
        if self.inner is None:
            where = ", ".join((key.player, key.request, key.purpose))
            raise ReplayDiffers(f"the record holds no retrieval for {where}")
        told = await self.inner.find(query, segments, search)
        text = json.dumps(told, ensure_ascii=False)
        await self.log.keep(key, recorded_call(query), Completion(text=text, usage=NOTHING))
        return told
