"""The sensors of PLAYER*, and the forms of their replies (PLAYER*, section 3; Questum, appendix C.4)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Any, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, create_model

from parlour.core import Player
from parlour.llm import About, FieldPurpose, Reason
from parlour.methods.player_star.reader import Gain, Profile, Sensed

WHY_CHARACTERS, PROFILE_CHARACTERS = 160, 300


class Sensor(StrEnum):
    """The attributes that a suspect is read for; *opportunity* is Questum's *suspicion*."""

    EMOTION = "emotion"
    MOTIVATION = "motivation"
    OPPORTUNITY = "opportunity"
    EVIDENCE = "evidence"
    BACKGROUND = "background"


DEFAULT_SENSORS = (Sensor.EMOTION, Sensor.MOTIVATION, Sensor.OPPORTUNITY)
Level = Literal["high", "medium", "low"]
VERBAL_GAIN: dict[Level, float] = {"high": 1.0, "medium": 0.0, "low": -1.0}
"""E[IG] by the model's own word (Questum, eq. 2)."""

YesNo = Literal["yes", "no"]


class Reading(BaseModel):
    """The values of the sensors in use for one suspect; the others are None.

    Attributes:
        why: one sentence.
        emotion: the player's own inclination to the suspect (Questum, C.4; PLAYER*, section 4.7).
        motivation: whether there is a motive.
        opportunity: whether the suspect could have been there.
        evidence: whether anything concrete points at the suspect.
        background: whether there is a history of conflict, rivalry or enmity between the suspect and others.
        information: the verbal gain of another question, if it is read.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    why: str = ""
    emotion: Literal["positive", "neutral", "negative"] | None = None
    motivation: YesNo | None = None
    opportunity: YesNo | None = None
    evidence: YesNo | None = None
    background: YesNo | None = None
    information: Level | None = None

    def merged(self, other: Reading) -> Reading:
        """Returns this reading with the values of another one added."""
        added = {name: value for name, value in other.model_dump().items() if value}
        why = " ".join(filter(None, (self.why, other.why)))
        return Reading.model_validate({**self.model_dump(), **added, "why": why})


class SensorReply(BaseModel):
    """A reply to a sensor prompt: a reading per suspect."""

    def readings(self, suspects: Sequence[Player]) -> dict[Player, Reading]:
        """Returns the reading of each suspect."""
        told = ((suspect, cast("BaseModel", getattr(self, _field(n)))) for n, suspect in enumerate(suspects))
        return {suspect: Reading.model_validate(reading.model_dump()) for suspect, reading in told}


class ProfiledReply(SensorReply):
    """A reply that revises the murderer's profile as well."""

    profile: str


INFORMATION = "information"
"""The sensor of the verbal gain (Questum's *information value*)."""


@lru_cache(maxsize=512)
def sensor_reply(
    suspects: tuple[Player, ...],
    readings: tuple[str, ...],
    case: str = "",
    *,
    has_profile: bool = True,
) -> type[SensorReply]:
    """Returns the form of a reply that reads these sensors for each of these suspects, by name.

    Args:
        suspects: each becomes a field of its own, so that none can be left out.
        readings: the names of the sensors, `INFORMATION` among them if the verbal gain is read.
        case: the victim.
        has_profile: whether it revises the profile too; the papers' prompts for one sensor do not.
    """
    form = _reading(readings)
    profile = Annotated[str, Field(max_length=PROFILE_CHARACTERS), Profile(case=case)]
    fields: dict[str, Any] = {
        _field(n): (Annotated[form, About(suspect=suspect, case=case)], Field(alias=suspect))
        for n, suspect in enumerate(suspects)
    }
    if has_profile:
        return create_model("SensorReply", __base__=ProfiledReply, profile=(profile, ...), **fields)
    return create_model("SensorReply", __base__=SensorReply, **fields)


@lru_cache(maxsize=64)
def _reading(readings: tuple[str, ...]) -> type[BaseModel]:
    """Returns the form of the part about one suspect."""
    why = Annotated[str, Field(max_length=WHY_CHARACTERS), Reason()]
    told: dict[str, Any] = {name: (Annotated[_choices(name), _want(name)], ...) for name in readings}
    return create_model("SuspectReading", why=(why, ...), **told)


def _field(number: int) -> str:
    return f"suspect_{number}"


def _want(name: str) -> FieldPurpose:
    """Returns the purpose of a field of a reading."""
    return Gain() if name == INFORMATION else Sensed(sensor=name)


def _choices(name: str) -> Any:  # noqa: ANN401 - a type made at run time
    match name:
        case Sensor.EMOTION:
            return Literal["positive", "neutral", "negative"]
        case _ if name == INFORMATION:
            return Level
        case _:
            return YesNo
