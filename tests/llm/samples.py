"""Prompts, replies and a log in memory that the tests of this room share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from pydantic import BaseModel, Field

from parlour.llm import (
    Call,
    CallKey,
    Completion,
    Language,
    LanguageModel,
    OnChunk,
    Part,
    Prompt,
    Usage,
    open_provider,
)

T = TypeVar("T")


class Suspicion(BaseModel):
    """A reply of two bounded fields."""

    suspect: str = Field(max_length=40)
    certainty: int = Field(ge=0, le=10)


class MemoryLog:
    """A `CallLog` that forgets when the test ends."""

    def __init__(self) -> None:
        self.kept: dict[CallKey, Completion] = {}

    def find(self, key: CallKey) -> Completion | None:
        return self.kept.get(key)

    async def keep(self, key: CallKey, call: Call, completion: Completion) -> None:
        self.kept[key] = completion


class Scripted:
    """A provider without a server: says its replies in turn, raising those that are errors."""

    name, context, slots = "scripted", 4096, 4

    def __init__(self, *replies: str | Exception, price: float = 0.0, is_priced: bool = True) -> None:
        self.replies, self.dollars, self._is_priced = list(replies), price, is_priced
        self.calls: list[Call] = []
        self.is_closed = False

    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        self.calls.append(call)
        reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        if isinstance(reply, Exception):
            raise reply
        if on_chunk:
            on_chunk(reply)
        return Completion(text=reply, usage=Usage(input_tokens=10, output_tokens=2, dollars=self.dollars))

    def price(self, input_tokens: int, output_tokens: int) -> float | None:
        return self.dollars if self._is_priced else None

    def worst_price(self, call: Call) -> float:
        return 2 * self.dollars

    async def close(self) -> None:
        self.is_closed = True


class Busy(Scripted):
    """Takes a while, and notes how many of its calls were on their way at once, at most."""

    def __init__(self) -> None:
        super().__init__("Hello.", price=1.0)
        self.now = self.most = 0

    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        self.now += 1
        self.most = max(self.most, self.now)
        await asyncio.sleep(0.001)
        self.now -= 1
        return await super().complete(call, on_chunk)


def prompt(
    task: str = "Who was in the library?",
    *,
    player: str = "Anna",
    purpose: str = "vote",
    language: Language = "en",
    system: str = "You are Anna.",
) -> Prompt:
    return Prompt(
        player=player,
        request="r1",
        purpose=purpose,
        language=language,
        system=(Part(text=system),),
        user=(Part(text="What was said so far: nothing."), Part(text=task)),
    )


def call(task: str = "Who was in the library?", **about: Any) -> Call:
    return Call(prompt=prompt(task, **about), max_tokens=50, temperature=0.7)


def completions(
    model: str, *calls: Call, on_chunk: OnChunk | None = None, context: int | None = None
) -> list[Completion]:
    """What a freshly opened model completes, closed again; the last call is streamed to a listener."""

    async def scenario() -> list[Completion]:
        provider = open_provider(model, context=context)
        try:
            first = [await provider.complete(each) for each in calls[:-1]]
            return [*first, await provider.complete(calls[-1], on_chunk)]
        finally:
            await provider.close()

    return asyncio.run(scenario())


async def asked(model: str, ask: Callable[[LanguageModel], Coroutine[None, None, T]]) -> T:
    """What a freshly opened model answers, closed again."""
    provider = open_provider(model)
    try:
        return await ask(LanguageModel(backend=provider))
    finally:
        await provider.close()
