"""A notebook: whom somebody at a table suspects, how much and why; for its owner alone."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict, Field

from parlour.core import Player
from parlour.store import Hosting

KIND = "notebook"
MOST_SUSPICION = 5
MOST_CHARACTERS = 50_000


class Mark(BaseModel):
    """What somebody thinks of another.

    Attributes:
        suspicion: 0 for none, 5 for as good as proved.
        text: why.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    suspicion: int = Field(default=0, ge=0, le=MOST_SUSPICION)
    text: str = Field(default="", max_length=MOST_CHARACTERS)


class Notes(BaseModel):
    """Everything in a notebook.

    Attributes:
        text: about nobody in particular.
        marks: by whom they are about.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    text: str = Field(default="", max_length=MOST_CHARACTERS)
    marks: Mapping[Player, Mark] = {}

    def marked(self, player: Player, **changes: object) -> Notes:
        """The same with another mark."""
        mark = self.marks.get(player, Mark()).model_copy(update=changes)
        return self.model_copy(update={"marks": {**self.marks, player: mark}})

    @property
    def suspicions(self) -> Mapping[Player, int]:
        """How much everybody is suspected."""
        return {player: mark.suspicion for player, mark in self.marks.items()}


def read_notes(hosting: Hosting, match: str, player: Player) -> Notes:
    """What stands in a notebook."""
    kept = hosting.sheets(match, KIND).get(player)
    return Notes.model_validate_json(kept) if kept else Notes()


def write_notes(hosting: Hosting, match: str, player: Player, notes: Notes) -> None:
    """Keeps a notebook in place of what stood there."""
    hosting.put_sheet(match, player, KIND, notes.model_dump_json())
