"""One player's inquiry into one case, revised by each round (PLAYER*, algorithm 1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from pydantic import JsonValue

from parlour.agents import AgentContext, Observation, Recollection, Thought, attempt, had_their_turn, together
from parlour.core import Case, Event, Player, Request
from parlour.llm import Part
from parlour.methods.player_star.information_gain import (
    AddresseeChoice,
    InformationGain,
    RoundGain,
    SuspectList,
    at_random,
    choose,
    in_turn,
    score,
)
from parlour.methods.player_star.options import PlayerStarOptions
from parlour.methods.player_star.reader import opinion
from parlour.methods.player_star.sensing import Judged, Prompting, Sensing, judgement_form, prune_form
from parlour.methods.player_star.sensors import INFORMATION, VERBAL_GAIN, Reading


@dataclass(kw_only=True)
class Inquiry:
    """One player's search for the answer to one case."""

    case: Case
    options: PlayerStarOptions
    observation: Observation
    suspects: SuspectList
    profile: str
    sensing: Sensing
    history: InformationGain = field(default_factory=InformationGain)
    readings: dict[Player, Reading] = field(default_factory=dict[Player, Reading])
    expected: dict[Player, float] = field(default_factory=dict[Player, float])
    prepared: int = 0
    pruned: int = 0
    reread_in: int = 0
    questioned: list[Player] = field(default_factory=list[Player])
    events: Sequence[Event] = ()
    recollection: Recollection | None = None

    @staticmethod
    def into(
        case: Case, options: PlayerStarOptions, observation: Observation, events: Sequence[Event]
    ) -> Inquiry:
        """Returns an inquiry at its start, with every candidate a suspect and an ideal murderer's profile."""
        prompting = Prompting(case=case, observation=observation)
        return Inquiry(
            case=case,
            options=options,
            observation=observation,
            events=events,
            suspects=SuspectList.of_everybody(case.candidates),
            profile=prompting.text("profile", sensors=[sensor.value for sensor in options.sensors]),
            sensing=Sensing(options=options, prompting=prompting),
        )

    async def prepare(self, request: Request, context: AgentContext) -> None:
        """Reads the sensors, then the expected gains, for the coming round."""
        self.prepared, self.questioned, self.expected = request.round, [], {}
        self.suspects = self.suspects.among(self.observation.living)
        shared = await self._recall(request, self._askable)
        if self._read:
            await self._sense(request, shared, self._askable, self._read, context)
        if self._is_choosing and self.options.gain != "verbal":
            await self._weigh(request, shared, context)

    async def reread(self, request: Request, context: AgentContext) -> None:
        """Reads the sensors of all suspects again, after the talk since (Questum, C.4)."""
        self.reread_in = request.round
        suspects = self.suspects.suspects
        shared = await self._recall(request, suspects)
        names = tuple(sensor.value for sensor in self.options.sensors)
        with_information = (*names, INFORMATION) if self._prunes_by_information else names
        await self._sense(request, shared, suspects, with_information, context)

    async def _recall(self, request: Request, suspects: Sequence[Player]) -> Recollection:
        query = " ".join((self.case.name, *self.suspects.suspects))
        self.recollection = await self.observation.recall(request, query)
        await self.sensing.recall(request, suspects)
        return self.recollection

    def choose(self, request: Request, context: AgentContext) -> Player | None:
        """Returns the player to ask now; None if no candidate can be asked any more this round.

        A speech has no options: then every candidate that can still answer in the round may be asked.
        """
        open_ones = request.options or self._open_in_a_speech(request)
        among = [name for name in self._askable if name in open_ones]
        if not among or self.options.ask == "suspects":
            return next(iter(among), None)
        scores = self._scores(among, request.round)
        choice = self._choice(among, scores, request)
        self._think(context, "choice", scores=scores, chosen=choice.player, explores=choice.is_exploration)
        return choice.player

    def _open_in_a_speech(self, request: Request) -> list[Player]:
        seat = self.observation.seat
        spoken = (
            set[Player]() if seat.discusses_freely else had_their_turn(seat.player, self.observation.heard)
        )
        closed = spoken.union(self.questioned)
        return [name for name in self._askable if name not in closed]

    async def prune(self, request: Request, context: AgentContext) -> None:
        """Refines the suspect list after a round, and adds the round's gain to the history (eq. 1).

        A player without a turn in the round has prepared nothing for it and questioned no player (section 3).
        """
        self.pruned = request.round
        if self.prepared != request.round:
            self.questioned, self.expected = [], {}
        before = self.suspects = self.suspects.among(self.observation.living)
        if self.options.rereads:
            await self.reread(request, context)
        if self.options.pruner:
            refine = self._prune_each if self.options.refine == "each" else self._prune_jointly
            self.suspects = before.refine(await refine(request, context))
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

    def recollect(self, suspect: Player) -> Recollection | None:
        """Returns the recollection for a question to a suspect."""
        return self.sensing.recollections.get(suspect, self.recollection)

    def summary(self, *, only: Player | None = None, has_information: bool = False) -> Part:
        """Returns the player's view of the suspects, or of one of them, for a prompt.

        The worth of another question is for the pruner alone (Questum, C.4).
        """
        names = [only] if only else self.suspects.suspects
        readings = {name: self.readings[name] for name in names if name in self.readings}
        if not has_information:
            readings = {
                name: reading.model_copy(update={"information": None}) for name, reading in readings.items()
            }
        suspects = self.suspects.suspects
        part = self.sensing.prompting.part("summary", suspects=list(suspects), readings=readings)
        return replace(part, purpose=opinion(self.case.name, self.suspects.candidates, suspects, readings))

    @property
    def _askable(self) -> tuple[Player, ...]:
        everybody = self.options.among == "everybody"
        return self.suspects.candidates if everybody else self.suspects.suspects

    @property
    def _is_choosing(self) -> bool:
        return self.options.weighs_gain and len(self._askable) > 1

    @property
    def _prunes_by_information(self) -> bool:
        """True if the pruner reads the verbal gain, which is one more sensor (Questum, C.4)."""
        return self.options.gain == "verbal" and bool(self.options.sensors)

    @property
    def _read(self) -> tuple[str, ...]:
        with_gain = self._is_choosing and self.options.gain == "verbal"
        return (*(sensor.value for sensor in self.options.sensors), *([INFORMATION] if with_gain else []))

    def _scores(self, among: Sequence[Player], upcoming: int) -> dict[Player, float]:
        """Returns the score of each: eq. 4, or the oracle's exact gain; none for random and turn."""
        match self.options.choice:
            case "score":
                return {name: self._score(name, upcoming) for name in among}
            case "exact":
                oracle = self.observation.seat.oracle
                exact = oracle(self.events, self.case.name) if oracle else None
                return {name: exact.get(name, 0.0) if exact else 0.0 for name in among}
            case "random" | "turn":
                return {}

    def _score(self, name: Player, upcoming: int) -> float:
        weighted = self.history.weighted_gain(name, upcoming)
        return score(weighted, self.expected.get(name, 0.0), self.options.beta)

    def _choice(
        self, among: Sequence[Player], scores: Mapping[Player, float], request: Request
    ) -> AddresseeChoice:
        seat = self.observation.seat
        rng = seat.chance(request, "epsilon")
        match self.options.choice:
            case "score":
                return choose(scores, among, self.options.epsilon, rng)
            case "exact":
                return choose(scores, among, 0.0, rng)
            case "random":
                return at_random(among, rng)
            case "turn":
                return in_turn(among, seat.players, seat.player, self.history, self.questioned)

    async def _sense(
        self,
        request: Request,
        shared: Recollection,
        suspects: tuple[Player, ...],
        names: tuple[str, ...],
        context: AgentContext,
    ) -> None:
        """Reads sensors off suspects, and revises the profile h_k by them (2025, section 3)."""
        readings, self.profile = await self.sensing.read(
            request, suspects, names, self.profile, shared, context
        )
        self.readings.update(readings)
        if self.sensing.is_apart and self.options.sensors:
            summary = self.summary()
            self.profile = await self.sensing.imagine(request, self.profile, shared, summary, context)
        gains = {
            name: VERBAL_GAIN[reading.information]
            for name, reading in readings.items()
            if reading.information
        }
        self.expected = gains or self.expected
        readings_json: dict[str, JsonValue] = {
            name: reading.model_dump(mode="json", exclude_none=True) for name, reading in readings.items()
        }
        self._think(context, "sensors", profile=self.profile, readings=readings_json, expected=self.expected)

    async def _read_information(
        self, request: Request, shared: Recollection, recent_parts: Sequence[Part], context: AgentContext
    ) -> None:
        """Reads the verbal gain for the pruner, if no choice of the round has read it (Questum, C.4)."""
        suspects = self.suspects.suspects
        readings, self.profile = await self.sensing.read(
            request, suspects, (INFORMATION,), self.profile, shared, context, recent_parts
        )
        for name, reading in readings.items():
            earlier = self.readings.get(name, Reading())
            self.readings[name] = earlier.model_copy(update={"information": reading.information})
        readings_json: dict[str, JsonValue] = {
            name: reading.information for name, reading in readings.items()
        }
        self._think(context, "information", readings=readings_json)

    async def _weigh(self, request: Request, shared: Recollection, context: AgentContext) -> None:
        about = {
            name: (self.sensing.recollections.get(name, shared), self.summary(only=name))
            for name in self._askable
        }
        expected, by = await self.sensing.weigh(request, about, context)
        self.expected.update(expected)
        self._think(context, "gain", expected=self.expected, by=list(by))

    async def _prune_jointly(self, request: Request, context: AgentContext) -> list[Player]:
        shared = self.recollection or await self.observation.recall(request, self.case.name)
        recent_parts = self.observation.since(shared, self.case.name)
        if self._prunes_by_information and not self.expected and not self.options.rereads:
            await self._read_information(request, shared, recent_parts, context)
        task = self.sensing.prompting.part(
            "prune",
            suspects=list(self.suspects.suspects),
            candidates=list(self.suspects.candidates),
            profile=self.profile,
        )
        summary = self.summary(has_information=self._prunes_by_information)
        prompt = self.observation.prompt(request, "prune", shared, *recent_parts, summary, task)
        form = prune_form(self.suspects.candidates, self.case.name)
        reply = await attempt(self.sensing.prompting.model.parse(prompt, form))
        if isinstance(reply, Exception):
            context.fault("prune", str(reply))
            return []
        return reply.suspects

    async def _prune_each(self, request: Request, context: AgentContext) -> list[Player]:
        suspects = self.suspects.suspects
        verdicts = await together([self._judge(request, name, context) for name in suspects])
        return [name for name, stays in zip(suspects, verdicts, strict=True) if stays]

    async def _judge(self, request: Request, suspect: Player, context: AgentContext) -> bool:
        shared = self.recollect(suspect) or await self.observation.recall(request, self.case.name)
        recent_parts = self.observation.since(shared, self.case.name)
        summary = self.summary(only=suspect, has_information=self._prunes_by_information)
        task = self.sensing.prompting.part("judge", suspect=suspect, profile=self.profile)
        prompt = self.observation.prompt(request, "prune", shared, *recent_parts, summary, task)
        form = judgement_form(suspect, self.suspects.suspects, self.case.name)
        reply = await attempt(self.sensing.prompting.model.parse(prompt, form))
        if isinstance(reply, Judged):
            return reply.suspected == "yes"
        context.fault("prune", str(reply))
        return True

    def _think(self, context: AgentContext, kind: str, **body: JsonValue | Mapping[str, float]) -> None:
        context.think(Thought(kind=kind, case=self.case.name, body=dict(body)))  # pyright: ignore[reportArgumentType]
