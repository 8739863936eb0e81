"""Where the seats of one match get their models: the process's, with the match's own log around them."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from parlour.llm.backend import Backend, CallLog
from parlour.llm.metered import Ledger, Metered
from parlour.llm.model import TEMPERATURE, LanguageModel
from parlour.llm.model_pool import ModelPool
from parlour.llm.recorded import Keys, Recorded, Replayed
from parlour.llm.shared import Shared


class MatchModels:
    """Where the seats of a match get their models.

    Used as `async with MatchModels(...) as models`, it closes the models that are its own.

    Args:
        models: shared with other matches, and closed by whoever opened them; by default the match's own.
        log: where replies are kept and found; None to keep none.
        temperature: of everything the models write.
    """

    def __init__(
        self,
        models: ModelPool | None = None,
        *,
        log: CallLog | None = None,
        temperature: float = TEMPERATURE,
    ) -> None:
        self._models, self._is_own = models or ModelPool(), models is None
        self._log, self._temperature = log, temperature
        self._keys = Keys()
        self._opened: dict[str, LanguageModel] = {}

    @property
    def ledger(self) -> Ledger:
        """Where costs are entered: those of all matches that share the models."""
        return self._models.ledger

    async def __aenter__(self) -> Self:
        """The match's models themselves."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes the models that are its own."""
        if self._is_own:
            await self._models.close()

    def open(self, model: str) -> LanguageModel:
        """The model that the string names; the same one when asked again.

        Raises:
            UsageError: if it cannot be opened as asked, or a cap is set and its price is unknown.
            ModelUnavailable: if its server or file cannot be brought to answer.
        """
        if model not in self._opened:
            backend: Backend = self._models.backend(model)
            if self._log is not None:
                backend = Recorded(backend, self._log, self._keys)
            self._opened[model] = self._model(backend, model)
        return self._opened[model]

    def replay(self, model: str, *, context: int) -> LanguageModel:
        """The model as the log remembers it, the same one when asked again: nothing is opened or asked.

        Args:
            model: the model string in the record.
            context: its window in the record.
        """
        if self._log is None:
            raise ValueError("a replay needs a log")
        if model not in self._opened:
            backend = Replayed(name=model, context=context, log=self._log, keys=self._keys)
            self._opened[model] = self._model(backend, model)
        return self._opened[model]

    def _model(self, backend: Backend, name: str) -> LanguageModel:
        metered = Metered(backend, self.ledger)
        return LanguageModel(backend=Shared(metered, name), temperature=self._temperature)
