"""How the reader fills the forms of ThinkThrice."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.llm import FieldPurpose
from parlour.reader import Blank, SeatReader, yes_no


@dataclass(frozen=True, kw_only=True)
class Timelines(FieldPurpose):
    """What is remembered of a victim's last hours: sentences, the most telling first."""

    case: str

    def fill(self, reader: SeatReader, blank: Blank) -> list[str]:
        """At most as many as the field takes."""
        return reader.timelines(self.case)[: blank.most]


@dataclass(frozen=True, kw_only=True)
class Needed(FieldPurpose):
    """Whether a timeline, by its number in the prompt, helps to answer what one is asked: yes or no."""

    number: int

    def fill(self, reader: SeatReader, blank: Blank) -> str:
        """Yes or no."""
        return yes_no(reader.is_needed(self.number))


@dataclass(frozen=True, kw_only=True)
class ToldTimeline(FieldPurpose):
    """Whether a timeline, by its number in the prompt, is told in the answer that stands there."""

    number: int

    def fill(self, reader: SeatReader, blank: Blank) -> str:
        """Yes or no."""
        return yes_no(reader.is_told(self.number))
