"""Failures that pass: told apart from those that stay, and waited out."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import count

from parlour.errors import ModelUnavailable
from parlour.llm.backend import Backend, Call, Completion, OnChunk
from parlour.telemetry import event

ATTEMPTS = 6
FIRST_WAIT = 1.0
LONGEST_WAIT = 120.0
LOADING, LOADING_STEP = 600.0, 10.0
"""The seconds that a model may take to load, and the most between two looks at it."""
_LOG = logging.getLogger(__name__)


class Transient(ModelUnavailable):
    """The model could not be asked just now: too many requests, a server error, a lost connection.

    Args:
        message: what happened and where.
        retry_after: the seconds that the server asked us to wait, if it said.
        is_loading: whether the server is still loading the model.
    """

    def __init__(self, message: str, *, retry_after: float | None = None, is_loading: bool = False) -> None:
        super().__init__(message)
        self.retry_after, self.is_loading = retry_after, is_loading


class Retried:
    """Asks again after a transient failure, backing off exponentially and honouring `Retry-After`.

    A model that is being loaded is waited for up to ten minutes. Where a server asks for a longer pause than
    two minutes, the call fails at once and says until when.

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
        listener, failures, loading = _Listener(on_chunk), 0, 0.0
        for tries in count(1):
            try:
                return _after(await self._inner.complete(call, listener.ear()), tries)
            except Transient as error:
                if (asked := error.retry_after or 0.0) > LONGEST_WAIT:
                    raise ModelUnavailable(f"{error}; it can be asked again {_until(asked)}") from error
                is_loading = error.is_loading and loading < LOADING
                failures += not is_loading
                if failures == self._most:
                    gave_up = f"; gave up after {tries} attempts" if tries > 1 else ""
                    raise ModelUnavailable(f"{error}{gave_up}") from error
                waits = self._wait(tries, asked, LOADING_STEP if is_loading else LONGEST_WAIT / 2)
                if is_loading and not loading:
                    _LOG.warning("%s; it is waited for up to %d minutes", error, LOADING // 60)
                loading += waits if is_loading else 0.0
            event("retry", logging.WARNING, attempt=tries, waits=round(waits, 3))
            await self._sleep(waits)
        raise AssertionError

    def _wait(self, tries: int, asked: float, longest: float) -> float:
        """Seconds before the next attempt: twice as long each time, and at least what the server asked."""
        backoff = self._first * (2 ** min(tries - 1, 16) + random.random())
        return max(asked, min(backoff, longest))


def _until(seconds: float) -> str:
    """The time after so many seconds, for a message."""
    return f"after {datetime.now().astimezone() + timedelta(seconds=seconds):%Y-%m-%d %H:%M %Z}: go on then"


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
