"""One file judged by one or more methods with one model, and what that will take."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from parlour.agents.memory import (
    BM25,
    LazyRanking,
    LiveLookUp,
    LookUp,
    Query,
    Ranking,
    RecordedLookUp,
    RecordedRanking,
    Segment,
)
from parlour.llm import NOTHING, Call, CallKey, CallLog, Completion, Language, MatchModels, ModelPool, Usage
from parlour.methods.gratr.posts.analysis import Analysis, Watch, analyse
from parlour.methods.gratr.posts.asking import Asking
from parlour.methods.gratr.posts.contest import Contest, Post
from parlour.methods.gratr.posts.files import Posts
from parlour.methods.gratr.posts.rivals import Finding

TEMPERATURE = 0.3
"""Of section 4.1, for all methods."""
AHEAD = 2
"""Posts that are begun for every call that the model answers at once."""
REHEARSED = 24
"""How many posts a rehearsal judges, spread evenly over the file."""


@dataclass(frozen=True, kw_only=True)
class Study:
    """The judging of one file by one or more methods with one model."""

    posts: Posts
    contest: Contest
    language: Language
    model: str
    methods: tuple[str, ...]
    embedding: str = BM25


@dataclass(frozen=True, kw_only=True)
class Foreseen:
    """The expected cost of a study."""

    calls: int
    usage: Usage
    kept: int = 0


async def conduct(
    study: Study,
    models: ModelPool,
    log: CallLog | None = None,
    watch: Callable[[str], Watch] | None = None,
) -> list[Analysis]:
    """Judges the file by each method in turn; with a log, equal calls of two methods are made once."""
    return [
        await _judge(study, method, models, log, watch=watch(method) if watch else None)
        for method in study.methods
    ]


async def foresee(study: Study, models: ModelPool, kept: CallLog | None = None) -> Foreseen:
    """Returns the expected cost of a study, from a rehearsal of some posts with each method.

    `kept`: holds what was answered in an earlier run of the same posts; None where there was none.
    """
    posts, study = study.posts.posts, replace(study, embedding=BM25)
    chosen = posts if kept else posts[:: -(-len(posts) // REHEARSED)]
    log = _Shared(kept)
    for method in study.methods:
        await _judge(study, method, models, log, chosen=chosen)
    scale = len(posts) / len(chosen)
    return Foreseen(calls=round(log.calls * scale), usage=_times(log.usage, scale), kept=log.found)


async def _judge(
    study: Study,
    method: str,
    models: ModelPool,
    log: CallLog | None,
    *,
    chosen: Sequence[Post] | None = None,
    watch: Watch | None = None,
) -> Analysis:
    ranking: Ranking = _InTurn(inner=LazyRanking(study.embedding))
    look_up: LookUp = LiveLookUp(study.embedding)
    if log is not None:
        ranking = RecordedRanking(log=log, inner=ranking)
        look_up = RecordedLookUp(log=log, inner=look_up)
    async with MatchModels(models, log=log, temperature=TEMPERATURE) as match_models:
        authors = {author.casefold(): author for author in study.posts.authors}
        asking = Asking(study.contest, match_models.open(study.model), study.language, authors)
        return await analyse(
            study.posts,
            method,
            asking,
            finding=Finding(ranking=ranking, look_up=look_up),
            ahead=AHEAD * models.slots(study.model),
            chosen=chosen,
            watch=watch,
        )


@dataclass(frozen=True, kw_only=True)
class _InTurn:
    inner: Ranking
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def rank(self, query: Query, segments: Sequence[Segment]) -> Sequence[int]:
        async with self._turn:
            return await self.inner.rank(query, segments)


class _Shared:
    def __init__(self, kept: CallLog | None) -> None:
        self.calls, self.found, self.usage = 0, 0, NOTHING
        self._before = kept
        self._told: dict[CallKey, Completion] = {}

    def find(self, key: CallKey) -> Completion | None:
        if key not in self._told and self._before and (found := self._before.find(key)):
            self._told[key] = found
            self.found += bool(found.usage.attempts)
        return self._told.get(key)

    async def keep(self, key: CallKey, call: Call, completion: Completion) -> None:
        del call
        self._told[key] = completion
        self.calls += bool(completion.usage.attempts)
        self.usage += completion.usage


def _times(usage: Usage, share: float) -> Usage:
    return Usage(
        input_tokens=round(share * usage.input_tokens),
        output_tokens=round(share * usage.output_tokens),
        dollars=None if usage.dollars is None else share * usage.dollars,
    )
