"""The cost of calls: prices by genai-prices, the ledger of calls, and the cap in dollars over them."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from urllib.parse import urlsplit

from parlour.core import request_kinds
from parlour.errors import BudgetExhausted, UsageError
from parlour.llm.backend import NOTHING, Call, Provider, Usage

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
        return Tally(calls=self.calls + other.calls, usage=self.usage + other.usage)


class Ledger:
    """The usage of all calls."""

    def __init__(self, on_call: Callable[[Ledger], None] | None = None) -> None:
        self._on_call, self.total = on_call, Tally()

    def add(self, usage: Usage) -> None:
        self.total = self.total.with_call(usage)
        if self._on_call:
            self._on_call(self)


class Budget:
    """A cap in dollars over all models of a run.

    An attempt that failed after it was sent has no price and counts nothing, though a provider may bill it.
    """

    def __init__(self, cap: float, *, before: float = 0.0) -> None:
        self.cap, self.spent = cap, before
        self._carried: set[str] = set()
        self._reserved: dict[object, float] = {}
        self._settled = asyncio.Event()

    def spend(self, dollars: float) -> None:
        self.spent += dollars

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
    if provider.price(1, 1) is None:
        raise UsageError(
            f"no price is known for {provider.name!r}, so --budget cannot be held:"
            " leave it out, or choose a model whose price is known"
        )


def is_batched(call: Call) -> bool:
    """True if a call can wait for a batch: it answers a question that is put after the match."""
    return call.prompt.purpose == request_kinds.ANSWER.name


def batch_share(call: Call) -> float:
    """Returns the share of its usual price that a call costs where batches are used."""
    return BATCH_SHARE if is_batched(call) else 1.0


_MILLION = 1_000_000


def is_own_server(url: str) -> bool:
    """True for an address of this machine or a private network, where tokens cost nothing.

    Some clients do not tell their address: those are of providers that are paid.
    """
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return host.endswith((".local", ".localhost")) or (host != "" and "." not in host)


@dataclass(frozen=True, kw_only=True)
class Tariff:
    """The price list of one model.

    Attributes:
        provider: the provider's id, such as `openai`.
        url: the address of its interface, which is looked up first.
        prices: dollars for a million tokens of input, cached input and output, which go before any list.
    """

    model: str
    provider: str
    url: str
    prices: tuple[float, float, float] | None = None

    @cached_property
    def _is_free(self) -> bool:
        return is_own_server(self.url)

    def dollars(
        self,
        *,
        input_tokens: int = 0,
        cached_tokens: int = 0,
        written_tokens: int = 0,
        output_tokens: int = 0,
    ) -> float | None:
        """The price in dollars; None where no price is known.

        Some servers count more tokens of their caches than the prompt has; then the prompt's count holds, and
        what was written, which costs most, comes first.
        """
        if self._is_free and not self.prices:
            return 0.0
        written_tokens = min(written_tokens, input_tokens)
        cached_tokens = min(cached_tokens, input_tokens - written_tokens)
        if self.prices:
            new, cached, output = self.prices
            fresh_tokens = input_tokens - cached_tokens
            return (new * fresh_tokens + cached * cached_tokens + output * output_tokens) / _MILLION
        from genai_prices import Usage as PricedUsage  # whose list of prices is loaded where one is asked for
        from genai_prices import calc_price

        usage = PricedUsage(
            input_tokens=input_tokens,
            cache_read_tokens=cached_tokens,
            cache_write_tokens=written_tokens,
            output_tokens=output_tokens,
        )
        by_address = partial(calc_price, usage, self.model, provider_api_url=self.url)
        for price in (by_address, partial(calc_price, usage, self.model, provider_id=self.provider)):
            try:
                return float(price().total_price)
            except LookupError:
                continue
        return None
