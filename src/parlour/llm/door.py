"""Opens the models of a run: each once, in its wrappers, with one ledger and one cap over all of them."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Self

from parlour.llm.backend import Backend, CallLog, Provider
from parlour.llm.budgeted import Budget, Budgeted
from parlour.llm.limited import Limited
from parlour.llm.metered import Ledger, Metered
from parlour.llm.model import TEMPERATURE, LanguageModel
from parlour.llm.providers import open_provider
from parlour.llm.recorded import Keys, Recorded, Replayed
from parlour.llm.retried import Retried


class Door:
    """Where the seats of a run get their models.

    Used as `async with Door(...) as door`, it closes what it opened.

    Args:
        log: where replies are kept and found; None to keep none.
        ledger: where costs are entered.
        budget: the cap in dollars over all models; None for none.
        concurrency: the most calls at once per model; by default what its provider serves well.
        temperature: of everything the models write.
        opener: opens the provider that a model string names.
    """

    def __init__(
        self,
        *,
        log: CallLog | None = None,
        ledger: Ledger | None = None,
        budget: float | None = None,
        concurrency: int | None = None,
        temperature: float = TEMPERATURE,
        opener: Callable[[str], Provider] = open_provider,
    ) -> None:
        self.ledger = ledger or Ledger()
        self._log, self._concurrency, self._temperature = log, concurrency, temperature
        self._budget = None if budget is None else Budget(budget, self.ledger)
        self._opener = opener
        self._keys = Keys()
        self._providers: dict[str, Provider] = {}
        self._models: dict[str, LanguageModel] = {}

    async def __aenter__(self) -> Self:
        """The door itself."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes every model that was opened."""
        await self.close()

    def open(self, model: str) -> LanguageModel:
        """The model that the string names; the same one when asked again.

        Raises:
            UsageError: if it cannot be opened as asked, or a cap is set and its price is unknown.
            ModelUnavailable: if its server or file cannot be brought to answer.
        """
        if model not in self._models:
            backend = self._wrapped(self._provider(model))
            self._models[model] = LanguageModel(backend=backend, temperature=self._temperature)
        return self._models[model]

    def window(self, model: str) -> int:
        """How many tokens the model's window holds; raises as `open` does."""
        return self._provider(model).context

    def keep_in(self, log: CallLog) -> None:
        """Says where replies are kept, which is often known only after the models are.

        Raises:
            ValueError: if a model was opened before, since its replies would be lost.
        """
        if self._models:
            raise ValueError("models were opened before there was a log")
        self._log = log

    def replay(self, model: str, *, context: int) -> LanguageModel:
        """The model as the log remembers it: nothing is opened or asked.

        Args:
            model: the model string in the record.
            context: its window in the record.
        """
        if self._log is None:
            raise ValueError("a replay needs a log")
        replayed = Replayed(name=model, context=context, log=self._log, keys=self._keys)
        return LanguageModel(backend=Metered(replayed, self.ledger), temperature=self._temperature)

    async def close(self) -> None:
        """Closes every model that was opened."""
        while self._providers:
            await self._providers.popitem()[1].close()
        self._models.clear()

    def _provider(self, model: str) -> Provider:
        if model not in self._providers:
            self._providers[model] = self._opener(model)
        return self._providers[model]

    def _wrapped(self, provider: Provider) -> Backend:
        backend: Backend = Retried(Limited(provider, self._concurrency or provider.slots))
        if self._budget:
            backend = Budgeted(backend, provider, self._budget)
        if self._log is not None:
            backend = Recorded(backend, self._log, self._keys)
        return Metered(backend, self.ledger)
