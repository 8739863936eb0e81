"""Answers to the questions after a match, asked by their provider's batch interface at half the price.

Nobody at a table waits for those answers, and none depends on another: they can take a day. Everything else
is asked as ever.

Heavy to import, like `hosted`: only `providers` does so, when a run wants batches.
"""

from __future__ import annotations

import hashlib
import json
import time
from typing import Any, cast

from pydantic_ai.models import Model, infer_model
from pydantic_ai.models.batch import BatchRequest
from pydantic_ai.settings import ModelSettings

from parlour.errors import UsageError
from parlour.llm.backend import Call, Completion, OnChunk
from parlour.llm.batch_queue import BatchBook, BatchPace, BatchQueue
from parlour.llm.batch_share import batch_share, is_batched
from parlour.llm.hosted import Hosted
from parlour.llm.limited import Limited
from parlour.llm.refusals import failures

PACE = BatchPace()
_SLOTS = 1_000_000
"""So many calls can wait for batches at once."""
_NOT_IN_BATCHES = ("timeout", "max_retries")


class Batched:
    """A model whose answers to questions after a match come in batches.

    Args:
        inner: the model, as it is asked everything else.
        book: where batches are kept.
        concurrency: the most calls at once of everything else; None for what the model serves well.

    Raises:
        UsageError: if its provider has no batch interface.
    """

    def __init__(self, inner: Hosted, book: BatchBook, *, concurrency: int | None) -> None:
        self._inner, self._direct = inner, Limited(inner, concurrency or inner.slots)
        self.name, self.context, self.is_priced = inner.name, inner.context, inner.is_priced
        self.slots = _SLOTS
        self._model = batching_model(inner)
        self._form = Hosted(self._model, name=inner.name, context=inner.context)
        self._queue = BatchQueue(self._model, inner.name, book, PACE)

    def price(self, input_tokens: int, output_tokens: int) -> float | None:
        """As the model's own."""
        return self._inner.price(input_tokens, output_tokens)

    def worst_price(self, call: Call) -> float:
        """The most dollars that the call could cost."""
        return self._inner.worst_price(call) * batch_share(call)

    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        """Completes the call, in a batch if it answers a question after the match.

        Raises:
            ModelUnavailable: if the model cannot be reached or refuses.
            PromptTooLong: if the prompt does not fit the window.
        """
        if is_batched(call):
            return await self._by_batch(call)
        self._queue.stir()
        try:
            return await self._direct.complete(call, on_chunk)
        finally:
            self._queue.stir()

    async def close(self) -> None:
        """Closes its connections; batches that are out go on at the provider's."""
        await self._queue.close()
        await self._form.close()
        await self._inner.close()

    async def _by_batch(self, call: Call) -> Completion:
        self._form.check_fit(call)
        messages, settings, parameters = self._form.prepared(call)
        kept = {name: value for name, value in settings.items() if name not in _NOT_IN_BATCHES}
        request = BatchRequest(
            custom_id=_name(call),
            messages=messages,
            model_settings=cast(ModelSettings, kept),
            model_request_parameters=parameters,
        )
        began = time.perf_counter()
        try:
            response = self._model.batch_decode(await self._queue.ask(request), request)
        except failures() as error:
            raise self._form.explained(error) from error
        return self._form.read(response, call, seconds=time.perf_counter() - began, share=batch_share(call))


def batching_model(inner: Hosted) -> Model[Any]:
    """The model as it can be asked in batches: of OpenAI's, by the interface for which pydantic-ai has them.

    Raises:
        UsageError: if there is no such interface.
    """
    provider, _, name = inner.name.partition(":")
    model = infer_model(f"openai-responses:{name}") if provider == "openai" else inner.model
    if model.batch_max_requests is None:
        raise UsageError(f"{inner.name} cannot be asked in batches: leave out --batch")
    return model


def _name(call: Call) -> str:
    """The same for the same call of the same match, and short enough for any provider."""
    prompt = call.prompt
    about = (prompt.lot, prompt.player, prompt.request, prompt.purpose, call.digest, call.occurrence)
    return hashlib.sha256(json.dumps(about).encode()).hexdigest()[:40]
