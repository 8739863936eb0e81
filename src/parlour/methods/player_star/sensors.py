"""The sensors of PLAYER* and their values (PLAYER*, section 3; Questum, appendix C.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict


class Sensor(StrEnum):
    """The attributes that a suspect is read for; *opportunity* is Questum's *suspicion*."""

    EMOTION = "emotion"
    MOTIVATION = "motivation"
    OPPORTUNITY = "opportunity"
    EVIDENCE = "evidence"
    BACKGROUND = "background"


Inclination = Literal["positive", "neutral", "negative"]
YesNo = Literal["yes", "no"]


@dataclass(frozen=True, kw_only=True)
class SensorDeclaration:
    """The definition of a sensor.

    Attributes:
        impression: the field of the symbolic reader's impression that answers it; empty for the sensor that
            the reader answers by its liking.
    """

    values: tuple[str, ...]
    against: str
    impression: str = ""


_YES_NO: tuple[str, ...] = get_args(YesNo)
SENSORS: Mapping[Sensor, SensorDeclaration] = {
    Sensor.EMOTION: SensorDeclaration(values=get_args(Inclination), against="negative"),
    Sensor.MOTIVATION: SensorDeclaration(values=_YES_NO, against="yes", impression="has_motive"),
    Sensor.OPPORTUNITY: SensorDeclaration(values=_YES_NO, against="yes", impression="is_possible"),
    Sensor.EVIDENCE: SensorDeclaration(values=_YES_NO, against="yes", impression="is_incriminated"),
    Sensor.BACKGROUND: SensorDeclaration(values=_YES_NO, against="yes", impression="is_at_odds"),
}
"""Every sensor; forms, the reader and the measures of thoughts read it here."""
DEFAULT_SENSORS = (Sensor.EMOTION, Sensor.MOTIVATION, Sensor.OPPORTUNITY)
Level = Literal["high", "medium", "low"]
VERBAL_GAIN: dict[Level, float] = {"high": 1.0, "medium": 0.0, "low": -1.0}
"""E[IG] by the model's own word (Questum, eq. 2)."""

INFORMATION = "information"
"""The sensor of the verbal gain (Questum's *information value*)."""


class Reading(BaseModel):
    """The values of the sensors in use for one suspect; the others are None.

    Attributes:
        emotion: the player's own inclination to the suspect (Questum, C.4; PLAYER*, section 4.7).
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    why: str = ""
    emotion: Inclination | None = None
    motivation: YesNo | None = None
    opportunity: YesNo | None = None
    evidence: YesNo | None = None
    background: YesNo | None = None
    information: Level | None = None

    def merge(self, other: Reading) -> Reading:
        """Returns this reading with the values of another one added."""
        added = {name: value for name, value in other.model_dump().items() if value}
        why = " ".join(filter(None, (self.why, other.why)))
        return Reading.model_validate({**self.model_dump(), **added, "why": why})
