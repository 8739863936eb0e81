"""A model behind pydantic-ai: one call is one request, without an agent around it.

Heavy to import: only `providers` and `gguf` do so, when a model is opened.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable
from functools import lru_cache
from typing import Any

from opentelemetry.trace import TracerProvider
from pydantic_ai.direct import model_request, model_request_stream
from pydantic_ai.exceptions import UnexpectedModelBehavior
from pydantic_ai.messages import (
    ModelMessage,
    ModelResponse,
    ModelResponseStreamEvent,
    PartDeltaEvent,
    PartStartEvent,
    TextPart,
    TextPartDelta,
)
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.models.instrumented import InstrumentationSettings
from pydantic_ai.models.openai import OpenAIChatModelSettings

from parlour.errors import ModelError, PromptTooLong
from parlour.llm.backend import NOTHING, Call, Completion, OnChunk, Usage, schema_text
from parlour.llm.dialect import Dialect, first_logprobs
from parlour.llm.refusals import (
    Feature,
    failures,
    filter_words,
    is_rejection,
    is_unreadable,
    rejected_features,
    said_plainly,
)
from parlour.llm.tariff import Tariff, is_own_server
from parlour.llm.texts import without_controls
from parlour.llm.tokens import count_tokens
from parlour.telemetry import provider_in_use, tells_content

TIMEOUT = 180.0
SLOTS = 8
ESTIMATE_MARGIN = 1.5
MOST_CHARACTERS, LEAST_CUT = 8, 8000
"""No tokenizer spends one token on more characters of a prompt; of shorter prompts nothing is concluded."""
_REFUSING = ("content_filter", "refusal")
"""The reasons of an end for which a reply is withheld."""


class Hosted:
    """A provider over any model of pydantic-ai.

    What a server rejects is left out or said otherwise; it stays so if the call then succeeds. After a stream
    that cannot be read, the next attempt asks for a whole reply.

    Attributes:
        model: what is asked.

    Args:
        model: what is asked.
        name: the model string under which it was opened.
        context: how many tokens its window holds.
        slots: how many calls it serves well at the same time.
        patience: the longest wait in seconds for one attempt.
    """

    def __init__(
        self,
        model: Model[Any],
        *,
        name: str,
        context: int,
        slots: int = SLOTS,
        patience: float = TIMEOUT,
    ) -> None:
        self.name, self.context, self.slots = name, context, slots
        self.model, self._patience, self._url = model, patience, model.base_url or ""
        self._tariff = Tariff(model=model.model_name, provider=model.system, url=self._url)
        self._dialect, self._retries = Dialect.of(model), not _leaves_retrying_to_us(model)
        self._garbled: set[str] = set()
        """The digests of calls whose stream could not be read; the next attempt asks for a whole reply."""

    @property
    def is_priced(self) -> bool:
        """Whether it is known what a call costs."""
        return self._tariff.is_known

    def price(self, input_tokens: int, output_tokens: int) -> float | None:
        """Dollars for so many tokens, none of them cached; None where no price is known."""
        return self._tariff.dollars(input_tokens=input_tokens, output_tokens=output_tokens)

    def worst_price(self, call: Call) -> float:
        """The most dollars that the call could cost: tokens are counted generously, and none come cached."""
        return self.price(round(_length(call) * ESTIMATE_MARGIN), self._dialect.most_tokens(call)) or 0.0

    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        """Completes one call, streaming where somebody listens.

        Raises:
            ModelUnavailable: if the model cannot be reached or refuses.
            PromptTooLong: if the prompt does not fit the window.
        """
        dialect = self._dialect
        if call.options and not dialect.has_logprobs:
            return Completion(text="", usage=NOTHING)
        self.check_fit(call)
        started = time.perf_counter()
        while True:
            is_streamed = on_chunk is not None and dialect.has_streams and call.digest not in self._garbled
            try:
                response = await self._in_time(self._ask(call, dialect, on_chunk, is_streamed=is_streamed))
                break
            except failures() as error:
                if words := filter_words(error):
                    return Completion(text="", refusal=words)
                if is_streamed and is_unreadable(error):
                    self._garbled.add(call.digest)
                simpler = self._simpler(dialect, call, error, is_streamed=is_streamed)
                if simpler is None:
                    raise self.explained(error) from error
                if dialect.has_logprobs and not simpler.has_logprobs and rejected_features(error):
                    self._dialect = simpler
                    return Completion(text="", usage=NOTHING)
                dialect = simpler
        self._dialect = dialect
        self._garbled.discard(call.digest)
        return self.read(response, call, seconds=time.perf_counter() - started)

    @staticmethod
    def _simpler(dialect: Dialect, call: Call, error: Exception, *, is_streamed: bool) -> Dialect | None:
        """What to try after a refusal: the same without what it names, or may mean if it names nothing."""
        named = rejected_features(error)
        meant: tuple[Feature, ...] = ("logprobs", "schemas") if is_rejection(error) else ()
        simpler = (dialect.without(feature, call, is_streamed=is_streamed) for feature in named or meant)
        return next(filter(None, simpler), None)

    def prepared(
        self, call: Call, dialect: Dialect | None = None
    ) -> tuple[list[ModelMessage], OpenAIChatModelSettings, ModelRequestParameters]:
        """The call as pydantic-ai takes it, in what the model is known to understand."""
        spoken = dialect or self._dialect
        settings = spoken.settings(call, timeout=self._patience)
        if self._retries:
            settings["max_retries"] = 0
        return spoken.messages(call), settings, spoken.parameters(call)

    def explained(self, error: Exception) -> ModelError:
        """What asking the model raised, as Parlour says it."""
        return said_plainly(error, name=self.name, url=self._url)

    async def close(self) -> None:
        """Closes its connections."""
        async with self.model:
            pass

    async def _in_time(self, asking: Awaitable[ModelResponse]) -> ModelResponse:
        """A client's own limit is on the time between two bytes, of which a reply may drip without end.

        Raises:
            TimeoutError: if it takes longer than one attempt may.
        """
        try:
            async with asyncio.timeout(self._patience):
                return await asking
        except TimeoutError as error:
            raise TimeoutError(f"no end of its reply within {self._patience:g} s") from error

    async def _ask(
        self, call: Call, dialect: Dialect, on_chunk: OnChunk | None, *, is_streamed: bool
    ) -> ModelResponse:
        messages, settings, parameters = self.prepared(call, dialect)
        told = _instrumentation()
        if not on_chunk or not is_streamed:
            response = await model_request(
                self.model,
                messages,
                model_settings=settings,
                model_request_parameters=parameters,
                instrument=told,
            )
            if on_chunk:
                on_chunk(_text(response))
            return response
        async with model_request_stream(
            self.model,
            messages,
            model_settings=settings,
            model_request_parameters=parameters,
            instrument=told,
        ) as stream:
            async for event in stream:
                if chunk := without_controls(_spoken(event)):
                    on_chunk(chunk)
            response = stream.get()
        if _is_nothing(response):
            raise UnexpectedModelBehavior("a stream of nothing")
        return response

    def check_fit(self, call: Call) -> None:
        """Stops a prompt that cannot fit even if its length is overestimated: some servers would cut it.

        Raises:
            PromptTooLong: if it cannot.
        """
        length = _length(call)
        if length / ESTIMATE_MARGIN > self.context:
            raise PromptTooLong(
                f"{self.name}: a prompt for {call.prompt.purpose!r} of about {length} tokens does not fit a"
                f" window of {self.context}: lower the memory budgets or choose a model with a larger window"
            )

    def _cut_prompt(self, call: Call, told: int) -> str:
        """Says that a server of one's own read far less than was sent; empty if it did not."""
        sent = sum(len(part.text) for part in call.prompt.parts)
        is_cut = 0 < told < sent / MOST_CHARACTERS and sent > LEAST_CUT and is_own_server(self._url)
        if not is_cut:
            return ""
        return (
            f"the server cut the prompt: it read {told} of about {_length(call)} tokens: set the context of"
            " its model to more (Ollama: OLLAMA_CONTEXT_LENGTH), or PARLOUR_CONTEXT to less"
        )

    def read(self, response: ModelResponse, call: Call, *, seconds: float, share: float = 1.0) -> Completion:
        """What came back; tokens that the server does not tell are counted here.

        Args:
            response: as pydantic-ai has it.
            call: what was asked.
            seconds: that it took.
            share: of the usual price that it costs.
        """
        used, text = response.usage, _text(response)
        input_tokens = used.input_tokens or _length(call)
        output_tokens = used.output_tokens or count_tokens(text)
        dollars = self._tariff.dollars(
            input_tokens=input_tokens,
            cached_tokens=used.cache_read_tokens,
            written_tokens=used.cache_write_tokens,
            output_tokens=output_tokens,
        )
        return Completion(
            text=text,
            is_cut=response.finish_reason == "length",
            logprobs=first_logprobs(response),
            refusal=self._cut_prompt(call, used.input_tokens) or _refusal(response),
            usage=Usage(
                input_tokens=input_tokens,
                cached_tokens=used.cache_read_tokens,
                output_tokens=output_tokens,
                dollars=None if dollars is None else dollars * share,
                seconds=seconds,
                is_estimated=(input_tokens, output_tokens) != (used.input_tokens, used.output_tokens),
            ),
        )


def _instrumentation() -> InstrumentationSettings | None:
    """How pydantic-ai tells of its requests, by OpenTelemetry's names for models; None where nobody asks."""
    provider = provider_in_use()
    return _instrumented(provider, is_told=tells_content()) if provider else None


@lru_cache(maxsize=1)
def _instrumented(provider: TracerProvider, *, is_told: bool) -> InstrumentationSettings:
    return InstrumentationSettings(
        tracer_provider=provider, include_content=is_told, include_model_request_parameters=is_told
    )


def _leaves_retrying_to_us(model: Model[Any]) -> bool:
    """Has a provider's client not ask again by itself; whether it could be told once and for all.

    Told with a request, pydantic-ai makes a copy of the client for each, which takes a millisecond.
    """
    client = getattr(model, "client", None)
    if not hasattr(client, "max_retries"):
        return False
    client.max_retries = 0  # pyright: ignore[reportOptionalMemberAccess]
    return True


def _spoken(event: ModelResponseStreamEvent) -> str:
    """The words of a reply in an event of its stream; thoughts are none."""
    match event:
        case PartStartEvent(part=TextPart(content=text)):
            return text
        case PartDeltaEvent(delta=TextPartDelta(content_delta=text)):
            return text
        case _:
            return ""


def _text(response: ModelResponse) -> str:
    """The words of a reply; thoughts are none."""
    return without_controls("".join(part.content for part in response.parts if isinstance(part, TextPart)))


def _is_nothing(response: ModelResponse) -> bool:
    """Whether a stream ended without a word, a refusal or a reason."""
    details = response.provider_details or {}
    is_reasonless = details.get("finish_reason") in (None, "error")
    return not response.parts and is_reasonless and not details.get("refusal")


def _refusal(response: ModelResponse) -> str:
    """Why a reply is empty, where its model or a filter refused; empty for any other."""
    details = response.provider_details or {}
    reason = details.get("finish_reason") or response.finish_reason
    if words := details.get("refusal"):
        return f"the model refused: {words}"
    if reason in _REFUSING and not _text(response).strip():
        return f"a filter of the server withheld the reply (finish_reason {reason!r})"
    return ""


def _length(call: Call) -> int:
    """About how many tokens are sent."""
    texts = [part.text for part in call.prompt.parts]
    texts += [text for repair in call.prompt.repairs for text in (repair.reply, repair.feedback)]
    if call.reply:
        texts.append(schema_text(call.reply))
    return sum(map(count_tokens, texts))
