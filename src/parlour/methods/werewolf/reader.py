"""The symbolic reader's replies to the forms of the Werewolf baseline."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.llm import FieldPurpose
from parlour.reader import Blank, SeatReader


@dataclass(frozen=True, kw_only=True)
class Topics(FieldPurpose):
    """The numbers of the questions in the prompt's list that are most worth asking."""

    case: str

    def fill(self, reader: SeatReader, blank: Blank) -> list[int]:
        """Returns at most as many as the field takes."""
        return reader.topics(self.case, blank.most or 1)
