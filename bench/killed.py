"""What is left of something that was killed, as it is compared with what nobody disturbed."""

from __future__ import annotations

from dataclasses import dataclass, field

from parlour.llm import CallKey
from parlour.store import Store
from tests.arena.replies import varied
from tests.llm.loopback import Answer, Body

DELAY = 0.02
"""Seconds after which a model's server replies, so that calls are in flight when something is killed."""

MatchRecord = tuple[str, list[tuple[str, str]], dict[CallKey, str]]
"""A match's setup but for the server's address, its entries, and its replies by their keys."""


@dataclass(kw_only=True)
class Killed:
    """What came of something that was killed."""

    kills: int = 0
    workers: int = 0
    records: dict[str, MatchRecord] = field(default_factory=dict[str, MatchRecord])
    strays: int = 0


def reply_late(body: Body) -> Answer:
    """A reply that follows from the prompt alone, after the delay."""
    answer = varied(body)
    return Answer(text=answer.text, probabilities=answer.probabilities, delay=DELAY)


def read_match(store: Store, match: str, model: str) -> MatchRecord:
    """What a match came to, without what differs from server to server."""
    record = store.record(match)
    entries = [(each.kind, each.json) for each in record.entries]
    replies = {call.key: call.completion.text for call in record.calls}
    if len(replies) != len(record.calls):
        raise RuntimeError(f"{match} has a call twice")
    return record.setup.model_dump_json().replace(model, ""), entries, replies
