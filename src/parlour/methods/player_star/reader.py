"""The symbolic reader's replies to the forms of PLAYER*."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from parlour.llm import EarlierOpinion, FieldPurpose
from parlour.methods.player_star.sensors import SENSORS, Reading, Sensor
from parlour.reader import DOUBTFUL, Blank, SeatReader, level, yes_no

_LIKED, _DISLIKED = 7, 4
"""From which rating on one is inclined to a suspect, and up to which against it; between, neither."""
_ODDS: Mapping[Sensor, Mapping[str, float]] = {
    Sensor.MOTIVATION: {"no": 0.5},
    Sensor.OPPORTUNITY: {"no": DOUBTFUL},
    Sensor.EVIDENCE: {"yes": 2.0},
}
"""The odds factors of a suspect by sensor and value (ours); 1 for all others."""


def opinion(
    case: str, candidates: Sequence[str], suspects: Sequence[str], readings: Mapping[str, Reading]
) -> EarlierOpinion:
    """Returns the odds that a summary of suspects and sensors implies for its writer."""
    cleared = {name: DOUBTFUL for name in candidates if name not in suspects}
    return EarlierOpinion(
        case=case, odds={name: _odds(reading) for name, reading in readings.items()} | cleared
    )


def _odds(reading: Reading) -> float:
    return math.prod(factors.get(getattr(reading, sensor), 1.0) for sensor, factors in _ODDS.items())


@dataclass(frozen=True, kw_only=True)
class Profile(FieldPurpose):
    """The profile of a case's culprit."""

    case: str

    def fill(self, reader: SeatReader, blank: Blank) -> str:
        """Returns the reader's profile of the culprit."""
        return reader.profile(self.case)[: blank.most]


@dataclass(frozen=True, kw_only=True)
class Sensed(FieldPurpose):
    """One sensor's reading of the form's suspect."""

    sensor: str

    def fill(self, reader: SeatReader, blank: Blank) -> str:
        """Returns the reading in the words of the form."""
        about = blank.suspect
        declared = SENSORS[Sensor(self.sensor)]
        if not declared.impression:
            return _inclination(reader.rating(about.suspect))
        return yes_no(getattr(reader.impression(about.suspect, about.case), declared.impression))


def _inclination(liking: int) -> str:
    return "positive" if liking >= _LIKED else "negative" if liking <= _DISLIKED else "neutral"


@dataclass(frozen=True, kw_only=True)
class Kept(FieldPurpose):
    """The decision to keep a suspect on the suspect list, yes or no."""

    suspect: str
    suspects: tuple[str, ...]
    case: str

    def fill(self, reader: SeatReader, blank: Blank) -> str:
        """Returns yes or no."""
        return yes_no(self.suspect in reader.suspects(self.suspects, self.case, None))


@dataclass(frozen=True, kw_only=True)
class Gain(FieldPurpose):
    """The expected gain of another question to a suspect.

    Attributes:
        suspect: the player to ask; None in a form about one suspect.
    """

    suspect: str | None = None
    case: str | None = None

    def fill(self, reader: SeatReader, blank: Blank) -> str:
        """Returns high, medium or low."""
        suspect = self.suspect or blank.suspect.suspect
        return level(reader.gain(suspect, self.case or (blank.about and blank.about.case)))

    def weigh(self, reader: SeatReader, options: Sequence[str]) -> Sequence[float]:
        """Returns the weights of yes and no."""
        likely = reader.gain(self.suspect or reader.me, self.case)
        return likely, 1 - likely
