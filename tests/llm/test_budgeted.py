from __future__ import annotations

import asyncio

import pytest

from parlour.errors import BudgetExhausted, StoreUnavailable, UsageError
from parlour.llm import (
    Budget,
    Call,
    CallKey,
    Client,
    Completion,
    Keys,
    Ledger,
    MatchModels,
    ModelPool,
    OnChunk,
)
from tests.llm.samples import MemoryLog, Scripted, call, prompt


def table(provider: Scripted, cap: float) -> tuple[Client, Ledger]:
    """A client under a cap; each call costs `price` and could have cost twice as much."""
    ledger = Ledger()
    return Client(provider, budget=Budget(cap)).of_match("scripted", ledger, None, Keys()), ledger


def test_it_stops_before_the_cap_could_be_crossed() -> None:
    provider = Scripted("Hello.", price=1.0)
    client, ledger = table(provider, cap=4.5)

    async def scenario() -> None:
        while True:
            await client.complete(call())

    with pytest.raises(BudgetExhausted, match="higher --budget"):
        asyncio.run(scenario())
    assert ledger.total.usage.dollars == 3.0
    assert len(provider.calls) == 3


class Slow(Scripted):
    """Takes a while, and notes how many of its calls were on their way at once, at most."""

    def __init__(self, *, price: float, worst: float) -> None:
        super().__init__("Hello.", price=price)
        self.worst, self.under_way, self.most = worst, 0, 0

    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        await asyncio.sleep(0.001)
        self.under_way -= 1
        return await super().complete(call, on_chunk)

    def worst_price(self, call: Call) -> float:
        return self.worst


async def at_once(client: Client, calls: int) -> list[Completion | BaseException]:
    return await asyncio.gather(
        *(client.complete(call(str(n))) for n in range(calls)), return_exceptions=True
    )


def test_calls_at_once_wait_for_each_other_rather_than_cross_or_stop() -> None:
    provider = Slow(price=1.0, worst=2.0)
    client, ledger = table(provider, cap=6.0)
    ended = asyncio.run(at_once(client, 5))
    assert all(isinstance(each, Completion) for each in ended)
    assert ledger.total.usage.dollars == 5.0
    assert provider.most == 3


def test_calls_at_once_that_all_take_their_worst_do_not_together_cross_the_cap() -> None:
    client, ledger = table(Slow(price=2.0, worst=2.0), cap=7.0)
    ended = asyncio.run(at_once(client, 5))
    assert [isinstance(each, BudgetExhausted) for each in ended] == [False] * 3 + [True] * 2
    assert ledger.total.usage.dollars == 6.0


def test_a_failed_call_frees_what_was_held_for_it() -> None:
    provider = Scripted(RuntimeError("down"), "Hello.", price=1.0)
    client, _ = table(provider, cap=2.0)

    async def scenario() -> str:
        with pytest.raises(RuntimeError):
            await client.complete(call())
        return (await client.complete(call())).text

    assert asyncio.run(scenario()) == "Hello."


class Full(MemoryLog):
    """A log on a disk that is full."""

    async def keep(self, key: CallKey, call: Call, completion: Completion) -> None:
        raise StoreUnavailable("the disk is full")


def test_a_reply_that_could_not_be_kept_was_paid_for_too() -> None:
    provider = Scripted("Hello.", price=1.0)

    async def scenario() -> None:
        async with ModelPool(budget=3.0, opener=lambda _: provider) as models:
            for _ in range(2):
                with pytest.raises(StoreUnavailable):
                    await MatchModels(models, log=Full()).open("scripted").generate(prompt())
            await MatchModels(models, log=Full()).open("scripted").generate(prompt())

    with pytest.raises(BudgetExhausted, match=r"\$2\.0000 of the \$3\.0000 are spent"):
        asyncio.run(scenario())
    assert len(provider.calls) == 2


def test_what_is_found_on_record_is_not_paid_for_again() -> None:
    provider, log = Scripted("Hello.", price=1.0), MemoryLog()

    async def scenario() -> int:
        async with ModelPool(budget=3.0, opener=lambda _: provider) as models:
            for _ in range(5):
                await MatchModels(models, log=log).open("scripted").generate(prompt())
            return models.ledger.total.calls

    assert asyncio.run(scenario()) == 5
    assert len(provider.calls) == 1


def test_what_goes_on_counts_what_it_has_cost_before_and_that_once() -> None:
    budget = Budget(10.0, before=1.0)
    for _ in range(3):
        budget.carry_over("m1", 2.0)
    budget.carry_over("m2", 4.0)
    assert budget.spent == 7.0


def test_a_cap_on_a_model_without_a_price_is_refused_at_once() -> None:
    with pytest.raises(UsageError, match="no price is known for 'scripted'"):
        table(Scripted("Hello.", is_priced=False), cap=1.0)


def test_a_free_model_plays_under_any_cap() -> None:
    client, _ = table(Scripted("Hello."), cap=0.0)
    assert asyncio.run(client.complete(call())).text == "Hello."
