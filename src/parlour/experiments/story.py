"""One story or table of a run, by what another process finds it."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.llm import Language


@dataclass(frozen=True, kw_only=True)
class Story:
    """A script or a table, named so that another process can get it.

    Attributes:
        id: what a game finds it by; of a table, the game.
        language: of its text.
        seed: of what is made, such as a table's deal; None where it is only found.
    """

    id: str
    language: Language
    seed: int | None = None

    @property
    def name(self) -> str:
        """As cells and tables name it."""
        return self.id if self.seed is None else f"{self.id}-{self.seed}"
