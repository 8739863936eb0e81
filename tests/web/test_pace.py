"""The reader is heard word by word, says the same, and keeps nobody waiting who does not listen."""

from __future__ import annotations

import asyncio

import pytest

from parlour.llm import Call, Completion, OnChunk, Part, Prompt
from parlour.web.pace import Paced, SerialProvider, opener


class Said:
    """A provider that has one reply."""

    name, context, slots, is_priced = "said", 1000, 1, False

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


CALL = Call(
    prompt=Prompt(
        player="Ann", request="1", purpose="speak", language="en", system=(Part(text="Speak."),), user=()
    ),
    max_tokens=100,
    temperature=0,
)


@pytest.mark.parametrize(
    "text", ["One two  three four five\nsix.", "我昨晚一直在花园里。 Really, 是的。", "", "word"]
)
def test_what_is_heard_is_what_is_said(text: str):
    heard: list[str] = []
    completion = asyncio.run(Paced(Said(text), 0.0).complete(CALL, heard.append))
    assert "".join(heard) == completion.text == text


def test_it_takes_its_time_where_somebody_listens_and_none_where_nobody_does(monkeypatch: pytest.MonkeyPatch):
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    paced = Paced(Said("word " * 20), 0.01)
    asyncio.run(paced.complete(CALL))
    assert not slept
    asyncio.run(paced.complete(CALL, lambda _: None))
    assert sum(slept) == pytest.approx(20 * 0.01)


def test_while_one_table_listens_another_is_answered():
    async def scenario() -> None:
        paced, heard = Paced(SerialProvider(Said("word " * 40)), 60.0), asyncio.Event()
        slow = asyncio.create_task(paced.complete(CALL, lambda _: heard.set()))
        await heard.wait()
        assert (await paced.complete(CALL)).text == "word " * 40
        assert not slow.done()
        slow.cancel()

    asyncio.run(scenario())


def test_only_the_reader_is_paced():
    assert isinstance(opener(0.05)("reader"), Paced)
    assert isinstance(opener(0.0)("reader"), SerialProvider)
