"""Failures that pass: told apart from those that stay, and waited out."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from itertools import count

from parlour.errors import ModelUnavailable
from parlour.llm.backend import Backend, Call, Completion, OnChunk
from parlour.telemetry import event

ATTEMPTS = 6
FIRST_WAIT = 1.0
LONGEST_WAIT = 120.0


class Transient(ModelUnavailable):
    """The model could not be asked just now: too many requests, a server error, a lost connection.

    Args:
        message: what happened and where.
        retry_after: the seconds that the server asked us to wait, if it said.
    """

    def __init__(self, message: str, *, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class Retried:
    """Asks again after a transient failure, backing off exponentially and honouring `Retry-After`.

    A speech that breaks off after its first words is asked for again in silence: the listener keeps the words
    it heard and hears none twice; what was said is the returned text.

    Args:
        inner: what is asked.
        attempts: how often at most.
        first_wait: seconds before the second attempt.
        sleep: how to wait.
    """

    def __init__(
        self,
        inner: Backend,
        *,
        attempts: int = ATTEMPTS,
        first_wait: float = FIRST_WAIT,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._inner, self._most, self._first, self._sleep = inner, attempts, first_wait, sleep
        self.name, self.context = inner.name, inner.context

    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        """Completes the call.

        Raises:
            ModelUnavailable: if it failed as often as it may.
        """
        # Written out: tenacity's objects took a twentieth of a call and were all of a match's cyclic garbage.
        listener = _Listener(on_chunk)
        for tries in count(1):
            try:
                return _after(await self._inner.complete(call, listener.ear()), tries)
            except Transient as error:
                if tries == self._most:
                    gave_up = f"; gave up after {self._most} attempts" if self._most > 1 else ""
                    raise ModelUnavailable(f"{error}{gave_up}") from error
                waits = self._wait(tries, error.retry_after or 0.0)
            event("retry", logging.WARNING, attempt=tries, waits=round(waits, 3))
            await self._sleep(waits)
        raise AssertionError

    def _wait(self, tries: int, asked: float) -> float:
        """Seconds before the next attempt: twice as long each time, and at least what the server asked."""
        backoff = self._first * (2 ** (tries - 1) + random.random())
        return min(max(asked, min(backoff, LONGEST_WAIT / 2)), LONGEST_WAIT)


class _Listener:
    """Hears one attempt: the first that says anything."""

    def __init__(self, on_chunk: OnChunk | None) -> None:
        self._on_chunk, self._has_heard = on_chunk, False

    def ear(self) -> OnChunk | None:
        """What the next attempt streams to; None once another attempt was heard."""
        return self._hear if self._on_chunk and not self._has_heard else None

    def _hear(self, chunk: str) -> None:
        self._has_heard = True
        if self._on_chunk:
            self._on_chunk(chunk)


def _after(completion: Completion, tries: int) -> Completion:
    """The completion with the failed attempts counted; one that was never sent stays so."""
    usage = completion.usage
    return completion if tries == 1 else replace(completion, usage=replace(usage, attempts=tries))
