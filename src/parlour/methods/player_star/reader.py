"""How the reader fills the forms of PLAYER*."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from parlour.llm import FieldPurpose
from parlour.reader import DOUBTFUL, Blank, EarlierOpinion, SeatReader, level, yes_no

_IMPRESSIONS: Mapping[str, str] = {
    "motivation": "has_motive",
    "opportunity": "is_possible",
    "evidence": "is_incriminated",
    "background": "is_at_odds",
}
"""By sensor, what the reader takes it to ask."""
_LIKED, _DISLIKED = 7, 4
"""From which rating on one is inclined to a suspect, and up to which against it; between, neither."""
_UNMOVED, _POINTED_AT = 0.5, 2.0
"""What no motive and what evidence make of the odds of a suspect (ours)."""


class SensorWords(Protocol):
    """What the sensors said of a suspect."""

    @property
    def motivation(self) -> str | None: ...  # noqa: D102

    @property
    def opportunity(self) -> str | None: ...  # noqa: D102

    @property
    def evidence(self) -> str | None: ...  # noqa: D102


def opinion(
    case: str, candidates: Sequence[str], suspects: Sequence[str], readings: Mapping[str, SensorWords]
) -> EarlierOpinion:
    """What a summary of suspects and sensors says to whoever wrote it.

    Args:
        case: what it is about.
        candidates: whoever could be suspected.
        suspects: those who are.
        readings: what the sensors said of those whom it tells of.
    """
    cleared = {name: DOUBTFUL for name in candidates if name not in suspects}
    return EarlierOpinion(case=case, odds={name: _odds(each) for name, each in readings.items()} | cleared)


def _odds(words: SensorWords) -> float:
    odds = DOUBTFUL if words.opportunity == "no" else 1.0
    odds *= _UNMOVED if words.motivation == "no" else 1.0
    return odds * (_POINTED_AT if words.evidence == "yes" else 1.0)


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
        sensor: its name.
    """

    sensor: str

    def fill(self, reader: SeatReader, blank: Blank) -> str:
        """In the words of the form."""
        about = blank.suspect
        if self.sensor == "emotion":
            return _inclination(reader.rating(about.suspect))
        impression = reader.impression(about.suspect, about.case)
        return yes_no(getattr(impression, _IMPRESSIONS[self.sensor]))


def _inclination(liking: int) -> str:
    """How a player is inclined to somebody whom it likes so much, from 1 to 10."""
    return "positive" if liking >= _LIKED else "negative" if liking <= _DISLIKED else "neutral"


@dataclass(frozen=True, kw_only=True)
class Kept(FieldPurpose):
    """Whether a suspect stays on the suspect list.

    Attributes:
        suspect: the suspect in question.
        suspects: the whole list, among which the reader compares.
        case: what it is about.
    """

    suspect: str
    suspects: tuple[str, ...]
    case: str

    def fill(self, reader: SeatReader, blank: Blank) -> str:
        """Answers yes or no."""
        return yes_no(self.suspect in reader.suspects(self.suspects, self.case, None))


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
