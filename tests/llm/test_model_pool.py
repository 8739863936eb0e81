"""The models of a process: shared by all matches, with one queue and one cap."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from time import sleep

import pytest

from parlour.errors import BudgetExhausted
from parlour.llm import MatchModels, ModelPool
from tests.cases import cases
from tests.llm.samples import Busy, MemoryLog, prompt


async def ask(models: ModelPool, doors: int, times: int) -> None:
    async def play(log: MemoryLog) -> None:
        match_models = MatchModels(models, log=log)
        for task in range(times):
            await match_models.open("busy").generate(prompt(str(task)))

    await asyncio.gather(*(play(MemoryLog()) for _ in range(doors)))


def test_all_doors_share_one_provider_and_its_queue():
    opened: list[Busy] = []

    def opener(model: str) -> Busy:
        opened.append(Busy())
        return opened[-1]

    async def scenario() -> int:
        async with ModelPool(opener=opener, concurrency=3) as models:
            await ask(models, doors=8, times=4)
            return models.ledger.total.calls

    assert asyncio.run(scenario()) == 32
    [provider] = opened
    assert provider.most == 3
    assert provider.is_closed


@cases(("spent", "calls"), [(0.0, 9), (4.0, 5)])
def test_all_doors_share_one_cap_with_what_was_spent_before(spent: float, calls: int):
    provider = Busy()

    async def scenario() -> None:
        async with ModelPool(budget=10.0, spent=spent, opener=lambda _: provider) as models:
            await ask(models, doors=8, times=4)

    with pytest.raises(BudgetExhausted):
        asyncio.run(scenario())
    assert len(provider.calls) == calls


def test_a_door_leaves_shared_models_open():
    provider = Busy()

    async def scenario() -> bool:
        async with ModelPool(opener=lambda _: provider) as models:
            async with MatchModels(models) as match_models:
                match_models.open("busy")
            return provider.is_closed

    assert not asyncio.run(scenario())
    assert provider.is_closed


def test_a_model_that_several_threads_want_is_opened_once():
    opened: list[Busy] = []
    wanted = Barrier(4)

    def opener(model: str) -> Busy:
        opened.append(Busy())
        sleep(0.02)
        return opened[-1]

    models = ModelPool(opener=opener)

    def want() -> object:
        wanted.wait()
        return models.provider("busy")

    with ThreadPoolExecutor() as pool:
        found = {id(each.result()) for each in [pool.submit(want) for _ in range(4)]}
    assert found == {id(each) for each in opened}
    assert len(opened) == 1
