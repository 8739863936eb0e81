"""What the reader makes of passages and questions for a graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from parlour.llm import FieldPurpose, Prompt
from parlour.reader import GameReader, names_in

from parlour_lightrag import graphing


@dataclass(frozen=True, kw_only=True)
class Related(FieldPurpose):
    """What the passage that stands in the prompt says: its entities, or how they stand to each other."""

    part: Literal["entities", "relations"]
    names: tuple[str, ...] = ()

    def read(self, prompt: Prompt, game: GameReader) -> list[graphing.Row]:
        """The rows."""
        names = names_in(prompt, self.names, game)
        rows = graphing.entities if self.part == "entities" else graphing.relations
        return rows(prompt, names)


@dataclass(frozen=True, kw_only=True)
class Keywords(FieldPurpose):
    """What the question that stands in the prompt is about: in general, or whom and what in particular."""

    part: Literal["themes", "details"]
    names: tuple[str, ...] = ()

    def read(self, prompt: Prompt, game: GameReader) -> list[str]:
        """Whom the question names; in general, what such a game turns on."""
        if self.part == "themes":
            return game.themes(prompt.language)
        return graphing.named(prompt, names_in(prompt, self.names, game))
