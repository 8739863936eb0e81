"""What calls take: the ledger that counts them, and the cap in dollars that they stay under."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass

from parlour.core import request_kinds
from parlour.errors import BudgetExhausted, UsageError
from parlour.llm.backend import NOTHING, Call, Provider, Usage
from parlour.llm.prompt import Prompt

BATCH_SHARE = 0.5
"""The share of the usual price that every provider with batches charges for them."""


@dataclass(frozen=True, kw_only=True)
class Tally:
    """The number of some calls and their usage."""

    calls: int = 0
    usage: Usage = NOTHING

    def with_call(self, usage: Usage) -> Tally:
        """Adds a call; one that was never sent does not count."""
        return Tally(calls=self.calls + bool(usage.attempts), usage=self.usage + usage)

    def __add__(self, other: Tally) -> Tally:
        """Adds the calls of both."""
        return Tally(calls=self.calls + other.calls, usage=self.usage + other.usage)


class Ledger:
    """The usage of all calls, in total and by player and purpose.

    Args:
        on_call: called with the ledger after every call, for a progress bar.
    """

    def __init__(self, on_call: Callable[[Ledger], None] | None = None) -> None:
        self._on_call = on_call
        self._total = Tally()
        self._players: dict[str, Tally] = defaultdict(Tally)
        self._purposes: dict[str, Tally] = defaultdict(Tally)

    @property
    def total(self) -> Tally:
        """The tally of all calls."""
        return self._total

    @property
    def by_player(self) -> Mapping[str, Tally]:
        """The tally of each player's calls."""
        return self._players

    @property
    def by_purpose(self) -> Mapping[str, Tally]:
        """The tally of the calls for each purpose."""
        return self._purposes

    def add(self, prompt: Prompt, usage: Usage) -> None:
        """Counts one call."""
        self._total = self._total.with_call(usage)
        for tallies, name in ((self._players, prompt.player), (self._purposes, prompt.purpose)):
            tallies[name] = tallies[name].with_call(usage)
        if self._on_call:
            self._on_call(self)


class Budget:
    """A cap in dollars over all models of a run.

    An attempt that failed after it was sent has no price and counts nothing, though a provider may bill it.

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
        """The dollars spent under this cap so far."""
        return self._spent

    def spend(self, dollars: float) -> None:
        """Counts the cost of a call."""
        self._spent += dollars

    def carry_over(self, name: str, dollars: float) -> None:
        """Counts the earlier cost of a match that is resumed; of equal names the first time alone."""
        if name not in self._carried:
            self._carried.add(name)
            self.spend(dollars)

    @asynccontextmanager
    async def reserve(self, dollars: float) -> AsyncGenerator[None]:
        """Reserves the worst price of a call, and waits while only other reservations stand in the way.

        Raises:
            BudgetExhausted: if it does not fit beside the dollars that are spent.
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


def refuse_unpriced(provider: Provider) -> None:
    """Raises `UsageError` if the price of a model is unknown, since no cap on it could be held."""
    if not provider.is_priced:
        raise UsageError(
            f"no price is known for {provider.name!r}, so --budget cannot be held:"
            " leave it out, or choose a model whose price is known"
        )


def is_batched(call: Call) -> bool:
    """Whether a call can wait for a batch: it answers a question that is put after the match."""
    return call.prompt.purpose == request_kinds.ANSWER.name


def batch_share(call: Call) -> float:
    """Returns the share of its usual price that a call costs where batches are used."""
    return BATCH_SHARE if is_batched(call) else 1.0
