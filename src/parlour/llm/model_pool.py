"""The models of a process, each opened once: one queue per model and one cap over all of them."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from types import TracebackType
from typing import Self

from parlour.llm.backend import Backend, Provider
from parlour.llm.budgeted import Budget, Budgeted
from parlour.llm.limited import Limited
from parlour.llm.metered import Ledger
from parlour.llm.providers import open_ready
from parlour.llm.rehearsal import Rehearsal
from parlour.llm.retried import ATTEMPTS, FIRST_WAIT, Retried
from parlour.llm.traced import Traced


class ModelPool:
    """Opens models by their names and keeps them for everybody who asks: any number of matches share them.

    Used as `async with ModelPool() as models`, it closes what it opened.

    Args:
        ledger: where costs are entered.
        budget: the cap in dollars over all models; None for none.
        spent: dollars under that cap that went before.
        concurrency: the most calls at once per model; by default what its provider serves well.
        attempts: how often a call is sent, at most, where failures may pass.
        first_wait: seconds before it is sent again for the first time.
        opener: opens the provider that a model string names.
    """

    def __init__(
        self,
        *,
        ledger: Ledger | None = None,
        budget: float | None = None,
        spent: float = 0.0,
        concurrency: int | None = None,
        attempts: int = ATTEMPTS,
        first_wait: float = FIRST_WAIT,
        opener: Callable[[str], Provider] = open_ready,
    ) -> None:
        self.ledger = ledger or Ledger()
        self._budget = None if budget is None else Budget(budget, before=spent)
        self._concurrency, self._opener = concurrency, opener
        self._attempts, self._first_wait = attempts, first_wait
        self._opening: dict[str, Lock] = {}
        self._providers: dict[str, Provider] = {}
        self._backends: dict[str, Backend] = {}

    async def __aenter__(self) -> Self:
        """The models themselves."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes every model that was opened."""
        await self.close()

    def backend(self, model: str) -> Backend:
        """What completes the model's calls for whoever asks; the same one when asked again.

        Raises:
            UsageError: if it cannot be opened as asked, or a cap is set and its price is unknown.
            ModelUnavailable: if its server or file cannot be brought to answer.
        """
        if model not in self._backends:
            self._backends[model] = self._wrapped(self.provider(model))
        return self._backends[model]

    def provider(self, model: str) -> Provider:
        """The bare provider, for what it knows of itself; raises as `backend` does.

        To open one takes as long as its server or file takes to answer; whoever must not wait calls this in
        a thread.
        """
        with self._opening.setdefault(model, Lock()):
            if model not in self._providers:
                self._providers[model] = self._opener(model)
            return self._providers[model]

    def window(self, model: str) -> int:
        """How many tokens the model's window holds; raises as `backend` does."""
        return self.provider(model).context

    def slots(self, model: str) -> int:
        """How many of the model's calls run at once; raises as `backend` does."""
        return self._concurrency or self.provider(model).slots

    def carry_over(self, match: str, dollars: float) -> None:
        """Counts under the cap what a match that goes on has cost before; told again, it counts nothing."""
        if self._budget:
            self._budget.carry_over(match, dollars)

    async def close(self) -> None:
        """Closes every model that was opened."""
        self._backends.clear()
        while self._providers:
            await self._providers.popitem()[1].close()

    def _wrapped(self, provider: Provider) -> Backend:
        limited = Limited(provider, self._concurrency or provider.slots)
        backend: Backend = Retried(limited, attempts=self._attempts, first_wait=self._first_wait)
        if not isinstance(provider, Rehearsal):  # which asks nobody
            backend = Traced(backend)
        return Budgeted(backend, provider, self._budget) if self._budget else backend
