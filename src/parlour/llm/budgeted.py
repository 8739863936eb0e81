"""A cap in dollars on what replies cost: a call is not sent unless its worst case still fits.

An attempt that failed after it was sent names no price and counts nothing, though a provider may bill it. So
the cap holds for what is known to be spent, and a bill can be higher by such attempts.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from parlour.errors import BudgetExhausted, UsageError
from parlour.llm.backend import Backend, Call, Completion, OnChunk, Provider


class Budget:
    """A cap over all models of a run.

    Args:
        cap: in dollars.
        before: dollars that were spent under this cap already.
    """

    def __init__(self, cap: float, *, before: float = 0.0) -> None:
        self.cap, self._spent = cap, before
        self._carried: set[str] = set()
        self._reserved: dict[object, float] = {}
        self._settled = asyncio.Event()

    @property
    def spent(self) -> float:
        """Dollars under this cap so far."""
        return self._spent

    def spend(self, dollars: float) -> None:
        """Counts what a call has cost."""
        self._spent += dollars

    def carry_over(self, name: str, dollars: float) -> None:
        """Counts what something that goes on has cost before; of equal names the first time alone."""
        if name not in self._carried:
            self._carried.add(name)
            self.spend(dollars)

    @asynccontextmanager
    async def reserve(self, dollars: float) -> AsyncGenerator[None]:
        """Holds so much back for one call, waiting while only the worst cases of others stand in the way.

        Raises:
            BudgetExhausted: if it does not fit beside what is spent.
        """
        while self.spent + sum(self._reserved.values()) + dollars > self.cap:
            if not self._reserved:
                raise BudgetExhausted(
                    f"the next call could cost ${dollars:.4f}, and ${self.spent:.4f} of the"
                    f" ${self.cap:.4f} are spent: go on with a higher --budget"
                )
            self._settled.clear()
            await self._settled.wait()
        reservation = object()
        self._reserved[reservation] = dollars
        try:
            yield
        finally:
            del self._reserved[reservation]
            self._settled.set()


class Budgeted:
    """Sends a call only if the budget could bear its worst case, and counts what it cost.

    It stands inside of whatever records: a reply that cannot be kept was paid for too, and one that is found
    on record is not paid for again.

    Raises:
        UsageError: if the price of the model is unknown, since no cap could be held.
    """

    def __init__(self, inner: Backend, provider: Provider, budget: Budget) -> None:
        refuse_unpriced(provider)
        self._inner, self._provider, self._budget = inner, provider, budget
        self.name, self.context = inner.name, inner.context

    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        """Completes the call.

        Raises:
            BudgetExhausted: if it could cross the cap; nothing was sent.
        """
        async with self._budget.reserve(self._provider.worst_price(call)):
            completion = await self._inner.complete(call, on_chunk)
            self._budget.spend(completion.usage.dollars or 0.0)
            return completion


def refuse_unpriced(provider: Provider) -> None:
    """Refuses a model for which no cap could be held.

    Raises:
        UsageError: if its price is unknown.
    """
    if not provider.is_priced:
        raise UsageError(
            f"no price is known for {provider.name!r}, so --budget cannot be held:"
            " leave it out, or choose a model whose price is known"
        )
