"""The model's readings of the sensors and of expected gains (PLAYER*, section 3, eq. 3; Questum, C.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from parlour.agents import AgentContext, Recollection, attempt, together
from parlour.core import Player, Request
from parlour.llm import OptionWeights, Part
from parlour.methods.player_star.options import PlayerStarOptions
from parlour.methods.player_star.prompting import (
    Imagined,
    ProfiledReply,
    Prompting,
    SensorReply,
    profile_form,
    sensor_reply,
)
from parlour.methods.player_star.reader import Gain
from parlour.methods.player_star.sensors import Reading


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
        asked = [(suspects, names)]
        if self.options.reading == "separate":
            asked = [((suspect,), (name,)) for suspect in suspects for name in names]
        told = await together([attempt(self._ask(request, *each, profile, shared, since)) for each in asked])
        fresh: dict[Player, Reading] = {}
        for (who, _), reply in zip(asked, told, strict=True):
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
            "sensors",
            suspects=list(suspects),
            sensors=list(names),
            profile=profile if has_profile else "",
        )
        about = self.recollections.get(suspects[0], shared)
        prompt = self.prompting.observation.prompt(request, "sensors", about, *since, task)
        form = sensor_reply(suspects, names, self.prompting.case.name, has_profile=has_profile)
        return await self.prompting.model.parse(prompt, form, max_tokens=200 + 120 * len(suspects))

    async def weigh(
        self, request: Request, about: Mapping[Player, tuple[Recollection, Part]], context: AgentContext
    ) -> tuple[Mapping[Player, float], list[str]]:
        """Returns E[IG] of a question to each player, in [0, 1], and how it was read; faults are left out."""
        asked = [self._weigh_one(request, name, *each) for name, each in about.items()]
        told = await together([attempt(each) for each in asked])
        weighed = dict(zip(about, told, strict=True))
        for each in told:
            if not isinstance(each, OptionWeights):
                context.fault("gain", str(each))
        read = {name: each for name, each in weighed.items() if isinstance(each, OptionWeights)}
        expected = {name: self._expect(weights) for name, weights in read.items()}
        return expected, sorted({each.by for each in read.values()})

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
        wanted = Gain(suspect=suspect, case=self.prompting.case.name)
        return await self.prompting.model.weigh(prompt, words, wants=wanted, is_mixed=False)

    @property
    def _yes_no(self) -> tuple[str, str]:
        return ("是", "否") if self.prompting.observation.place.language == "zh" else ("yes", "no")
