"""Which calls can wait for a provider's batches, and what that saves."""

from __future__ import annotations

from parlour.core import request_kinds
from parlour.llm.backend import Call

SHARE = 0.5
"""Of the usual price, with every provider that has batches."""


def is_batched(call: Call) -> bool:
    """Whether a call answers a question that is put after a match: nobody waits, and none needs another."""
    return call.prompt.purpose == request_kinds.ANSWER.name


def batch_share(call: Call) -> float:
    """The share of its usual price that a call costs where batches are used."""
    return SHARE if is_batched(call) else 1.0
