"""The symbolic reader's replies to the forms of ThinkThrice."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.llm import FieldPurpose
from parlour.reader import Blank, SeatReader, yes_no


@dataclass(frozen=True, kw_only=True)
class Timelines(FieldPurpose):
    """Sentences on a victim's last hours, the most telling first."""

    case: str

    def fill(self, reader: SeatReader, blank: Blank) -> list[str]:
        """Returns at most as many as the field takes."""
        return reader.timelines(self.case)[: blank.most]


@dataclass(frozen=True, kw_only=True)
class Needed(FieldPurpose):
    """The need of a timeline, by its number in the prompt, for an answer: yes or no."""

    number: int

    def fill(self, reader: SeatReader, blank: Blank) -> str:
        """Yes or no."""
        return yes_no(reader.is_needed(self.number))


@dataclass(frozen=True, kw_only=True)
class ToldTimeline(FieldPurpose):
    """The presence of a timeline, by its number in the prompt, in the prompt's answer: yes or no."""

    number: int

    def fill(self, reader: SeatReader, blank: Blank) -> str:
        """Yes or no."""
        return yes_no(reader.is_told(self.number))
