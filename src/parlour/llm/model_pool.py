"""The models of a process, each opened once, and those of each match, which share their queues and cap."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from types import TracebackType
from typing import Self

from parlour.llm.backend import CallLog, Provider
from parlour.llm.client import ATTEMPTS, FIRST_WAIT, Client, Keys, Replayed
from parlour.llm.hosted import Hosted
from parlour.llm.model import TEMPERATURE, LanguageModel
from parlour.llm.providers import open_ready
from parlour.llm.spending import Budget, Ledger

_BATCH_SLOTS = 1_000_000
"""So many calls can wait for batches at once."""


class ModelPool:
    """A cache of opened models by name, shared by any number of matches.

    Used as `async with ModelPool() as models`, it closes what it opened.
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
        has_batches: bool = False,
        opener: Callable[[str], Provider] = open_ready,
    ) -> None:
        self.ledger = ledger or Ledger()
        self._budget = None if budget is None else Budget(budget, before=spent)
        self._concurrency, self._opener = concurrency, opener
        self._attempts, self._first_wait, self._has_batches = attempts, first_wait, has_batches
        self._opening: dict[str, Lock] = {}
        self._providers: dict[str, Provider] = {}
        self._clients: dict[str, Client] = {}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def client(self, model: str) -> Client:
        """Returns the model's client, the same one at each call.

        Raises:
            UsageError: if it cannot be opened as asked, or a cap is set and its price is unknown.
            ModelUnavailable: if its server or file cannot be brought to answer.
        """
        if model not in self._clients:
            provider = self.provider(model)
            attempts = provider.attempts if isinstance(provider, Hosted) else None
            self._clients[model] = Client(
                provider,
                concurrency=self._concurrency,
                has_batches=self._has_batches,
                budget=self._budget,
                attempts=attempts or self._attempts,
                first_wait=self._first_wait,
            )
        return self._clients[model]

    def provider(self, model: str) -> Provider:
        """Returns the provider without wrappers; raises as `client` does.

        Opening one takes as long as its server or file takes to answer: call it in a thread if waiting
        blocks others.
        """
        with self._opening.setdefault(model, Lock()):
            if model not in self._providers:
                self._providers[model] = self._opener(model)
            return self._providers[model]

    def window(self, model: str) -> int:
        """Returns the model's window in tokens; raises as `client` does."""
        return self.provider(model).context

    def slots(self, model: str) -> int:
        """Returns the number of the model's calls that run at once; raises as `client` does."""
        slots = self._concurrency or self.provider(model).slots
        return _BATCH_SLOTS if self._has_batches else slots

    def carry_over(self, match: str, dollars: float) -> None:
        """Counts the earlier cost of a resumed match under the cap, once per match."""
        if self._budget:
            self._budget.carry_over(match, dollars)

    async def close(self) -> None:
        """Closes every model that was opened."""
        self._clients.clear()
        while self._providers:
            await self._providers.popitem()[1].close()


class MatchModels:
    """The models of the seats of one match.

    Used as `async with MatchModels(...) as models`, it closes the models that are its own.
    """

    def __init__(
        self, models: ModelPool | None = None, *, log: CallLog | None = None, temperature: float = TEMPERATURE
    ) -> None:
        self._models, self._is_own = models or ModelPool(), models is None
        self._log, self._temperature = log, temperature
        self._keys = Keys()
        self._opened: dict[str, LanguageModel] = {}

    @property
    def ledger(self) -> Ledger:
        """The ledger of costs, for all matches that share the models."""
        return self._models.ledger

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._is_own:
            await self._models.close()

    def open(self, model: str, *, context: int = 0) -> LanguageModel:
        """Returns the model that the string names, the same one at each call."""
        if model not in self._opened:
            self._opened[model] = self._model(self._models.client(model), model, context)
        return self._opened[model]

    def replay(self, model: str, *, context: int) -> LanguageModel:
        """Returns a model that repeats the log's replies, the same one at each call; nothing is opened."""
        if self._log is None:
            raise ValueError("a replay needs a log")
        if model not in self._opened:
            self._opened[model] = self._model(Client(Replayed(name=model, context=context)), model, context)
        return self._opened[model]

    def _model(self, client: Client, name: str, context: int) -> LanguageModel:
        client = client.of_match(name, self.ledger, self._log, self._keys, context=context)
        return LanguageModel(backend=client, temperature=self._temperature)
