"""What model calls took."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from parlour.arena import RecordedCall
from parlour.evaluation.score import Spent
from parlour.llm import Tally


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
