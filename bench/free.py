"""What all models of a bench have in common that are played within its process."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.llm import Call


@dataclass(frozen=True, kw_only=True)
class FreeProvider:
    """A provider without a price, a server or anything to give back; how it answers is to be added."""

    name: str
    context: int = 32768
    slots: int = 256

    def price(self, input_tokens: int, output_tokens: int) -> float:
        """Nothing."""
        return 0.0

    def worst_price(self, call: Call) -> float:
        """Nothing."""
        return 0.0

    async def close(self) -> None:
        """Has nothing to give back."""
