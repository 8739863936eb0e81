"""How the reader orders passages."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.llm import FieldPurpose, Prompt
from parlour.reader import GameReader, names_in, ranking


@dataclass(frozen=True, kw_only=True)
class Ranked(FieldPurpose):
    """The numbers of the passages in the prompt, those first that bear most on the question at its end.

    Attributes:
        names: whom a passage may speak of.
    """

    names: tuple[str, ...] = ()

    def read(self, prompt: Prompt, game: GameReader) -> list[int]:
        """The order."""
        return ranking.order(prompt, names_in(prompt, self.names, game))
