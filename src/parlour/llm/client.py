"""The client of a model: takes a reply from the record, or waits its turn, sends, retries and records it.

Beside it the models of a process, each opened once, and those of each match, which share queues and cap.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import random
import re
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import count
from threading import Lock
from typing import Self

from parlour.core.telemetry import event, span
from parlour.errors import ModelError, ModelUnavailable, ReplayDiffers
from parlour.llm.backend import NOTHING, Call, CallKey, CallLog, Completion, OnChunk, Provider, Transient
from parlour.llm.hosted import Hosted
from parlour.llm.model import TEMPERATURE, LanguageModel
from parlour.llm.prompt import EVERYBODY
from parlour.llm.providers import open_ready
from parlour.llm.rehearsal import Rehearsal
from parlour.llm.replies import is_repaired
from parlour.llm.settings import split_settings
from parlour.llm.spending import Budget, Ledger, refuse_unpriced
from parlour.llm.texts import ChunkSink
from parlour.llm.thoughts import OwnThoughts

AT = "@"
"""The start of the name under which a shared call is recorded: `@reader` reads for all its seats."""
ATTEMPTS = 6
FIRST_WAIT = 1.0
LONGEST_WAIT = 120.0
LOADING, LOADING_STEP = 600.0, 10.0
"""The seconds that a model may take to load, and the most between two looks at it."""
_USER = re.compile(r"(?<=://)[^/\s@]+@")
"""The user and password in an address, which no trace names."""
_LOG = logging.getLogger(__name__)


Keys = Counter[bytes]
"""The number of equal calls that a match has made, by a digest of their key, which is kept for every call."""


@dataclass(frozen=True, kw_only=True)
class Replayed:
    """A model of a replay, of which every reply is on record."""

    name: str
    context: int

    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        """Raises `ReplayDiffers`: the call is not on record."""
        del on_chunk
        prompt = call.prompt
        raise ReplayDiffers(
            f"the record has no call of {prompt.player!r} for {prompt.purpose!r} on request"
            f" {prompt.request!r} with digest {call.digest} (occurrence {call.occurrence}): a prompt is not"
            " the one that was sent"
        )


class Client:
    """The calls of one model, in a process or in one match of it.

    The clients of a process's matches (`of_match`) share its queue and its budget. A reply that is on record
    is neither asked for nor paid again; one that cannot be recorded was paid all the same.

    After a transient failure a call is sent again, backing off exponentially and honouring `Retry-After`. A
    model that is being loaded is waited for up to ten minutes. If a server asks for a pause of over two
    minutes, the call fails at once and says until when. Chunks of a second attempt are not passed on if the
    first had any: the reply is the returned text.

    Raises:
        UsageError: if there is a budget and the price of the model is unknown.
    """

    def __init__(
        self,
        provider: Provider | Replayed,
        *,
        concurrency: int | None = None,
        budget: Budget | None = None,
        attempts: int = ATTEMPTS,
        first_wait: float = FIRST_WAIT,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        log: CallLog | None = None,
    ) -> None:
        self.name, self.context = provider.name, provider.context
        self._provider, self._budget = provider, budget
        if not isinstance(provider, Replayed):
            concurrency = concurrency or provider.slots
            if budget:
                refuse_unpriced(provider)
        self._turns = asyncio.Semaphore(concurrency or 1)
        self._attempts, self._first_wait, self._sleep = attempts, first_wait, sleep
        self._traced = "" if isinstance(provider, Rehearsal | Replayed) else _USER.sub("", provider.name)
        self._log, self._keys, self._ledger = log, Keys(), Ledger()
        self._thoughts: OwnThoughts | None = None
        self._sharer = ""
        self._answers: dict[tuple[str, str, str], Completion] = {}
        self._asking: defaultdict[tuple[str, str, str], asyncio.Lock] = defaultdict(asyncio.Lock)

    def of_match(
        self, name: str, ledger: Ledger, log: CallLog | None, keys: Keys, *, context: int = 0
    ) -> Client:
        """Returns the client of one match.

        In a match a prompt of `EVERYBODY` is sent once, and recorded under the name of the model: seats that
        think at the same time ask in no fixed order, and a replay must find the call.
        """
        client = copy(self)
        history = split_settings(name)[1].get("reasoning_history", "none")
        client._thoughts = None if history == "none" else OwnThoughts(history, context or self.context)
        client._ledger, client._log, client._keys = ledger, log, keys
        client._sharer, client._answers, client._asking = f"{AT}{name}", {}, defaultdict(asyncio.Lock)
        return client

    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        """Completes a call; returns the reply to a shared call (`EVERYBODY`) that another seat has sent.

        Raises:
            ModelUnavailable: if it failed as often as it may.
            PromptTooLong: if the prompt does not fit the window.
            BudgetExhausted: if it could cross the cap; nothing was sent.
            ReplayDiffers: if it is of a replay and not on record.
        """
        prompt = call.prompt
        if prompt.player != EVERYBODY or not self._sharer:
            return await self._complete_recorded(call, on_chunk)
        question = (prompt.request, prompt.purpose, call.digest)
        async with self._asking[question]:
            if question not in self._answers:
                shared = replace(call, prompt=replace(prompt, player=self._sharer))
                self._answers[question] = await self._complete_recorded(shared, on_chunk)
        return self._answers[question]

    async def _complete_recorded(self, call: Call, on_chunk: OnChunk | None) -> Completion:
        """Returns the reply from the record, or requests it and records it before it is used."""
        if self._thoughts:
            call = self._thoughts.added_to(call)
        key = self._next_key(call)
        completion = self._log.find(key) if self._log is not None else None
        if completion is None:
            numbered = replace(call, occurrence=key.occurrence) if key.occurrence else call
            completion = await self._complete_paid(numbered, on_chunk)
            if call.reply and is_repaired(completion.text, call.reply, is_cut=completion.is_cut):
                completion = replace(completion, is_repaired=True)
            if self._log is not None:
                await self._log.keep(key, call, completion)
        elif on_chunk and completion.text:
            on_chunk(completion.text)
        if self._thoughts:
            self._thoughts.keep(key, call, completion)
        self._ledger.add(completion.usage)
        return completion

    def _next_key(self, call: Call) -> CallKey:
        prompt, digest = call.prompt, call.digest
        words = "\x1f".join((prompt.player, prompt.request, prompt.purpose, digest))
        first = hashlib.blake2b(words.encode(), digest_size=16).digest()
        occurrence = self._keys[first]
        self._keys[first] = occurrence + 1
        return CallKey(
            player=prompt.player,
            request=prompt.request,
            purpose=prompt.purpose,
            digest=digest,
            occurrence=occurrence,
        )

    def _spend(self, dollars: float | None) -> None:
        if self._budget:
            self._budget.spend(dollars or 0.0)

    async def _complete_paid(self, call: Call, on_chunk: OnChunk | None) -> Completion:
        """Sends a call within the budget, in a span of its attempts and waiting time, without its text."""
        if isinstance(self._provider, Replayed):
            return await self._provider.complete(call)
        budget, purpose = self._budget, call.prompt.purpose
        async with budget.reserve(self._provider.worst_price(call)) if budget else nullcontext():
            if not self._traced:
                return await self._complete_with_retries(call, on_chunk)
            with span("call", purpose, purpose=purpose, model=self._traced) as open_span:
                completion = await self._complete_with_retries(call, on_chunk)
                usage = completion.usage
                open_span.note(
                    attempts=usage.attempts,
                    seconds=usage.seconds,
                    input_tokens=usage.input_tokens,
                    cached_tokens=usage.cached_tokens,
                    output_tokens=usage.output_tokens,
                    dollars=usage.dollars or 0.0,
                )
                return completion

    async def _complete_with_retries(self, call: Call, on_chunk: OnChunk | None) -> Completion:
        # Written out: tenacity's objects took a twentieth of a call and were all of a match's cyclic garbage.
        sink, failures, loading = ChunkSink(on_chunk) if on_chunk else None, 0, 0.0
        before = NOTHING
        for tries in count(1):
            try:
                completion = await self._in_turn(call, sink.send if sink and not sink.has_output else None)
                self._spend(completion.usage.dollars)
                return completion if tries == 1 else replace(completion, usage=before + completion.usage)
            except Transient as error:
                self._spend(error.usage.dollars)
                before += error.usage
                if (pause := error.retry_after or 0.0) > LONGEST_WAIT:
                    until = datetime.now().astimezone() + timedelta(seconds=pause)
                    raise ModelUnavailable(
                        f"{error}; it can be asked again after {until:%Y-%m-%d %H:%M %Z}: go on then"
                    ) from error
                is_loading = error.is_loading and loading < LOADING
                failures += not is_loading
                if failures == self._attempts:
                    gave_up = f"; gave up after {tries} attempts" if tries > 1 else ""
                    raise ModelUnavailable(f"{error}{gave_up}") from error
                backoff = self._first_wait * (2 ** min(tries - 1, 16) + random.random())
                waits = max(pause, min(backoff, LOADING_STEP if is_loading else LONGEST_WAIT / 2))
                if is_loading and not loading:
                    _LOG.warning("%s; it is waited for up to %d minutes", error, LOADING // 60)
                loading += waits if is_loading else 0.0
            except ModelError as error:
                self._spend(error.dollars)
                raise
            event("retry", logging.WARNING, attempt=tries, waits=round(waits, 3))
            await self._sleep(waits)
        raise AssertionError

    async def _in_turn(self, call: Call, on_chunk: OnChunk | None) -> Completion:
        # A slot is free before its reply is recorded: to hold it for the commit of a group costs throughput,
        # and saves at most a group's replies of a process that is killed.
        if isinstance(self._provider, Hosted) and self._provider.by_batch(call):
            return await self._provider.complete(call, on_chunk)
        async with self._turns:
            return await self._provider.complete(call, on_chunk)


_BATCH_SLOTS = 1_000_000
"""So many calls can wait for batches at once."""


class ModelPool:
    """A cache of opened models by name, shared by any number of matches.

    Used as `async with ModelPool() as models`, it closes what it opened.
    """

    def __init__(
        self,
        *,
        ledger: Ledger | None = None,
        budget: float | None = None,
        spent: float = 0.0,
        concurrency: int | None = None,
        attempts: int = ATTEMPTS,
        first_wait: float = FIRST_WAIT,
        opener: Callable[[str], Provider] = open_ready,
    ) -> None:
        self.ledger = ledger or Ledger()
        self._budget = None if budget is None else Budget(budget, before=spent)
        self._concurrency, self._opener = concurrency, opener
        self._attempts, self._first_wait = attempts, first_wait
        self._opening: dict[str, Lock] = {}
        self._providers: dict[str, Provider] = {}
        self._clients: dict[str, Client] = {}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    def client(self, model: str) -> Client:
        """Returns the model's client, the same one at each call.

        Raises:
            UsageError: if it cannot be opened as asked, or a cap is set and its price is unknown.
            ModelUnavailable: if its server or file cannot be brought to answer.
        """
        if model not in self._clients:
            provider = self.provider(model)
            attempts = provider.attempts if isinstance(provider, Hosted) else None
            self._clients[model] = Client(
                provider,
                concurrency=self._concurrency,
                budget=self._budget,
                attempts=attempts or self._attempts,
                first_wait=self._first_wait,
            )
        return self._clients[model]

    def provider(self, model: str) -> Provider:
        """Returns the provider without wrappers; raises as `client` does.

        Opening one takes as long as its server or file takes to answer: call it in a thread if waiting
        blocks others.
        """
        with self._opening.setdefault(model, Lock()):
            if model not in self._providers:
                self._providers[model] = self._opener(model)
            return self._providers[model]

    def window(self, model: str) -> int:
        """Returns the model's window in tokens; raises as `client` does."""
        return self.provider(model).context

    def slots(self, model: str) -> int:
        """Returns the number of the model's calls that run at once; raises as `client` does."""
        provider = self.provider(model)
        if isinstance(provider, Hosted) and provider.endpoint.has_batches:
            return _BATCH_SLOTS
        return self._concurrency or provider.slots

    def carry_over(self, match: str, dollars: float) -> None:
        """Counts the earlier cost of a resumed match under the cap, once per match."""
        if self._budget:
            self._budget.carry_over(match, dollars)

    async def close(self) -> None:
        self._clients.clear()
        while self._providers:
            await self._providers.popitem()[1].close()


class MatchModels:
    """The models of the seats of one match.

    Used as `async with MatchModels(...) as models`, it closes the models that are its own.
    """

    def __init__(
        self, models: ModelPool | None = None, *, log: CallLog | None = None, temperature: float = TEMPERATURE
    ) -> None:
        self._models, self._is_own = models or ModelPool(), models is None
        self._log, self._temperature = log, temperature
        self._keys = Keys()
        self._opened: dict[str, LanguageModel] = {}

    @property
    def ledger(self) -> Ledger:
        return self._models.ledger

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        if self._is_own:
            await self._models.close()

    def open(self, model: str, *, context: int = 0) -> LanguageModel:
        """Returns the model that the string names, the same one at each call."""
        if model not in self._opened:
            self._opened[model] = self._model(self._models.client(model), model, context)
        return self._opened[model]

    def replay(self, model: str, *, context: int) -> LanguageModel:
        """Returns a model that repeats the log's replies, the same one at each call; nothing is opened."""
        if self._log is None:
            raise ValueError("a replay needs a log")
        if model not in self._opened:
            self._opened[model] = self._model(Client(Replayed(name=model, context=context)), model, context)
        return self._opened[model]

    def _model(self, client: Client, name: str, context: int) -> LanguageModel:
        client = client.of_match(name, self.ledger, self._log, self._keys, context=context)
        return LanguageModel(backend=client, temperature=self._temperature)
