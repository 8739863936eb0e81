"""The prompts of PLAYER* and the forms of their replies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, Literal, cast

from pydantic import BaseModel, Field, create_model

from parlour.agents import Observation
from parlour.core import Case, Player, some_of
from parlour.language.wording import MethodTemplates
from parlour.llm import (
    About,
    FieldPurpose,
    LanguageModel,
    Part,
    Reason,
    Source,
    Suspects,
    with_purposes,
)
from parlour.methods.player_star.reader import Gain, Kept, Profile, Sensed
from parlour.methods.player_star.sensors import INFORMATION, SENSORS, Level, Reading, Sensor

_TEMPLATES = MethodTemplates("parlour.methods.player_star")
WHY_CHARACTERS, PROFILE_CHARACTERS = 160, 300


class Pruned(BaseModel):
    """A reply to a prune prompt: why, and who is still suspected."""

    reason: Annotated[str, Field(max_length=300)]
    suspects: list[str]


@lru_cache(maxsize=512)
def prune_form(candidates: tuple[Player, ...], case: str = "") -> type[Pruned]:
    """Returns the form of a prune reply that names candidates only, and at least one."""
    form = create_model("Pruned", __base__=Pruned, suspects=(some_of(candidates, len(candidates)), ...))
    return with_purposes(form, reason=Reason(case=case), suspects=Suspects(case=case))


class Judged(BaseModel):
    """A reply on one suspect: why, and whether it is still suspected."""

    reason: Annotated[str, Field(max_length=300)]
    suspected: Literal["yes", "no"]


@lru_cache(maxsize=512)
def judgement_form(suspect: Player, suspects: tuple[Player, ...], case: str) -> type[Judged]:
    """Returns the form of a reply on one suspect of a list."""
    kept = Kept(suspect=suspect, suspects=suspects, case=case)
    return with_purposes(create_model("Judged", __base__=Judged), reason=Reason(case=case), suspected=kept)


class Imagined(BaseModel):
    """A reply that revises the culprit's profile."""

    profile: str


@lru_cache(maxsize=64)
def profile_form(case: str) -> type[Imagined]:
    """Returns the form of a reply that revises the profile of a case's culprit."""
    profile = Annotated[str, Field(max_length=PROFILE_CHARACTERS), Profile(case=case)]
    return create_model("Imagined", __base__=Imagined, profile=(profile, ...))


class SensorReply(BaseModel):
    """A reply to a sensor prompt: a reading per suspect."""

    def readings(self, suspects: Sequence[Player]) -> dict[Player, Reading]:
        """Returns the reading of each suspect."""
        told = ((suspect, cast("BaseModel", getattr(self, _field(n)))) for n, suspect in enumerate(suspects))
        return {suspect: Reading.model_validate(reading.model_dump()) for suspect, reading in told}


class ProfiledReply(SensorReply):
    """A reply that revises the murderer's profile as well."""

    profile: str


@lru_cache(maxsize=512)
def sensor_reply(
    suspects: tuple[Player, ...],
    readings: tuple[str, ...],
    case: str = "",
    *,
    has_profile: bool = True,
) -> type[SensorReply]:
    """Returns the form of a reply that reads these sensors for each of these suspects, by name."""
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
    why = Annotated[str, Field(max_length=WHY_CHARACTERS), Reason()]
    told: dict[str, Any] = {name: (Annotated[_choices(name), _want(name)], ...) for name in readings}
    return create_model("SuspectReading", why=(why, ...), **told)


def _field(number: int) -> str:
    return f"suspect_{number}"


def _want(name: str) -> FieldPurpose:
    return Gain() if name == INFORMATION else Sensed(sensor=name)


def _choices(name: str) -> Any:  # noqa: ANN401 - a type made at run time
    return Level if name == INFORMATION else Literal[SENSORS[Sensor(name)].values]


@dataclass(frozen=True, kw_only=True)
class Prompting:
    """Speaks the templates of PLAYER* about one case, from one player's observation."""

    case: Case
    observation: Observation

    @property
    def model(self) -> LanguageModel:
        """The model of the seat."""
        return self.observation.place.mind()

    def text(self, verb: str, **variables: object) -> str:
        """Returns a filled template."""
        place, killed = self.observation.place, self.observation.is_sought(self.case.name)
        told = {"victim": self.case.name, "killed": killed, **variables}
        return _TEMPLATES.speak(verb, place.game, place.language, **told)

    def part(self, verb: str, **variables: object) -> Part:
        """Returns a filled template as a part with the player's own thoughts."""
        source = Source(origin="thought", owner=self.observation.place.player)
        return Part(text=self.text(verb, **variables), source=source)
