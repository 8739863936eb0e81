"""The reader is heard word by word, says the same, and lets everything else go on between its calls."""

from __future__ import annotations

import asyncio

import pytest

from parlour.agents.memory import LazyRanking
from parlour.arena import open_match
from parlour.errors import UnknownModel
from parlour.llm import (
    BUILT_IN,
    Call,
    Completion,
    MatchModels,
    ModelPool,
    OnChunk,
    Part,
    Prompt,
    open_provider,
)
from parlour.store import MemoryLog
from parlour.web.server import PacedProvider, opener
from tests.llm.loopback import Loopback
from tests.web.hosting.houses import run_async, setup


class Said:
    """A provider that has one reply."""

    name, context, slots = "said", 1000, 1

    def __init__(self, text: str) -> None:
        self.text = text

    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        return Completion(text=self.text)

    def price(self, input_tokens: int, output_tokens: int) -> float | None:
        return 0.0

    def worst_price(self, call: Call) -> float:
        return 0.0

    async def close(self) -> None:
        pass


PROMPT = Prompt(
    player="Ann", request="1", purpose="speak", language="en", system=(Part(text="Speak."),), user=()
)
CALL = Call(prompt=PROMPT, max_tokens=100, temperature=0)


def test_what_is_heard_is_what_is_said():
    for text in ("One two  three four five\nsix.", "我昨晚一直在花园里。 Really, 是的。", "", "word"):
        heard: list[str] = []
        completion = asyncio.run(PacedProvider(Said(text), 1e-9).complete(CALL, heard.append))
        assert "".join(heard) == completion.text == text


def test_it_takes_its_time_where_somebody_listens_and_none_where_nobody_does(monkeypatch: pytest.MonkeyPatch):
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    paced = PacedProvider(Said("word " * 20), 0.01)
    asyncio.run(paced.complete(CALL))
    assert not sum(slept)
    asyncio.run(paced.complete(CALL, lambda _: None))
    assert sum(slept) == pytest.approx(20 * 0.01)


@run_async
async def test_while_one_table_listens_another_is_answered():
    paced, heard = PacedProvider(Said("word " * 40), 60.0), asyncio.Event()
    slow = asyncio.create_task(paced.complete(CALL, lambda _: heard.set()))
    await heard.wait()
    assert (await paced.complete(CALL)).text == "word " * 40
    assert not slow.done()
    slow.cancel()


async def played(models: ModelPool) -> tuple[MemoryLog, set[int]]:
    log, between, dealt = MemoryLog(), set[int](), setup()

    async def look_around() -> None:
        while True:
            between.add(len(log.calls))
            await asyncio.sleep(0)

    looking = asyncio.create_task(look_around())
    async with models:
        await open_match(dealt, log, MatchModels(models, log=log), LazyRanking(dealt.embedding)).play()
    looking.cancel()
    return log, between


def test_the_loop_looks_around_between_any_two_calls_and_replies_stay_the_same():
    in_turn, between = asyncio.run(played(ModelPool(opener=opener(0.0))))
    at_once, rarely = asyncio.run(played(ModelPool()))
    assert {call.key: call.completion.text for call in in_turn.calls} == {
        call.key: call.completion.text for call in at_once.calls
    }
    assert in_turn.entries == at_once.entries
    assert between >= set(range(1, len(in_turn.calls)))
    assert len(rarely) < len(between)


def test_other_models_that_the_operator_has_named_are_opened_as_they_are(monkeypatch: pytest.MonkeyPatch):
    for pace in (0.0, 0.05):
        assert isinstance(opener(pace)(BUILT_IN), PacedProvider)
        assert opener(pace)(BUILT_IN).name == open_provider(BUILT_IN).name
    with Loopback() as server:
        with pytest.raises(UnknownModel, match="only models that its operator has named: reader"):
            opener(0.0)(server.model)
        monkeypatch.setenv("PARLOUR_MODEL", server.model)
        assert not isinstance(opener(0.0)(server.model), PacedProvider)
    with pytest.raises(UnknownModel):
        opener(0.0)("nothing-of-that-name")
