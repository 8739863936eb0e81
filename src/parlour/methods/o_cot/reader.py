"""How the reader fills the forms of O-CoT."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.llm import FieldPurpose
from parlour.reader import Blank, SeatReader


@dataclass(frozen=True, kw_only=True)
class Met(FieldPurpose):
    """Whether a goal is reached: yes, partly or no.

    Attributes:
        case: where the goal is to learn who did it, or of who did it not to be found; None for any other.
    """

    case: str | None = None

    def fill(self, reader: SeatReader, blank: Blank) -> str:
        """As far as it is about a case; of a goal in free words nothing is known."""
        return "no" if self.case is None else reader.reached(self.case)
