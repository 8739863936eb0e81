"""A provider around another, which differs in how calls are completed and in nothing else."""

from __future__ import annotations

from abc import ABC, abstractmethod

from parlour.llm import Call, Completion, OnChunk, Provider


class Wrapped(ABC):
    """A provider whose name, window, prices and end are those of the one within.

    Args:
        inner: the one within.
        slots: how many calls are served well at the same time.
    """

    def __init__(self, inner: Provider, *, slots: int) -> None:
        self.inner, self.slots = inner, slots
        self.name, self.context, self.is_priced = inner.name, inner.context, inner.is_priced

    @abstractmethod
    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        """Completes the call with the one within."""

    def price(self, input_tokens: int, output_tokens: int) -> float | None:
        """As the one within."""
        return self.inner.price(input_tokens, output_tokens)

    def worst_price(self, call: Call) -> float:
        """As the one within."""
        return self.inner.worst_price(call)

    async def close(self) -> None:
        """Closes the one within."""
        await self.inner.close()
