"""How the reader fills the forms of PLAYER*."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from parlour.llm import FieldPurpose
from parlour.reader import Blank, SeatReader, level, yes_no

FELT, SHARED_PAST = "felt", "shared past"
_IMPRESSIONS: Mapping[str, str] = {
    "motivation": "has_motive",
    "opportunity": "is_possible",
    "evidence": "is_incriminated",
    "background": "is_at_odds",
    SHARED_PAST: "is_bound",
}
"""By sensor, what the reader takes it to ask."""
_LIKED, _DISLIKED = 7, 4
"""From which rating on one is inclined to a suspect, and up to which against it; between, neither."""


@dataclass(frozen=True, kw_only=True)
class Profile(FieldPurpose):
    """What whoever did it must be like."""

    case: str

    def fill(self, reader: SeatReader, blank: Blank) -> str:
        """As the reader pictures them."""
        return reader.profile(self.case)[: blank.most]


@dataclass(frozen=True, kw_only=True)
class Sensed(FieldPurpose):
    """What one sensor reads off the suspect whom the form is about.

    Attributes:
        sensor: its name; or `FELT` or `SHARED_PAST`, which revision 1 of the prompts asked for instead.
    """

    sensor: str

    def fill(self, reader: SeatReader, blank: Blank) -> str:
        """In the words of the form."""
        about = blank.suspect
        if self.sensor == "emotion":
            return _inclination(reader.rating(about.suspect))
        impression = reader.impression(about.suspect, about.case)
        known = _IMPRESSIONS.get(self.sensor)
        return yes_no(getattr(impression, known)) if known else impression.stance


def _inclination(liking: int) -> str:
    """How a player is inclined to somebody whom it likes so much, from 1 to 10."""
    return "positive" if liking >= _LIKED else "negative" if liking <= _DISLIKED else "neutral"


@dataclass(frozen=True, kw_only=True)
class Gain(FieldPurpose):
    """How far another question to a suspect would tell something new.

    Attributes:
        suspect: who would be asked; None in a form that is about one suspect anyway.
        case: what about.
    """

    suspect: str | None = None
    case: str | None = None

    def fill(self, reader: SeatReader, blank: Blank) -> str:
        """High, medium or low."""
        suspect = self.suspect or blank.suspect.suspect
        return level(reader.gain(suspect, self.case or (blank.about and blank.about.case)))

    def weigh(self, reader: SeatReader, options: Sequence[str]) -> Sequence[float]:
        """Yes and no."""
        likely = reader.gain(self.suspect or reader.me, self.case)
        return likely, 1 - likely
