"""Failures that pass: told apart from those that stay, and waited out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type, stop_after_attempt
from tenacity.wait import wait_exponential_jitter

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
        self._inner, self._most, self._sleep = inner, attempts, sleep
        self._backoff = wait_exponential_jitter(initial=first_wait, max=LONGEST_WAIT / 2, jitter=first_wait)
        self.name, self.context = inner.name, inner.context

    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        """Completes the call.

        Raises:
            ModelUnavailable: if it failed as often as it may.
        """
        listener = _Listener(on_chunk)
        attempts = self._attempts()

        async def attempt() -> Completion:
            return await self._inner.complete(call, listener.ear())

        try:
            completion: Completion = await attempts(attempt)
        except Transient as error:
            gave_up = f"; gave up after {self._most} attempts" if self._most > 1 else ""
            raise ModelUnavailable(f"{error}{gave_up}") from error
        return _after(completion, attempts.statistics["attempt_number"])

    def _tell(self, state: RetryCallState) -> None:
        waits = state.next_action.sleep if state.next_action else 0.0
        event("retry", logging.WARNING, attempt=state.attempt_number, waits=round(waits, 3))

    def _attempts(self) -> AsyncRetrying:
        return AsyncRetrying(
            before_sleep=self._tell,
            stop=stop_after_attempt(self._most),
            wait=self._wait,
            sleep=self._sleep,
            retry=retry_if_exception_type(Transient),
            reraise=True,
        )

    def _wait(self, state: RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome else None
        asked = error.retry_after if isinstance(error, Transient) else None
        return min(max(asked or 0.0, self._backoff(state)), LONGEST_WAIT)


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
