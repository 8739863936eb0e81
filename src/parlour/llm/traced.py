"""Calls that are told to operators: which model, what for, how long, what they took; never a word of them."""

from __future__ import annotations

import re

from parlour.llm.backend import Backend, Call, Completion, OnChunk
from parlour.telemetry import span

_USER = re.compile(r"(?<=://)[^/\s@]+@")


class Traced:
    """Tells of every call that is really made, waiting in our own queue and all attempts included."""

    def __init__(self, inner: Backend) -> None:
        self._inner = inner
        self.name, self.context = inner.name, inner.context
        self._told = public_name(inner.name)

    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        """Completes the call."""
        purpose = call.prompt.purpose
        with span("call", purpose, purpose=purpose, model=self._told) as told:
            completion = await self._inner.complete(call, on_chunk)
            used = completion.usage
            told.note(
                attempts=used.attempts,
                seconds=used.seconds,
                input_tokens=used.input_tokens,
                cached_tokens=used.cached_tokens,
                output_tokens=used.output_tokens,
                dollars=used.dollars or 0.0,
            )
            return completion


def public_name(model: str) -> str:
    """A model string as others may see it: without user and password in its address."""
    return _USER.sub("", model)
