"""Picking the segments that a query is about, within a budget of tokens."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from parlour.agents.memory.segments import Segment
from parlour.errors import ReplayDiffers
from parlour.llm import NOTHING, Call, CallKey, CallLog, Completion, Language, Part, Prompt, Source


@dataclass(frozen=True, kw_only=True)
class Query:
    """What is looked for, and for whom.

    Attributes:
        player: whose memory is searched.
        request: the id of the request that it is answering.
        purpose: what is searched, such as `script`.
        text: what the segments should be about.
        language: of the text.
    """

    player: str
    request: str
    purpose: str
    text: str
    language: Language


class Ranking(Protocol):
    """Orders segments by how well they fit a query."""

    async def rank(self, query: Query, segments: Sequence[Segment]) -> Sequence[int]:
        """The segments' positions, best first."""
        ...


def pick(ranked: Sequence[int], segments: Sequence[Segment], budget: int) -> tuple[int, ...]:
    """The best segments that fit the budget together, in the order in which they happened.

    A segment that no longer fits is passed over; shorter ones after it may still.

    Args:
        ranked: positions, best first.
        segments: what the positions mean.
        budget: in tokens.
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
        log: where replies are kept.
        inner: what ranks; None in a replay, where everything must be in the log.
    """

    log: CallLog
    inner: Ranking | None

    async def rank(self, query: Query, segments: Sequence[Segment]) -> Sequence[int]:
        """The positions as they were found the first time.

        Raises:
            ReplayDiffers: if a replay looks for what the record never looked for.
        """
        key = retrieval_key(query, segments)
        if found := self.log.find(key):
            return [int(position) for position in json.loads(found.text)]
        if self.inner is None:
            where = ", ".join((key.player, key.request, key.purpose))
            raise ReplayDiffers(f"the record holds no retrieval for {where}")
        ranked = list(await self.inner.rank(query, segments))
        await self.log.keep(key, recorded_call(query), Completion(text=json.dumps(ranked), usage=NOTHING))
        return ranked


def retrieval_key(query: Query, segments: Sequence[Segment]) -> CallKey:
    """Names a look-up: the same for the same words looked for among the same."""
    words = "\x1f".join((query.text, *(segment.text for segment in segments)))
    digest = hashlib.sha256(words.encode()).hexdigest()[:32]
    purpose = f"retrieve-{query.purpose}"
    return CallKey(player=query.player, request=query.request, purpose=purpose, digest=digest, occurrence=0)


def recorded_call(query: Query) -> Call:
    """A look-up as the record keeps it."""
    part = Part(text=query.text, source=Source(origin="thought", owner=query.player))
    prompt = Prompt(
        player=query.player,
        request=query.request,
        purpose=f"retrieve-{query.purpose}",
        language=query.language,
        system=(),
        user=(part,),
    )
    return Call(prompt=prompt, max_tokens=0, temperature=0)
