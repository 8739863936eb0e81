"""What a model's tokens cost, by genai-prices."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlsplit

from genai_prices import Usage, calc_price
from genai_prices.types import PriceCalculation

_MILLION = 1_000_000


def is_own_server(url: str) -> bool:
    """Whether the address is of this machine or of a private network, where tokens cost nothing.

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
        model: the name that its provider uses.
        provider: the provider's id, such as `openai`.
        url: the address of its interface, which is looked up first.
        prices: dollars for a million tokens of input, cached input and output, which go before any list.
    """

    model: str
    provider: str
    url: str
    prices: tuple[float, float, float] | None = None

    @cached_property
    def is_known(self) -> bool:
        """Whether tokens have a price, 0 on one's own server."""
        return self.dollars(input_tokens=1) is not None

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

        Args:
            input_tokens: of the prompt, cached and written ones among them.
            cached_tokens: read from the provider's cache.
            written_tokens: written to the provider's cache.
            output_tokens: of the completion.
        """
        if self._is_free and not self.prices:
            return 0.0
        written_tokens = min(written_tokens, input_tokens)
        cached_tokens = min(cached_tokens, input_tokens - written_tokens)
        if self.prices:
            new, cached, output = self.prices
            fresh_tokens = input_tokens - cached_tokens
            return (new * fresh_tokens + cached * cached_tokens + output * output_tokens) / _MILLION
        usage = Usage(
            input_tokens=input_tokens,
            cache_read_tokens=cached_tokens,
            cache_write_tokens=written_tokens,
            output_tokens=output_tokens,
        )
        for lookup in (self._by_address, self._by_provider):
            try:
                return float(lookup(usage).total_price)
            except LookupError:
                continue
        return None

    def _by_address(self, usage: Usage) -> PriceCalculation:
        return calc_price(usage, self.model, provider_api_url=self.url)

    def _by_provider(self, usage: Usage) -> PriceCalculation:
        return calc_price(usage, self.model, provider_id=self.provider)
