"""What model calls took, all together or by what they were for."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from parlour.arena import RecordedCall
from parlour.evaluation.score import Spent
from parlour.llm import Tally

UPDATING = frozenset({"evidence", "graph"})
"""The purposes of calls that take in what happened, of GRATR and of LightRAG; others retrieve, reason and
speak (GRATR, appendix B)."""


def spent(calls: Iterable[RecordedCall]) -> Spent:
    """What model calls took together."""
    tally = reduce(Tally.with_call, (call.completion.usage for call in calls), Tally())
    usage = tally.usage
    return Spent(
        calls=tally.calls,
        input_tokens=usage.input_tokens,
        cached_tokens=usage.cached_tokens,
        output_tokens=usage.output_tokens,
        dollars=usage.dollars,
        seconds=usage.seconds,
    )


def is_update(call: RecordedCall) -> bool:
    """Whether a call took in what happened."""
    return call.key.purpose in UPDATING
