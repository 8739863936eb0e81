"""A provider over a model's server: learns what the server does, makes room for thoughts, counts tokens."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from urllib.parse import urlsplit

from parlour.core import visible
from parlour.core.telemetry import provider_in_use, tells_content
from parlour.errors import ModelError, PromptTooLong
from parlour.llm.backend import NOTHING, Call, Completion, OnChunk, Transient, Usage, schema_text
from parlour.llm.profile import TIMEOUT, Endpoint, ServerProfile
from parlour.llm.responses import (
    FAILURES,
    Reading,
    Reply,
    UnreadableReply,
    filter_words,
    is_about_length,
    rejected_features,
    said_plainly,
)
from parlour.llm.settings import ModelSettings, set_values
from parlour.llm.spending import Tariff, batch_share, is_batched, is_own_server
from parlour.llm.texts import ChunkSink, count_tokens, cut_tokens
from parlour.llm.thoughts import ThoughtSplitter, split_thoughts

SLOTS = 8
OWN_PATIENCE = 900.0
ESTIMATE_MARGIN = 1.5
MOST_CHARACTERS, LEAST_CUT = 8, 8000
"""No tokenizer spends one token on more characters of a prompt; of shorter prompts nothing is concluded."""
_LOG = logging.getLogger(__name__)


class Hosted:
    """A provider over a model's server.

    What a server rejects is left out or said otherwise; it stays so if the call then succeeds. After a stream
    that cannot be read, the next attempt asks for a whole reply. A model that turns out to think is given
    room for its thoughts from then on, which its answers may not use; a reply that thoughts cut short is
    asked for again at once. Until a reply shows how a model marks its thoughts, a stream is held back.

    Args:
        patience: seconds for one reply; by default more for a server of one's own.
        check: asks the server whether it has the model, unless that is known.
    """

    attempts: int | None = None

    def __init__(
        self,
        endpoint: Endpoint,
        *,
        name: str,
        context: int,
        slots: int = SLOTS,
        patience: float | None = None,
        check: Callable[[], None] = lambda: None,
    ) -> None:
        self.name, self.context, self.slots, self.check = name, context, slots, check
        self._is_own_server = is_own_server(endpoint.url)
        self.endpoint = endpoint
        endpoint.patience = patience or (OWN_PATIENCE if self._is_own_server else TIMEOUT)
        self._tariff = Tariff(model=endpoint.model_name, provider=endpoint.provider, url=endpoint.url)
        self.profile = endpoint.profile
        self._garbled: set[str] = set()
        """The digests of calls whose stream could not be read; the next attempt asks for a whole reply."""
        self._logged_news: set[str] = set()

    def adjust(self, name: str, settings: ModelSettings, headers: Mapping[str, str]) -> None:
        self.name, self.endpoint.headers = name, headers
        self.context = settings.context or self.context
        self.slots = settings.max_connections or self.slots
        self.endpoint.patience = settings.timeout or self.endpoint.patience
        self.attempts = None if settings.max_retries is None else settings.max_retries + 1
        self._tariff = replace(self._tariff, prices=settings.prices)
        self.profile = self.profile.with_settings(settings)

    def price(self, input_tokens: int, output_tokens: int) -> float | None:
        """Dollars for so many tokens, none of them cached; None where no price is known."""
        return self._tariff.dollars(input_tokens=input_tokens, output_tokens=output_tokens)

    def worst_price(self, call: Call) -> float:
        """The most dollars that the call could cost: tokens are counted generously, and none come cached."""
        input_tokens = round(_length(call) * ESTIMATE_MARGIN)
        output_tokens = self.profile.most_tokens(call, self.profile.room)
        if self.profile.holds and not self.profile.must_think:  # it may have to be asked again with room
            input_tokens, output_tokens = 2 * input_tokens, 2 * output_tokens + self.profile.room
        return (self.price(input_tokens, output_tokens) or 0.0) * self._share(call)

    def by_batch(self, call: Call) -> bool:
        """True if a call is sent in a batch."""
        return self.endpoint.has_batches and is_batched(call)

    def _share(self, call: Call) -> float:
        return batch_share(call) if self.endpoint.has_batches else 1.0

    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        """Completes one call, streaming where there is a callback, or in a batch if it can wait."""
        profile = self.profile
        if call.options and not profile.takes("logprobs"):
            return Completion(text="", usage=NOTHING)
        self._check_fit(call)
        started = time.perf_counter()
        sink = ChunkSink(on_chunk, profile.answer_limit(call)) if on_chunk else None
        reading = await self._read(call, sink)
        if isinstance(reading, Completion):
            return reading
        seconds = time.perf_counter() - started
        completion = self._completion(reading, call, profile, seconds, is_streamed=sink is not None)
        self._learn(self.profile.after_reply(reading))
        if profile.must_think or not self._has_thought(call, reading, completion):
            return completion
        before = self.profile
        self._learn(self.profile.thinking())
        if call.options:
            return replace(completion, text="", logprobs=())
        if completion.text.strip() and not completion.is_cut:
            return completion
        try:
            again = await self.complete(call, None if sink and sink.has_output else on_chunk)
        except Transient as error:
            error.usage = completion.usage + error.usage
            raise
        except ModelError as error:
            error.dollars += completion.usage.dollars or 0.0
            raise
        if not (again.text or again.thoughts or completion.thoughts):
            self.profile = replace(before, is_room_useless=True)
        return replace(again, usage=completion.usage + again.usage)

    async def _read(self, call: Call, sink: ChunkSink | None) -> Reading | Completion:
        """Returns the reply to a call without the features it rejects; a completion if it refuses."""
        profile = first_profile = self.profile
        while True:
            is_streamed = (
                sink is not None
                and not self.by_batch(call)
                and profile.takes("streams")
                and call.digest not in self._garbled
            )
            try:
                reading = await self._send(call, profile, sink, is_streamed=is_streamed)
                break
            except FAILURES as error:
                if words := filter_words(error):
                    return Completion(text="", refusal=words)
                if is_streamed and isinstance(error, UnreadableReply):
                    self._garbled.add(call.digest)
                if self._gives_up_room(call, profile, error):
                    continue
                simpler = profile.simpler(call, error, is_streamed=is_streamed)
                if simpler is None:
                    raise self._explain(error) from error
                if profile.takes("logprobs") and not simpler.takes("logprobs") and rejected_features(error):
                    self._learn(self.profile.after(simpler))
                    return Completion(text="", usage=NOTHING)
                profile = simpler
        if profile is not first_profile:  # what other calls saw of thoughts meanwhile stays
            self._learn(self.profile.after(profile))
        self._garbled.discard(call.digest)
        return reading

    def _learn(self, profile: ServerProfile) -> None:
        for news in profile.news(self.profile):
            if news not in self._logged_news:
                self._logged_news.add(news)
                _LOG.warning("%s: %s", self.name, news)
        self.profile = profile

    def _gives_up_room(self, call: Call, profile: ServerProfile, error: Exception) -> bool:
        """Reserves fewer tokens for thoughts if the server rejects the number; returns true if it did."""
        room = self._room(call, profile)
        if not room or rejected_features(error) or not is_about_length(error):
            return False
        self.profile = self.profile.with_less(room)
        return True

    def _room(self, call: Call, profile: ServerProfile) -> int:
        return self.profile.room_beside(call, _length(call), self.context) if profile.must_think else 0

    def _has_thought(self, call: Call, reading: Reading, completion: Completion) -> bool:
        """True if a reply shows that its model thinks: by thoughts, their mark, or no text at all."""
        if completion.thoughts or completion.usage.thought_tokens:
            return True
        if not call.options:
            return completion.is_cut and not completion.text.strip() and not self.profile.is_room_useless
        tokens = [token for token, _ in completion.logprobs[:1]]
        return any(split_thoughts(text).has_marks for text in (reading.text, *tokens))

    def _explain(self, error: Exception) -> ModelError:
        chosen = self.profile.chosen
        settings = {**(chosen.extra_body or {}), **set_values(chosen)}
        return said_plainly(error, name=self.name, url=self.endpoint.url, settings=settings)

    async def close(self) -> None:
        await self.endpoint.close()

    async def _send(
        self, call: Call, profile: ServerProfile, sink: ChunkSink | None, *, is_streamed: bool
    ) -> Reading:
        """Sends a call once and passes the answer on."""
        splitter = ThoughtSplitter(holds=self.profile.holds)

        def pass_on(text: str) -> None:
            if sink:
                sink.send(splitter.feed(visible(text)))

        room, on_text = self._room(call, profile), pass_on if is_streamed else None
        try:
            async with asyncio.timeout(None if self.by_batch(call) else self.endpoint.patience):
                reply = await self._ask_traced(call, profile, room, on_text)
        except TimeoutError as error:
            raise TimeoutError(f"no end of its reply within {self.endpoint.patience:g} s") from error
        reading = Reading(reply, closes_only=self.profile.closes_only)
        if sink and not reading.is_cut_thought:
            sink.send(splitter.end() if is_streamed else reading.answer)
        return reading

    async def _ask_traced(
        self, call: Call, profile: ServerProfile, room: int, on_text: OnChunk | None
    ) -> Reply:
        """Asks within a span by OpenTelemetry's conventions for generative models, if spans are wanted."""
        endpoint, tracing = self.endpoint, provider_in_use()
        if not tracing:
            return await endpoint.ask(call, profile, room, on_text)
        address = urlsplit(endpoint.url)
        attributes: dict[str, str | int] = {
            "gen_ai.operation.name": "chat",
            "gen_ai.provider.name": endpoint.provider,
            "gen_ai.request.model": endpoint.model_name,
            "gen_ai.request.max_tokens": profile.most_tokens(call, room),
            "server.address": address.hostname or "",
        }
        if address.port:
            attributes["server.port"] = address.port
        if tells_content():
            turns = [{"role": role, "content": "\n\n".join(texts)} for role, texts in profile.turns(call)]
            attributes["gen_ai.input.messages"] = json.dumps(turns)
        tracer = tracing.get_tracer("parlour")
        with tracer.start_as_current_span(f"chat {endpoint.model_name}", attributes=attributes) as span:
            reply = await endpoint.ask(call, profile, room, on_text)
            span.set_attribute("gen_ai.usage.input_tokens", reply.input_tokens)
            span.set_attribute("gen_ai.usage.output_tokens", reply.output_tokens)
            span.set_attribute("gen_ai.response.finish_reasons", [reply.finish])
            if tells_content():
                output = [{"role": "assistant", "content": reply.text}]
                span.set_attribute("gen_ai.output.messages", json.dumps(output))
            return reply

    def _check_fit(self, call: Call) -> None:
        """Stops a prompt that cannot fit even if its length is overestimated: some servers would cut it."""
        length = _length(call)
        if length / ESTIMATE_MARGIN > self.context:
            raise PromptTooLong(
                f"{self.name}: a prompt for {call.prompt.purpose!r} of about {length} tokens does not fit a"
                f" window of {self.context}: lower the memory budgets or choose a model with a larger window"
            )

    def _cut_prompt(self, call: Call, tokens: int) -> str:
        """Returns an error if the user's own server read far less than was sent; else an empty text."""
        characters = len(call.prompt.system_text) + len(call.prompt.user_text)
        if not (self._is_own_server and characters > LEAST_CUT and 0 < tokens < characters / MOST_CHARACTERS):
            return ""
        return (
            f"the server cut the prompt: it read {tokens} of about {_length(call)} tokens: set the context of"
            " its model to more (Ollama: OLLAMA_CONTEXT_LENGTH), or PARLOUR_CONTEXT to less"
        )

    def _completion(
        self, reading: Reading, call: Call, profile: ServerProfile, seconds: float, *, is_streamed: bool
    ) -> Completion:
        reply, answer, thoughts = reading.reply, reading.answer, reading.thoughts
        limit = profile.answer_limit(call)
        input_tokens = reply.input_tokens or _length(call)
        output_tokens = reply.output_tokens or count_tokens(answer) + count_tokens(thoughts)
        dollars = self._tariff.dollars(
            input_tokens=input_tokens,
            cached_tokens=reply.cached_tokens,
            written_tokens=reply.written_tokens,
            output_tokens=output_tokens,
        )
        text = answer if limit is None else cut_tokens(answer.lstrip(), limit)
        return Completion(
            text=text,
            thoughts=thoughts,
            is_cut=reading.is_cut or len(text) < len(answer.lstrip()),
            logprobs=reply.logprobs,
            refusal=self._cut_prompt(call, reply.input_tokens) or reading.refusal,
            usage=Usage(
                input_tokens=input_tokens,
                cached_tokens=reply.cached_tokens,
                output_tokens=output_tokens,
                thought_tokens=reply.thought_tokens or count_tokens(thoughts),
                dollars=None if dollars is None else dollars * self._share(call),
                seconds=seconds,
                is_estimated=not (reply.input_tokens and reply.output_tokens),
                room=self._room(call, profile),
                without=self.profile.left_out(call, is_streamed=is_streamed),
            ),
        )


def _length(call: Call) -> int:
    texts = [part.text for part in call.prompt.parts]
    texts += [text for repair in call.prompt.repairs for text in (repair.reply, repair.feedback)]
    if call.reply:
        texts.append(schema_text(call.reply))
    return sum(map(count_tokens, texts))
