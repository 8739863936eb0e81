"""The symbolic reader's replies to the forms of O-CoT."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.llm import FieldPurpose
from parlour.reader import Blank, SeatReader


@dataclass(frozen=True, kw_only=True)
class Met(FieldPurpose):
    """The state of a goal: reached (yes), partly, or no.

    Attributes:
        case: of a goal to find the culprit, or of the culprit's to stay hidden; None for any other goal.
    """

    case: str | None = None

    def fill(self, reader: SeatReader, blank: Blank) -> str:
        """Returns the state of a case's goal; no for a goal in free words."""
        return "no" if self.case is None else reader.reached(self.case)
