"""Who spent what: a ledger of calls, and the wrapper that writes it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from parlour.llm.backend import NOTHING, Backend, Call, Completion, OnChunk, Usage
from parlour.llm.prompt import Prompt


@dataclass(frozen=True, kw_only=True)
class Tally:
    """How many calls there were and what they took together."""

    calls: int = 0
    usage: Usage = NOTHING

    def with_call(self, usage: Usage) -> Tally:
        """The tally after one more call; one that was never sent does not count."""
        return Tally(calls=self.calls + bool(usage.attempts), usage=self.usage + usage)

    def __add__(self, other: Tally) -> Tally:
        """Both together."""
        return Tally(calls=self.calls + other.calls, usage=self.usage + other.usage)


class Ledger:
    """What all calls took, in total and by player and purpose.

    Args:
        on_call: told after every call, for a progress bar.
    """

    def __init__(self, on_call: Callable[[Ledger], None] | None = None) -> None:
        self._on_call = on_call
        self._total = Tally()
        self._players: dict[str, Tally] = defaultdict(Tally)
        self._purposes: dict[str, Tally] = defaultdict(Tally)

    @property
    def total(self) -> Tally:
        """Of all calls."""
        return self._total

    @property
    def by_player(self) -> Mapping[str, Tally]:
        """Of each player's calls."""
        return self._players

    @property
    def by_purpose(self) -> Mapping[str, Tally]:
        """Of the calls for each purpose."""
        return self._purposes

    def add(self, prompt: Prompt, usage: Usage) -> None:
        """Enters one call."""
        self._total = self._total.with_call(usage)
        for tallies, name in ((self._players, prompt.player), (self._purposes, prompt.purpose)):
            tallies[name] = tallies[name].with_call(usage)
        if self._on_call:
            self._on_call(self)


class Metered:
    """Enters every completion in a ledger, recorded ones too: a resumed match goes on from its whole cost."""

    def __init__(self, inner: Backend, ledger: Ledger) -> None:
        self._inner, self._ledger = inner, ledger
        self.name, self.context = inner.name, inner.context

    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        """Completes the call and enters what it took."""
        completion = await self._inner.complete(call, on_chunk)
        self._ledger.add(call.prompt, completion.usage)
        return completion
