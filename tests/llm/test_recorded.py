from __future__ import annotations

import asyncio

import pytest

from parlour.errors import ModelUnavailable, ReplayDiffers
from parlour.llm import Client, Keys, Replayed
from tests.llm.samples import MemoryLog, Scripted, call


def test_what_the_log_holds_is_not_asked_again() -> None:
    log, first, again = MemoryLog(), Scripted("Hello."), Scripted("Something else.")
    asyncio.run(Client(first, log=log).complete(call()))
    completion = asyncio.run(Client(again, log=log).complete(call()))
    assert completion.text == "Hello."
    assert not again.calls


def test_equal_calls_are_told_apart_by_their_occurrence() -> None:
    log = MemoryLog()
    client = Client(Scripted("one", "two"), log=log)

    async def scenario() -> list[str]:
        return [(await client.complete(call())).text for _ in range(2)]

    assert asyncio.run(scenario()) == ["one", "two"]
    assert [key.occurrence for key in log.kept] == [0, 1]


def test_the_key_names_player_request_purpose_and_words() -> None:
    keys = Keys()
    names = {keys.next(each) for each in (call(), call("Else?"), call(player="Ben"), call(purpose="reply"))}
    assert len(names) == 4
    assert {key.occurrence for key in names} == {0}


def test_a_failure_is_not_kept() -> None:
    log = MemoryLog()
    with pytest.raises(ModelUnavailable):
        asyncio.run(Client(Scripted(ModelUnavailable("down")), log=log).complete(call()))
    assert not log.kept


def test_a_recorded_speech_is_heard_in_one_piece() -> None:
    log, heard = MemoryLog(), list[str]()
    asyncio.run(Client(Scripted("I was in the garden."), log=log).complete(call()))
    asyncio.run(Client(Replayed(name="scripted", context=4096), log=log).complete(call(), heard.append))
    assert heard == ["I was in the garden."]


def test_a_replay_that_asks_something_new_differs() -> None:
    replayed = Client(Replayed(name="scripted", context=4096), log=MemoryLog())
    with pytest.raises(ReplayDiffers, match=r"'Anna'.*'vote'.*'r1'"):
        asyncio.run(replayed.complete(call()))
