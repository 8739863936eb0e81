from __future__ import annotations

import asyncio

import pytest

from parlour.errors import ModelUnavailable, PromptTooLong
from parlour.llm import Client, Completion, MatchModels
from parlour.llm.backend import Transient
from tests.llm.loopback import Answer, Loopback
from tests.llm.samples import Scripted, call


def retried(
    inner: Scripted, attempts: int = 4, first_wait: float = 1.0
) -> tuple[Completion, list[float], list[str]]:
    waits: list[float] = []
    heard: list[str] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    client = Client(inner, attempts=attempts, first_wait=first_wait, sleep=sleep)
    return asyncio.run(client.complete(call(), heard.append)), waits, heard


def test_a_transient_failure_is_waited_out_and_counted() -> None:
    completion, waits, _ = retried(Scripted(Transient("a"), Transient("b"), "Hello."))
    assert completion.text == "Hello."
    assert completion.usage.attempts == 3
    assert 1 <= waits[0] <= 2 <= waits[1] <= 3


def test_the_wait_that_the_server_asks_for_is_honoured() -> None:
    _, waits, _ = retried(Scripted(Transient("busy", retry_after=30), "Hello."))
    assert waits == [30]


def test_where_the_server_asks_for_no_wait_it_may_be_shorter_than_a_second() -> None:
    _, waits, _ = retried(Scripted(Transient("a"), "Hello."), first_wait=0.1)
    assert 0.1 <= waits[0] <= 0.2


def test_a_model_that_is_being_loaded_is_waited_for_up_to_ten_minutes() -> None:
    loading = Transient("Loading model", is_loading=True)
    completion, waits, _ = retried(Scripted(*[loading] * 50, "Hello."))
    assert (completion.text, len(waits), max(waits)) == ("Hello.", 50, 10)
    with pytest.raises(ModelUnavailable, match="Loading model; gave up"):
        retried(Scripted(loading))


def test_a_pause_of_hours_is_told_and_not_waited_for() -> None:
    inner = Scripted(Transient("tokens per day", retry_after=12 * 3600))
    with pytest.raises(
        ModelUnavailable, match=r"tokens per day; .* after \d{4}-\d\d-\d\d \d\d:\d\d"
    ) as caught:
        retried(inner)
    assert not isinstance(caught.value, Transient)
    assert len(inner.calls) == 1


def test_it_gives_up_with_the_reason() -> None:
    inner = Scripted(Transient("the server is on fire"))
    with pytest.raises(ModelUnavailable, match="on fire; gave up after 4 attempts") as caught:
        retried(inner)
    assert not isinstance(caught.value, Transient)
    assert len(inner.calls) == 4


def test_a_failure_that_stays_is_not_retried() -> None:
    inner = Scripted(PromptTooLong("too long"))
    with pytest.raises(PromptTooLong):
        retried(inner)
    assert len(inner.calls) == 1


def test_a_listener_never_hears_a_speech_twice() -> None:
    class Breaking(Scripted):
        async def complete(self, call, on_chunk=None):  # pyright: ignore
            if not self.calls and on_chunk:
                on_chunk("I was")
            return await super().complete(call, on_chunk)

    completion, _, heard = retried(Breaking(Transient("broke off"), "I was in the garden."))
    assert completion.text == "I was in the garden."
    assert heard == ["I was"]


def test_a_real_server_is_asked_again_after_its_retry_after() -> None:
    busy = Answer(status=429, headers={"Retry-After": "0.05"})
    with Loopback([busy, Answer(text="Hello.")]) as server:

        async def scenario() -> int:
            async with MatchModels() as models:
                provider = models.open(server.model).backend
                return (await provider.complete(call())).usage.attempts

        assert asyncio.run(scenario()) == 2
