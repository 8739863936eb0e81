"""The batches of a run that are out at providers, kept beside its cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parlour.store import Store


@dataclass(frozen=True, kw_only=True)
class StoredBatches:
    """Keeps batches under a name of their own, so that nobody takes them for cells.

    Attributes:
        store: of the run.
        run: its id.
    """

    store: Store
    run: str

    def pending(self) -> Sequence[str]:
        """The batches that were kept, as JSON; those that have ended give their results again."""
        return tuple(self.store.cells(self._name).values())

    def keep(self, batch: str, json: str) -> None:
        """Keeps a batch, by its id."""
        self.store.put_cell(self._name, batch, json)

    @property
    def _name(self) -> str:
        return f"{self.run}:batches"
