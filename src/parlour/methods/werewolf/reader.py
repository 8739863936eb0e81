"""How the reader fills the forms of this method."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.llm import FieldPurpose
from parlour.reader import Blank, SeatReader


@dataclass(frozen=True, kw_only=True)
class Topics(FieldPurpose):
    """The numbers of those questions, of a list in the prompt, that are most worth asking anybody."""

    case: str

    def fill(self, reader: SeatReader, blank: Blank) -> list[int]:
        """At most as many as the field takes."""
        return reader.topics(self.case, blank.most or 1)
