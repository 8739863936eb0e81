"""The client of a model: takes a reply from the record, or waits its turn, sends, retries and records it."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import random
import re
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterator
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import count
from operator import attrgetter

from parlour.core.telemetry import event, span
from parlour.errors import ModelError, ModelUnavailable, ReplayDiffers
from parlour.llm.backend import NOTHING, Call, CallKey, CallLog, Completion, OnChunk, Provider, Transient
from parlour.llm.prompt import EVERYBODY, Part, Source
from parlour.llm.rehearsal import Rehearsal
from parlour.llm.replies import is_repaired
from parlour.llm.settings import THINKING_TOKENS, ReasoningHistory, split_settings
from parlour.llm.spending import Budget, Ledger, is_batched, refuse_unpriced
from parlour.llm.texts import ChunkSink, Templates, count_tokens

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


MOST_OF_WINDOW = 0.25
"""The share of a model's window that earlier thoughts fill at most; the oldest are left out first."""
_MARGIN = 1.25
"""By how much a prompt may be longer than estimated."""
_IN_ORDER = attrgetter("request", "purpose", "digest", "occurrence")
_TEMPLATES = Templates("parlour.llm")
_Step = tuple[str, str]
"""A player and a step of the match."""


class OwnThoughts:
    """The thoughts of the seats of one match, each of which only its own prompts hold.

    A prompt holds the thoughts of earlier steps alone, those of one step in a fixed order: within a step a
    seat may ask several things at once, and a replay must build the same prompts in whatever order the
    replies came.
    """

    def __init__(self, history: ReasoningHistory, context: int) -> None:
        self._history, self._context = history, context
        self._kept: defaultdict[str, dict[_Step, dict[CallKey, str]]] = defaultdict(dict)
        self._before: dict[_Step, tuple[str, ...]] = {}

    def keep(self, key: CallKey, call: Call, completion: Completion) -> None:
        """Keeps the thoughts of a reply for later steps of its seat."""
        if completion.thoughts and not (call.prompt.is_aside or call.prompt.player == EVERYBODY):
            self._kept[key.player].setdefault(_step(call), {})[key] = completion.thoughts

    def added_to(self, call: Call) -> Call:
        """Returns a call whose prompt holds its seat's earlier thoughts, before its last part."""
        step, prompt = _step(call), call.prompt
        if step not in self._before:
            self._before[step] = tuple(self._earlier(prompt.player))
        thoughts = self._fitting(self._before[step], call)
        if not thoughts:
            return call
        text = _TEMPLATES.speak("own_thoughts", prompt.language, thoughts=thoughts)
        notes = Part(text=text, source=Source(origin="thought", owner=prompt.player))
        return replace(call, prompt=replace(prompt, user=(*prompt.user[:-1], notes, *prompt.user[-1:])))

    def _earlier(self, player: str) -> Iterator[str]:
        steps = [*self._kept[player].values()]
        for thoughts in steps if self._history == "all" else steps[-1:]:
            yield from (thoughts[key] for key in sorted(thoughts, key=_IN_ORDER))

    def _fitting(self, thoughts: tuple[str, ...], call: Call) -> tuple[str, ...]:
        """Returns the latest thoughts, as many as fit beside the prompt, its reply and new thoughts."""
        length = sum(count_tokens(part.text) for part in call.prompt.parts) if thoughts else 0
        left = self._context - round(length * _MARGIN) - call.max_tokens - THINKING_TOKENS
        left = min(left, round(self._context * MOST_OF_WINDOW))
        for number, thought in reversed([*enumerate(thoughts)]):
            left -= round(count_tokens(thought) * _MARGIN)
            if left < 0:
                return thoughts[number + 1 :]
        return thoughts


def _step(call: Call) -> _Step:
    """Returns a call's player and the step in the id of its request, `STEP.KIND.PLAYER`."""
    return call.prompt.player, call.prompt.request.partition(".")[0]


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
        has_batches: bool = False,
        budget: Budget | None = None,
        attempts: int = ATTEMPTS,
        first_wait: float = FIRST_WAIT,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        log: CallLog | None = None,
        keys: Keys | None = None,
    ) -> None:
        self.name, self.context = provider.name, provider.context
        self._provider, self._budget, self._has_batches = provider, None, has_batches
        if not isinstance(provider, Replayed):
            concurrency = concurrency or provider.slots
            if budget:
                refuse_unpriced(provider)
                self._budget = budget, provider.worst_price
        self._turns = asyncio.Semaphore(concurrency or 1)
        self._attempts, self._first_wait, self._sleep = attempts, first_wait, sleep
        self._traced = "" if isinstance(provider, Rehearsal | Replayed) else _USER.sub("", provider.name)
        self._log, self._keys, self._ledger = log, Keys() if keys is None else keys, Ledger()
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

    async def _complete_paid(self, call: Call, on_chunk: OnChunk | None) -> Completion:
        if not self._budget:
            return await self._complete_traced(call, on_chunk)
        budget, worst_price = self._budget
        async with budget.reserve(worst_price(call)):
            return await self._complete_traced(call, on_chunk)

    def _spend(self, dollars: float | None) -> None:
        if self._budget:
            self._budget[0].spend(dollars or 0.0)

    async def _complete_traced(self, call: Call, on_chunk: OnChunk | None) -> Completion:
        """Records a span of a call with its attempts and waiting time, without its text."""
        if not self._traced:
            return await self._complete_with_retries(call, on_chunk)
        purpose = call.prompt.purpose
        with span("call", purpose, purpose=purpose, model=self._traced) as opened:
            completion = await self._complete_with_retries(call, on_chunk)
            usage = completion.usage
            opened.note(
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
        if self._has_batches and is_batched(call):
            return await self._provider.complete(call, on_chunk)
        async with self._turns:
            return await self._provider.complete(call, on_chunk)
