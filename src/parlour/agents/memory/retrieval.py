"""Retrieval of text segments for a query within a token budget, by any ranking."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Protocol, cast

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from parlour.errors import MissingExtra, ReplayDiffers
from parlour.llm import (
    NOTHING,
    Call,
    CallKey,
    CallLog,
    Completion,
    Embedding,
    Language,
    Part,
    Prompt,
    Source,
    count_tokens,
    open_embedding,
)

SEGMENT_TOKENS = 50
_SENTENCE = re.compile(
    r"(?:[^.!?。！？；;\n]*[.!?。！？；;]+[\"'”’」』)）]*|[^.!?。！？；;\n]+(?:\n|$)|\n)\s*"
)
_CLAUSE = re.compile(r"[^,，、:：]+[,，、:：]*\s*|[,，、:：]+\s*")
_PIECE = re.compile(r"\S+\s*|\s+")


@dataclass(frozen=True, kw_only=True)
class Segment:
    """A text that is picked or left as a whole."""

    text: str
    events: tuple[int, ...]
    case: str | None = None

    @property
    def tokens(self) -> int:
        """About how many tokens it takes in a prompt."""
        return count_tokens(self.text) + 1


def cut(text: str, event: int, most: int = SEGMENT_TOKENS) -> tuple[Segment, ...]:
    """Cuts a script at its sentences, and a sentence that is too long at its clauses."""
    pieces = _join(list(_fitting(text, most)), most)
    return tuple(Segment(text=piece.strip(), events=(event,)) for piece in pieces if piece.strip())


def _fitting(text: str, most: int) -> Iterator[str]:
    for sentence in _SENTENCE.findall(text):
        yield from _smaller(sentence, most, (_CLAUSE, _PIECE))


def _smaller(text: str, most: int, finer: Sequence[re.Pattern[str]]) -> Iterator[str]:
    if count_tokens(text) <= most:
        yield text
    elif finer:
        for piece in _join(finer[0].findall(text), most):
            yield from _smaller(piece, most, finer[1:])
    else:
        middle = len(text) // 2
        yield from _smaller(text[:middle], most, ())
        yield from _smaller(text[middle:], most, ())


def _join(pieces: Sequence[str], most: int) -> list[str]:
    joined: list[str] = []
    for piece in pieces:
        together = joined[-1] + piece if joined else piece
        if joined and not joined[-1].endswith("\n") and count_tokens(together.strip()) <= most:
            joined[-1] = together
        else:
            joined.append(piece)
    return joined


class Budgets(BaseModel):
    """Tokens per prompt (Zhu et al. 2025, appendix C.1); a small window shrinks them."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    script: int = Field(default=4000, ge=100)
    dialogue: int = Field(default=4000, ge=100)
    answering: int = Field(default=5000, ge=100)


@dataclass(frozen=True, kw_only=True)
class Query:
    """A query for segments: its text, and the player who asks."""

    player: str
    request: str
    purpose: str
    text: str
    language: Language


class Ranking(Protocol):
    """Orders segments by how well they fit a query."""

    async def rank(self, query: Query, segments: Sequence[Segment]) -> Sequence[int]:
        """Returns the segments' positions, best first."""
        ...


def pick(ranked: Sequence[int], segments: Sequence[Segment], budget: int) -> tuple[int, ...]:
    """Returns the best segments that fit the budget together, in the order in which they happened.

    `budget`: in tokens.
    """
    chosen: list[int] = []
    for position in ranked:
        if segments[position].tokens <= budget:
            budget -= segments[position].tokens
            chosen.append(position)
    return tuple(sorted(chosen))


@dataclass(frozen=True, kw_only=True)
class RecordedRanking:
    """Keeps what a ranking found as one more reply, so that a replay needs neither vectors nor their model.

    Attributes:
        inner: what ranks; None in a replay, where everything must be in the log.
    """

    log: CallLog
    inner: Ranking | None

    async def rank(self, query: Query, segments: Sequence[Segment]) -> Sequence[int]:
        """Returns the positions as they were ranked the first time."""
        inner = self.inner

        async def rank() -> JsonValue:
            return list(await inner.rank(query, segments)) if inner else None

        positions = await _find_or_record(self.log, query, segments, rank if inner else None)
        return [int(position) for position in cast("list[int]", positions)]


async def _find_or_record(
    log: CallLog,
    query: Query,
    segments: Sequence[Segment],
    search: Callable[[], Awaitable[JsonValue]] | None,
) -> JsonValue:
    """Returns the recorded result for the same query and segments, or searches and records."""
    words = "\x1f".join((query.text, *(segment.text for segment in segments)))
    digest, purpose = hashlib.sha256(words.encode()).hexdigest()[:32], f"retrieve-{query.purpose}"
    key = CallKey(player=query.player, request=query.request, purpose=purpose, digest=digest)
    if completion := log.find(key):
        return json.loads(completion.text)
    if search is None:
        raise ReplayDiffers(f"the record holds no retrieval for {key.player}, {key.request}, {key.purpose}")
    part = Part(text=query.text, source=Source(origin="thought", owner=query.player))
    prompt = Prompt(
        player=query.player,
        request=query.request,
        purpose=purpose,
        language=query.language,
        system=(),
        user=(part,),
    )
    result = await search()
    text = json.dumps(result, ensure_ascii=False)
    call = Call(prompt=prompt, max_tokens=0, temperature=0)
    await log.keep(key, call, Completion(text=text, usage=NOTHING))
    return result


BM25 = "bm25"


@dataclass(frozen=True)
class LazyRanking:
    """Opens its ranking when something must first be retrieved; most matches never do."""

    name: str

    async def rank(self, query: Query, segments: Sequence[Segment]) -> Sequence[int]:
        """Returns the segments' positions, best first."""
        return await self._ranking.rank(query, segments)

    @cached_property
    def _ranking(self) -> Ranking:
        return open_ranking(self.name)


def open_ranking(name: str) -> Ranking:
    """Returns the ranking of that name: `bm25`, or an embedding, which ranks by vectors.

    Raises:
        MissingExtra: if FAISS is not installed.
        UsageError: if the embedding is unknown.
    """
    if name == BM25:
        return import_module("parlour.agents.memory.shared_words").Bm25Ranking()
    embedding = open_embedding(name)
    try:
        return import_module("parlour.agents.memory.vectors").VectorRanking(embedding=embedding)
    except ModuleNotFoundError as error:
        raise MissingExtra(f"{name} needs FAISS: pip install 'parlour[embeddings]'") from error


Search = Callable[[Embedding], Awaitable[JsonValue]]
"""Looks something up by an embedding, and tells what it found."""


class LookUp(Protocol):
    """Has something looked up, once."""

    async def find(self, query: Query, segments: Sequence[Segment], search: Search) -> JsonValue:
        """Returns the result of a search for a query among segments."""
        ...


@dataclass(frozen=True)
class LiveLookUp:
    """Looks up by the embedding of that name; it and NumPy load when something is first looked up."""

    name: str

    async def find(self, query: Query, segments: Sequence[Segment], search: Search) -> JsonValue:
        """Returns the result of the search."""
        return await search(self._embedding)

    @cached_property
    def _embedding(self) -> Embedding:
        if self.name == BM25:
            return import_module("parlour.agents.memory.shared_words").WordVectors()
        return open_embedding(self.name)


@dataclass(frozen=True, kw_only=True)
class RecordedLookUp:
    """Keeps what was found as one more reply, so that a replay needs neither an index nor vectors.

    Attributes:
        inner: what looks up; None in a replay, where everything must be in the log.
    """

    log: CallLog
    inner: LookUp | None

    async def find(self, query: Query, segments: Sequence[Segment], search: Search) -> JsonValue:
        """Returns the recorded result, or searches and records it."""
        inner = self.inner
        fresh = (lambda: inner.find(query, segments, search)) if inner else None
        return await _find_or_record(self.log, query, segments, fresh)
