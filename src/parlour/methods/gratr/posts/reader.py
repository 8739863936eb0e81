"""How the reader fills the forms on posts: by words of opinion alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from parlour.llm import FieldPurpose, Prompt
from parlour.methods.gratr.posts.opinions import Class, Side, items, meant
from parlour.reader import GameReader


@dataclass(frozen=True, kw_only=True)
class Posted(FieldPurpose):
    """What the post in the prompt says of the sides of a dispute and of people: items of evidence.

    Attributes:
        sides: of the dispute.
        people: whom else an item may be about.
    """

    sides: tuple[Side, ...]
    people: tuple[str, ...] = ()

    def read(self, prompt: Prompt, game: GameReader) -> list[dict[str, str | int]]:
        """The items."""
        return items(prompt, self.sides, self.people)


@dataclass(frozen=True, kw_only=True)
class Intent(FieldPurpose):
    """The class that the post in the prompt belongs to by what its author means with it, and why.

    Attributes:
        sides: of the dispute.
        classes: each class, and the side that it is for (1) or against (-1); None and 0 for neither.
        part: which of the two.
    """

    sides: tuple[Side, ...]
    classes: tuple[Class, ...]
    part: Literal["class", "reason"] = "class"

    def read(self, prompt: Prompt, game: GameReader) -> str:
        """The class, or the reason."""
        found, reason = meant(prompt, self.sides, self.classes)
        return found if self.part == "class" else reason
