"""Everything in its order, against a real server."""

from __future__ import annotations

import asyncio

import pytest

from parlour.errors import ReplayDiffers
from parlour.llm import MatchModels
from tests.llm.loopback import Answer, Loopback
from tests.llm.samples import MemoryLog, Suspicion, prompt

BAD, GOOD = Answer(text="It was Ben."), Answer(text='{"suspect": "Ben", "certainty": 7}')


def test_a_model_is_opened_once_however_many_seats_have_it() -> None:
    async def scenario(model: str) -> bool:
        async with MatchModels() as models:
            return models.open(model) is models.open(model)

    with Loopback() as server:
        assert asyncio.run(scenario(server.model))


def test_a_replay_repeats_replies_repairs_and_costs_without_a_server() -> None:
    log = MemoryLog()

    async def played(model: str) -> tuple[Suspicion, str, int]:
        async with MatchModels(log=log) as models:
            opened = models.open(model)
            return (
                await opened.parse(prompt(), Suspicion),
                await opened.generate(prompt()),
                models.ledger.total.calls,
            )

    async def replayed(model: str) -> tuple[Suspicion, str, int]:
        models = MatchModels(log=log)
        opened = models.replay(model, context=32768)
        return (
            await opened.parse(prompt(), Suspicion),
            await opened.generate(prompt()),
            models.ledger.total.calls,
        )

    with Loopback([BAD, GOOD, Answer(text="Ben, I say.")]) as server:
        model = server.model
        first = asyncio.run(played(model))
    assert asyncio.run(replayed(model)) == first == (Suspicion(suspect="Ben", certainty=7), "Ben, I say.", 3)


def test_a_resumed_run_asks_only_what_was_not_answered() -> None:
    log = MemoryLog()

    async def ask(model: str, *tasks: str) -> None:
        async with MatchModels(log=log) as models:
            for task in tasks:
                await models.open(model).generate(prompt(task))

    with Loopback() as server:
        asyncio.run(ask(server.model, "first", "second"))
        asyncio.run(ask(server.model, "first", "second", "third"))
    assert [body["messages"][-1]["content"].split()[-1] for body in server.requests] == [
        "first",
        "second",
        "third",
    ]


def test_a_replay_of_other_words_differs() -> None:
    models = MatchModels(log=MemoryLog())
    with pytest.raises(ReplayDiffers):
        asyncio.run(models.replay("openai:gpt-4o", context=128_000).generate(prompt()))


def test_the_window_is_the_one_that_the_server_claims() -> None:
    async def scenario(model: str) -> int:
        async with MatchModels() as models:
            return models.open(model).context

    with Loopback(window=12345) as server:
        assert asyncio.run(scenario(server.model)) == 12345
