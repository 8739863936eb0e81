"""What one player believes about one case, and how a round revises it (PLAYER*, algorithm 1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pydantic import JsonValue

from parlour.agents import AgentContext, Observation, Recollection, Thought, attempt, together
from parlour.core import Case, Player, Request
from parlour.llm import OptionWeights, Part
from parlour.methods.player_star.information_gain import InformationGain, RoundGain, choose, score
from parlour.methods.player_star.options import PlayerStarOptions
from parlour.methods.player_star.prompting import Prompting, pruned
from parlour.methods.player_star.reader import Gain
from parlour.methods.player_star.sensors import (
    INFORMATION,
    VERBAL_GAIN,
    Reading,
    SensorReply,
    sensor_reply,
)
from parlour.methods.player_star.suspects import SuspectList


@dataclass(kw_only=True)
class Inquiry:
    """One player's search for the answer to one case.

    Attributes:
        case: the hidden question.
        options: how PLAYER* is set.
        observation: what the player knows.
        suspects: who may have done it.
        history: what earlier rounds were worth.
        profile: h_k, the murderer as the player imagines them; ideal at first, revised as evidence comes.
        readings: u_j, the last sensor reading of each suspect.
        expected: E[IG] of a question to each suspect in the coming round.
        prepared: the round that these were read for.
        pruned: the round after which the suspects were last refined.
        questioned: whom the player asked in it.
        recollection: what the round's prompts share.
    """

    case: Case
    options: PlayerStarOptions
    observation: Observation
    suspects: SuspectList
    profile: str
    history: InformationGain = field(default_factory=InformationGain)
    readings: dict[Player, Reading] = field(default_factory=dict[Player, Reading])
    expected: dict[Player, float] = field(default_factory=dict[Player, float])
    prepared: int = 0
    pruned: int = 0
    questioned: list[Player] = field(default_factory=list[Player])
    recollection: Recollection | None = None

    @staticmethod
    def into(case: Case, options: PlayerStarOptions, observation: Observation) -> Inquiry:
        """An inquiry at its start, with everybody a suspect and an ideal murderer in mind."""
        prompting = Prompting(case=case, observation=observation)
        return Inquiry(
            case=case,
            options=options,
            observation=observation,
            suspects=SuspectList.of_everybody(case.candidates),
            profile=prompting.text("profile", sensors=[sensor.value for sensor in options.sensors]),
        )

    async def prepare(self, request: Request, context: AgentContext) -> None:
        """Reads the sensors, then the expected gains, for the coming round."""
        self.prepared, self.questioned, self.expected = request.round, [], {}
        self.suspects = self.suspects.among(self.observation.living)
        query = " ".join((self.case.name, *self.suspects.suspects))
        self.recollection = await self.observation.recall(request, query)
        if self._read:
            await self._sense(request, self.recollection, context)
        if self._is_choosing and self.options.gain == "logprobs":
            await self._weigh(request, self.recollection, context)

    def choose(self, request: Request, context: AgentContext) -> Player | None:
        """Whom to ask now; None if nobody who is worth it may be asked any more this round.

        A speech names nobody who may be asked in it: then anybody may whom the round has not asked yet.
        """
        open_ones = request.options or [name for name in self._askable if name not in self.questioned]
        among = [name for name in self._askable if name in open_ones]
        if not among or self.options.ask == "suspects":
            return next(iter(among), None)
        scores = {name: self._score(name, request.round) for name in among}
        rng = self.observation.place.chance(request, "epsilon")
        choice = choose(scores, among, self.options.epsilon, rng)
        self._think(context, "choice", scores=scores, chosen=choice.player, explores=choice.is_exploration)
        return choice.player

    async def prune(self, request: Request, context: AgentContext) -> None:
        """Refines the suspect list after a round, and learns what the round was worth (eq. 1)."""
        self.pruned = request.round
        before = self.suspects = self.suspects.among(self.observation.living)
        if self.options.pruner:
            self.suspects = before.refined(await self._named(request, context))
        gain = before.entropy - self.suspects.entropy
        worth = RoundGain(round=request.round, questioned=tuple(self.questioned), gain=gain)
        self.history = self.history.with_round(worth)
        self._think(
            context,
            "suspects",
            before=list(before.suspects),
            after=list(self.suspects.suspects),
            entropy=self.suspects.entropy,
            gain=gain,
            questioned=list(self.questioned),
        )

    def summary(self, *, only: Player | None = None) -> Part:
        """What the player makes of the suspects, or of one of them, for a prompt."""
        shown = [only] if only else self.suspects.suspects
        readings = {name: self.readings[name] for name in shown if name in self.readings}
        return self._prompting.part("summary", suspects=list(self.suspects.suspects), readings=readings)

    @property
    def _prompting(self) -> Prompting:
        return Prompting(case=self.case, observation=self.observation)

    @property
    def _askable(self) -> tuple[Player, ...]:
        """Among whom the player chooses: its suspects, or all who could have done it."""
        everybody = self.options.among == "everybody"
        return self.suspects.candidates if everybody else self.suspects.suspects

    @property
    def _is_choosing(self) -> bool:
        """Whether there is anything to choose between: a lone suspect needs no gain."""
        return self.options.ask == "best" and len(self._askable) > 1

    @property
    def _read(self) -> tuple[str, ...]:
        """What is read off each suspect; the verbal gain is one more sensor."""
        with_gain = self._is_choosing and self.options.gain == "verbal"
        return (*(sensor.value for sensor in self.options.sensors), *([INFORMATION] if with_gain else []))

    def _score(self, name: Player, upcoming: int) -> float:
        weighted = self.history.weighted(name, upcoming)
        return score(weighted, self.expected.get(name, 0.0), self.options.beta)

    async def _sense(self, request: Request, shared: Recollection, context: AgentContext) -> None:
        suspects = self._askable
        asked = [(suspects, self._read)]
        if self.options.reading == "separate":
            asked = [((suspect,), (name,)) for suspect in suspects for name in self._read]
        told = await together([attempt(self._ask_sensors(request, shared, *each)) for each in asked])
        fresh: dict[Player, Reading] = {}
        for (who, _), reply in zip(asked, told, strict=True):
            if not isinstance(reply, SensorReply):
                context.fault("sensors", str(reply))
                continue
            self.profile = reply.profile or self.profile
            for suspect, reading in reply.readings(who).items():
                fresh[suspect] = fresh.get(suspect, Reading()).merged(reading)
        self.readings.update(fresh)
        self.expected = {
            name: VERBAL_GAIN[reading.information] for name, reading in fresh.items() if reading.information
        }
        shown: dict[str, JsonValue] = {
            name: reading.model_dump(mode="json", exclude_none=True) for name, reading in fresh.items()
        }
        self._think(context, "sensors", profile=self.profile, readings=shown, expected=self.expected)

    async def _ask_sensors(
        self, request: Request, shared: Recollection, suspects: tuple[Player, ...], names: tuple[str, ...]
    ) -> SensorReply:
        task = self._prompting.part(
            "sensors", suspects=list(suspects), sensors=list(names), profile=self.profile
        )
        prompt = self._prompting.prompt(request, "sensors", shared, task)
        form = sensor_reply(suspects, names, self.case.name)
        return await self._prompting.model.parse(prompt, form, max_tokens=200 + 120 * len(suspects))

    async def _weigh(self, request: Request, shared: Recollection, context: AgentContext) -> None:
        suspects = self._askable
        told = await together([attempt(self._expect(request, shared, name)) for name in suspects])
        for name, weights in zip(suspects, told, strict=True):
            if isinstance(weights, OptionWeights):
                self.expected[name] = weights.probabilities[self._prompting.yes_no[0]]
            else:
                context.fault("gain", str(weights))
        by = sorted({weights.by for weights in told if isinstance(weights, OptionWeights)})
        self._think(context, "gain", expected=self.expected, by=list(by))

    async def _expect(self, request: Request, shared: Recollection, suspect: Player) -> OptionWeights:
        """Yes against no on whether a question to the suspect will tell something new (eq. 3)."""
        words = self._prompting.yes_no
        task = self._prompting.part("gain", suspect=suspect, words=list(words))
        prompt = self._prompting.prompt(request, "gain", shared, self.summary(only=suspect), task)
        wanted = Gain(suspect=suspect, case=self.case.name)
        return await self._prompting.model.weigh(prompt, words, wants=wanted)

    async def _named(self, request: Request, context: AgentContext) -> list[Player]:
        """Whom the model still suspects; nobody, which leaves the list alone, if its reply is unreadable."""
        shared = self.recollection or await self.observation.recall(request, self.case.name)
        task = self._prompting.part(
            "prune",
            suspects=list(self.suspects.suspects),
            candidates=list(self.suspects.candidates),
            profile=self.profile,
        )
        said = self.observation.since(shared, self.case.name)
        prompt = self._prompting.prompt(request, "prune", shared, *said, self.summary(), task)
        form = pruned(self.suspects.candidates, self.case.name)
        reply = await attempt(self._prompting.model.parse(prompt, form))
        if isinstance(reply, Exception):
            context.fault("prune", str(reply))
            return []
        return reply.suspects

    def _think(self, context: AgentContext, kind: str, **body: JsonValue | Mapping[str, float]) -> None:
        context.think(Thought(kind=kind, case=self.case.name, body=dict(body)))  # pyright: ignore[reportArgumentType]
