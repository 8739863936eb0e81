"""PLAYER*'s prompts and forms, and its readings of sensors and gains (2025, section 3; Questum, C.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Annotated, Any, Literal, cast

from pydantic import BaseModel, Field, create_model

from parlour.agents import AgentContext, Observation, Recollection, attempt, together
from parlour.core import Case, Player, Request, some_of
from parlour.language.wording import MethodTemplates
from parlour.llm import (
    About,
    FieldPurpose,
    LanguageModel,
    OptionWeights,
    Part,
    Reason,
    Source,
    Suspects,
    with_purposes,
)
from parlour.methods.player_star.options import PlayerStarOptions
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
    purpose = Kept(suspect=suspect, suspects=suspects, case=case)
    return with_purposes(create_model("Judged", __base__=Judged), reason=Reason(case=case), suspected=purpose)


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
        fields = (
            (suspect, cast("BaseModel", getattr(self, _field(n)))) for n, suspect in enumerate(suspects)
        )
        return {suspect: Reading.model_validate(reading.model_dump()) for suspect, reading in fields}


class ProfiledReply(SensorReply):
    """A reply that revises the murderer's profile as well."""

    profile: str


@lru_cache(maxsize=512)
def sensor_reply(
    suspects: tuple[Player, ...], readings: tuple[str, ...], case: str = "", *, has_profile: bool = True
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
    fields: dict[str, Any] = {name: (Annotated[_choices(name), _want(name)], ...) for name in readings}
    return create_model("SuspectReading", why=(why, ...), **fields)


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
        return self.observation.seat.require_model()

    def text(self, verb: str, **variables: object) -> str:
        """Returns a filled template."""
        seat, killed = self.observation.seat, self.observation.is_sought(self.case.name)
        fields = {"victim": self.case.name, "killed": killed, **variables}
        return _TEMPLATES.speak(verb, seat.game, seat.language, **fields)

    def part(self, verb: str, **variables: object) -> Part:
        """Returns a filled template as a part with the player's own thoughts."""
        source = Source(origin="thought", owner=self.observation.seat.player)
        return Part(text=self.text(verb, **variables), source=source)


@dataclass(kw_only=True)
class Sensing:
    """Reads the sensors of one case by a model."""

    options: PlayerStarOptions
    prompting: Prompting
    recollections: dict[Player, Recollection] = field(default_factory=dict[Player, Recollection])

    @property
    def is_apart(self) -> bool:
        """True if each suspect has prompts and a retrieval of its own (Questum, C.5.2)."""
        return self.options.reading == "separate"

    async def recall(self, request: Request, suspects: Sequence[Player]) -> None:
        """Retrieves the context of the victim and each suspect, if each has prompts of its own."""
        observation, victim = self.prompting.observation, self.prompting.case.name
        self.recollections.clear()
        for suspect in suspects if self.is_apart else ():
            self.recollections[suspect] = await observation.recall(request, f"{victim} {suspect}")

    async def read(
        self,
        request: Request,
        suspects: tuple[Player, ...],
        names: tuple[str, ...],
        profile: str,
        shared: Recollection,
        context: AgentContext,
        since: Sequence[Part] = (),
    ) -> tuple[Mapping[Player, Reading], str]:
        """Reads sensors off suspects; what cannot be read is a fault, and left out."""
        queries = [(suspects, names)]
        if self.options.reading == "separate":
            queries = [((suspect,), (name,)) for suspect in suspects for name in names]
        replies = await together(
            [attempt(self._ask(request, *query, profile, shared, since)) for query in queries]
        )
        fresh: dict[Player, Reading] = {}
        for (who, _), reply in zip(queries, replies, strict=True):
            if not isinstance(reply, SensorReply):
                context.fault("sensors", str(reply))
                continue
            if isinstance(reply, ProfiledReply):
                profile = reply.profile or profile
            for suspect, reading in reply.readings(who).items():
                fresh[suspect] = fresh.get(suspect, Reading()).merge(reading)
        return fresh, profile

    async def imagine(
        self, request: Request, profile: str, shared: Recollection, summary: Part, context: AgentContext
    ) -> str:
        """Returns the culprit's profile h_k, revised in a prompt of its own (2025, section 3)."""
        task = self.prompting.part("revise", profile=profile)
        prompt = self.prompting.observation.prompt(request, "profile", shared, summary, task)
        reply = await attempt(self.prompting.model.parse(prompt, profile_form(self.prompting.case.name)))
        if isinstance(reply, Imagined):
            return reply.profile or profile
        context.fault("profile", str(reply))
        return profile

    async def _ask(
        self,
        request: Request,
        suspects: tuple[Player, ...],
        names: tuple[str, ...],
        profile: str,
        shared: Recollection,
        since: Sequence[Part],
    ) -> SensorReply:
        has_profile = not self.is_apart
        task = self.prompting.part(
            "sensors", suspects=list(suspects), sensors=list(names), profile=profile if has_profile else ""
        )
        about = self.recollections.get(suspects[0], shared)
        prompt = self.prompting.observation.prompt(request, "sensors", about, *since, task)
        form = sensor_reply(suspects, names, self.prompting.case.name, has_profile=has_profile)
        return await self.prompting.model.parse(prompt, form, max_tokens=200 + 120 * len(suspects))

    async def weigh(
        self, request: Request, about: Mapping[Player, tuple[Recollection, Part]], context: AgentContext
    ) -> tuple[Mapping[Player, float], list[str]]:
        """Returns E[IG] of a question to each player, in [0, 1], and how it was read; faults are left out."""
        calls = [self._weigh_one(request, name, *material) for name, material in about.items()]
        replies = await together([attempt(call) for call in calls])
        by_player = dict(zip(about, replies, strict=True))
        for reply in replies:
            if not isinstance(reply, OptionWeights):
                context.fault("gain", str(reply))
        weights_by_player = {
            name: reply for name, reply in by_player.items() if isinstance(reply, OptionWeights)
        }
        expected = {name: self._expect(weights) for name, weights in weights_by_player.items()}
        return expected, sorted({weights.by for weights in weights_by_player.values()})

    def _expect(self, weights: OptionWeights) -> float:
        """Returns E[IG]: p_yes, or 1 - p_no where no is the answer (eq. 3)."""
        yes, no = (weights.probabilities[word] for word in self._yes_no)
        if self.options.gain != "raw":
            return yes
        return weights.mass * yes if yes >= no else 1 - weights.mass * no

    async def _weigh_one(
        self, request: Request, suspect: Player, begun: Recollection, thought: Part
    ) -> OptionWeights:
        words = self._yes_no
        task = self.prompting.part("gain", suspect=suspect, words=list(words))
        prompt = self.prompting.observation.prompt(request, "gain", begun, thought, task)
        gain = Gain(suspect=suspect, case=self.prompting.case.name)
        return await self.prompting.model.weigh(prompt, words, wants=gain, is_mixed=False)

    @property
    def _yes_no(self) -> tuple[str, str]:
        return ("是", "否") if self.prompting.observation.seat.language == "zh" else ("yes", "no")
