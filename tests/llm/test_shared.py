from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from parlour.errors import ModelUnavailable
from parlour.llm import EVERYBODY, Call, CallLog, Client, Keys, Ledger
from tests.llm.samples import MemoryLog, Scripted, call


def for_everybody(text: str = "Who was there?", request: str = "event-3") -> Call:
    asked = call(text)
    return replace(asked, prompt=replace(asked.prompt, player=EVERYBODY, request=request))


def client(model: Scripted, name: str = "model", log: CallLog | None = None) -> Client:
    """The client of a match."""
    return Client(model).of_match(name, Ledger(), log, Keys())


def test_what_all_ask_in_the_same_words_is_asked_once():
    model = Scripted("Everybody.", "Nobody.")
    shared = client(model)

    async def scenario() -> list[str]:
        told = await asyncio.gather(*(shared.complete(for_everybody()) for _ in range(8)))
        return [completion.text for completion in told]

    assert asyncio.run(scenario()) == ["Everybody."] * 8
    assert len(model.calls) == 1


def test_it_is_asked_again_about_something_else_or_in_other_words():
    model = Scripted("one", "two", "three")
    shared = client(model)

    async def scenario() -> list[str]:
        calls = (for_everybody(), for_everybody(request="event-4"), for_everybody("Who was not?"))
        return [(await shared.complete(each)).text for each in calls]

    assert asyncio.run(scenario()) == ["one", "two", "three"]


def test_a_seat_s_own_calls_are_its_own():
    model = Scripted("one", "two")
    shared = client(model)

    async def scenario() -> list[str]:
        return [(await shared.complete(call())).text for _ in range(2)]

    assert asyncio.run(scenario()) == ["one", "two"]


def test_it_is_on_record_under_the_model_s_name_whoever_asked_first():
    log = MemoryLog()
    shared = client(Scripted("one"), "gguf:some.gguf", log)
    asyncio.run(shared.complete(for_everybody()))
    [key] = log.kept
    assert (key.player, key.request, key.occurrence) == ("@gguf:some.gguf", "event-3", 0)


def test_when_the_one_who_asks_fails_the_next_one_asks():
    model = Scripted(ModelUnavailable("down"), "Everybody.")
    shared = client(model)

    async def scenario() -> tuple[object, ...]:
        first, second = (shared.complete(for_everybody()) for _ in range(2))
        return tuple(await asyncio.gather(first, second, return_exceptions=True))

    failed, told = asyncio.run(scenario())
    with pytest.raises(ModelUnavailable):
        raise failed if isinstance(failed, Exception) else AssertionError(failed)
    assert getattr(told, "text", None) == "Everybody."
