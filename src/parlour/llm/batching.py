"""The answers to the questions after a match, asked by their provider's batch interface at half the price.

No match waits for those answers, and none depends on another: they can take a day. Requests wait for each
other, go out as one batch, and are waited for. A batch is written into a book as soon as the provider has it:
a run that was killed and goes on gets the replies that were paid for.

Heavy to import: only `providers` does so, when a run wants batches.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol, TypeVar, cast

from pydantic import TypeAdapter
from pydantic_ai.models import Model, infer_model
from pydantic_ai.models.batch import Batch, BatchRequest, BatchResult, EncodedBatchRequest
from pydantic_ai.settings import ModelSettings

from parlour.errors import ModelError, UsageError
from parlour.llm.backend import Call, OnChunk, Transient
from parlour.llm.profile import Endpoint, ServerProfile
from parlour.llm.pydantic_ai_model import (
    PydanticAIModel,
    as_failure,
    failures,
    messages,
    parameters,
    read_response,
)
from parlour.llm.responses import Reply, said_plainly
from parlour.llm.spending import is_batched

T = TypeVar("T")


class BatchBook(Protocol):
    """The persistent list of pending batches."""

    def pending(self) -> Sequence[str]:
        """Returns the pending batches as JSON."""
        ...

    def keep(self, batch: str, json: str) -> None:
        """Stores a batch by its id before its results are awaited."""
        ...


@dataclass(frozen=True, kw_only=True)
class BatchPace:
    """The waiting times of batches in seconds.

    Attributes:
        quiet: without a new request before a batch is sent.
        longest: the longest wait of a request for others.
        first: before the first check of a batch.
        most: the longest interval between two checks.
    """

    quiet: float = 3.0
    longest: float = 900.0
    first: float = 10.0
    most: float = 120.0


PACE = BatchPace()
_PENDING = TypeAdapter(tuple[Batch, tuple[str, ...]])
"""A batch that the provider has, with the ids of its requests."""
_NOT_IN_BATCHES = ("timeout", "max_retries")


class Batches(PydanticAIModel):
    """An endpoint that sends in batches the calls that can wait, and each other call by itself.

    Calls are collected while anything else is asked, and sent when all wait.

    Raises:
        UsageError: if the provider has no batches.
    """

    has_batches = True

    def __init__(self, endpoint: Endpoint, name: str, book: BatchBook, pace: BatchPace | None = None) -> None:
        if not isinstance(endpoint, PydanticAIModel):
            raise _no_batches(name)
        super().__init__(endpoint.model)
        self.patience, self.headers = endpoint.patience, endpoint.headers
        self._model = _batching_model(endpoint.model, name)
        self._name, self._book, self._pace = name, book, pace or PACE
        self._name_counts: Counter[str] = Counter()
        self._results: dict[str, asyncio.Future[BatchResult]] = {}
        self._waiting: list[EncodedBatchRequest] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._sender: asyncio.Task[None] | None = None
        self._oldest = self._stirred = time.monotonic()
        self._has_read = False

    async def ask(
        self, call: Call, profile: ServerProfile, room: int, on_text: OnChunk | None = None
    ) -> Reply:
        """Returns the reply to a call, of one that can wait once its batch has ended."""
        self._stirred = time.monotonic()
        try:
            if is_batched(call):
                return await self._ask_in_batch(call, profile, room)
            return await super().ask(call, profile, room, on_text)
        finally:
            self._stirred = time.monotonic()

    async def _ask_in_batch(self, call: Call, profile: ServerProfile, room: int) -> Reply:
        """Waits for the batch of a call; the interface of batches names the limit of tokens by itself."""
        self._take_up()
        profile = replace(profile, rejects=profile.rejects - {"max_tokens"})
        settings = self.settings(call, profile, room)
        batch_settings = {name: value for name, value in settings.items() if name not in _NOT_IN_BATCHES}
        request = BatchRequest(
            custom_id=self._number(call),
            messages=messages(call, profile),
            model_settings=cast(ModelSettings, batch_settings),
            model_request_parameters=parameters(call, profile),
        )
        if request.custom_id not in self._results:
            self._enter(await self._model.batch_encode(request))
        result = await self._results[request.custom_id]
        try:
            return read_response(self._model.batch_decode(result, request))
        except failures() as error:
            raise as_failure(error) from error

    async def close(self) -> None:
        """Closes the connections; batches that are out go on at the provider's and stay in the book."""
        tasks = [*self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        async with self._model:
            pass
        await super().close()

    def _number(self, call: Call) -> str:
        """Returns an id for any provider, which a run that goes on gives the same call again."""
        prompt = call.prompt
        about = (
            prompt.draw_seed,
            prompt.player,
            prompt.request,
            prompt.purpose,
            call.digest,
            call.occurrence,
        )
        name = hashlib.sha256(json.dumps(about).encode()).hexdigest()[:40]
        self._name_counts[name] += 1
        return f"{name}-{self._name_counts[name] - 1}"

    def _take_up(self) -> None:
        if self._has_read:
            return
        self._has_read = True
        loop, pending = asyncio.get_running_loop(), map(_PENDING.validate_json, self._book.pending())
        for batch, ids in sorted(pending, key=lambda pair: pair[0].created_at):
            if batch.model_name == self._model.model_name:
                for name in ids:
                    self._results.setdefault(name, loop.create_future())
                self._begin(self._collect(batch, ids), ids)

    def _enter(self, encoded: EncodedBatchRequest) -> None:
        self._results[encoded.custom_id] = asyncio.get_running_loop().create_future()
        if not self._waiting:
            self._oldest = time.monotonic()
        self._waiting.append(encoded)
        self._stirred = time.monotonic()
        if self._sender is None or self._sender.done():
            self._sender = self._begin(self._send_in_time())

    async def _send_in_time(self) -> None:
        while self._waiting:
            now = time.monotonic()
            due = min(self._stirred + self._pace.quiet, self._oldest + self._pace.longest)
            if now < due:
                await asyncio.sleep(due - now)
                continue
            requests, self._waiting = self._waiting, []
            self._begin(self._send_all(requests), _ids(requests))

    async def _send_all(self, requests: Sequence[EncodedBatchRequest]) -> None:
        for share in _shares(self._model, requests):
            self._begin(self._send(share), _ids(share))

    async def _send(self, requests: Sequence[EncodedBatchRequest]) -> None:
        try:
            batch = await self._model.batch_create(requests)
        except failures() as error:
            raise self._model_error(error) from error
        ids = _ids(requests)
        self._book.keep(batch.id, _PENDING.dump_json((batch, ids)).decode())
        await self._collect(batch, ids)

    def _begin(self, work: Coroutine[None, None, None], ids: Sequence[str] = ()) -> asyncio.Task[None]:
        """Starts the work that some requests wait for; its error is raised in their callers."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(partial(self._end, ids))
        return task

    def _end(self, ids: Sequence[str], task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if task.cancelled() or not (error := task.exception()):
            return
        for name in ids:
            if not self._results[name].done():
                self._results[name].set_exception(error)
                self._results[name].exception()  # marks it as retrieved: its request may be gone

    async def _collect(self, batch: Batch, ids: Sequence[str]) -> None:
        wait = self._pace.first
        while batch.status != "ended":
            await asyncio.sleep(wait)
            wait = min(1.5 * wait, self._pace.most)
            batch = await self._patiently(partial(self._model.batch_status, batch))
        results = await self._patiently(partial(self._model.batch_results, batch))
        by_id = {result.custom_id: result for result in results}
        for name in ids:
            if not self._results[name].done():
                expired = BatchResult(custom_id=name, status="expired")
                self._results[name].set_result(by_id.get(name) or expired)

    async def _patiently(self, ask: Callable[[], Awaitable[T]]) -> T:
        """Repeats a request about a batch while its failures are temporary: the batch continues meanwhile."""
        while True:
            try:
                return await ask()
            except failures() as error:
                failure = self._model_error(error)
                if not isinstance(failure, Transient):
                    raise failure from error
                await asyncio.sleep(self._pace.most)

    def _model_error(self, error: Exception) -> ModelError:
        return said_plainly(as_failure(error), name=self._name, url=self._model.base_url or "")


def _ids(requests: Sequence[EncodedBatchRequest]) -> tuple[str, ...]:
    return tuple(request.custom_id for request in requests)


def _shares(
    model: Model[Any], requests: Sequence[EncodedBatchRequest]
) -> Iterator[Sequence[EncodedBatchRequest]]:
    most, room = model.batch_max_requests or 1, model.batch_max_bytes
    share: list[EncodedBatchRequest] = []
    size = 0
    for request in sorted(requests, key=lambda request: request.group):
        length = model.batch_request_size(request)
        is_full = len(share) == most or (room is not None and size + length > room)
        if share and (is_full or share[0].group != request.group):
            yield share
            share, size = [], 0
        share.append(request)
        size += length
    if share:
        yield share


def _batching_model(model: Model[Any], name: str) -> Model[Any]:
    """Returns the model as it can be asked in batches: for OpenAI's that is its Responses interface."""
    provider, _, model_name = name.partition(":")
    batching_model = infer_model(f"openai-responses:{model_name}") if provider == "openai" else model
    if batching_model.batch_max_requests is None:
        raise _no_batches(name)
    return batching_model


def _no_batches(name: str) -> UsageError:
    return UsageError(f"{name} cannot be asked in batches: leave out --batch")
