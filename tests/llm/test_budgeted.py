from __future__ import annotations

import asyncio

import pytest

from parlour.errors import BudgetExhausted, UsageError
from parlour.llm import Budget, Budgeted, Ledger, Metered
from tests.llm.samples import Scripted, call


def table(provider: Scripted, cap: float) -> tuple[Metered, Ledger]:
    """A metered backend under a cap; each call costs `price` and could have cost twice as much."""
    ledger = Ledger()
    return Metered(Budgeted(provider, provider, Budget(cap, ledger)), ledger), ledger


def test_it_stops_before_the_cap_could_be_crossed() -> None:
    provider = Scripted("Hello.", price=1.0)
    metered, ledger = table(provider, cap=4.5)

    async def scenario() -> None:
        while True:
            await metered.complete(call())

    with pytest.raises(BudgetExhausted, match="higher --budget"):
        asyncio.run(scenario())
    assert ledger.total.usage.dollars == 3.0
    assert len(provider.calls) == 3


def test_calls_at_once_wait_for_each_other_rather_than_cross_or_stop() -> None:
    class Slow(Scripted):
        async def complete(self, call, on_chunk=None):  # pyright: ignore
            await asyncio.sleep(0.001)
            return await super().complete(call, on_chunk)

    metered, ledger = table(Slow("Hello.", price=1.0), cap=6.0)

    async def scenario() -> None:
        await asyncio.gather(*(metered.complete(call(str(n))) for n in range(5)))

    asyncio.run(scenario())
    assert ledger.total.usage.dollars == 5.0


def test_a_failed_call_frees_what_was_held_for_it() -> None:
    provider = Scripted(RuntimeError("down"), "Hello.", price=1.0)
    metered, _ = table(provider, cap=2.0)

    async def scenario() -> str:
        with pytest.raises(RuntimeError):
            await metered.complete(call())
        return (await metered.complete(call())).text

    assert asyncio.run(scenario()) == "Hello."


def test_a_cap_on_a_model_without_a_price_is_refused_at_once() -> None:
    with pytest.raises(UsageError, match="no price is known for 'scripted'"):
        table(Scripted("Hello.", is_priced=False), cap=1.0)


def test_a_free_model_plays_under_any_cap() -> None:
    metered, _ = table(Scripted("Hello."), cap=0.0)
    assert asyncio.run(metered.complete(call())).text == "Hello."
