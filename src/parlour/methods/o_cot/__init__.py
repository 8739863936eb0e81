"""The O-CoT baseline: reflections on goals (Zhu et al. 2024, appendix C.3; Zhu et al. 2025, section 4.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from parlour.agents import (
    Agent,
    AgentContext,
    Assembly,
    Brief,
    Module,
    Observation,
    Preset,
    Recollection,
    SeatContext,
    Thought,
    Writer,
    attempt,
    read_options,
)
from parlour.agents.modules import AskOptions
from parlour.core import Request, event_kinds, request_kinds
from parlour.language.wording import MethodTemplates, Vocabulary
from parlour.llm import FieldPurpose, Part, Reason, with_purposes
from parlour.reader import Blank, SeatReader

_TEMPLATES = MethodTemplates("parlour.methods.o_cot")


@dataclass(frozen=True, kw_only=True)
class Met(FieldPurpose):
    """The state of a goal: reached (yes), partly, or no.

    Attributes:
        case: of a goal to find the culprit, or of the culprit's to stay hidden; None for any other goal.
    """

    case: str | None = None

    def fill(self, reader: SeatReader, blank: Blank) -> str:
        """Returns the state of a case's goal; no for a goal in free words."""
        return "no" if self.case is None else reader.progress(self.case)


@dataclass(frozen=True, kw_only=True)
class Goal:
    """A goal of a player."""

    text: str
    case: str | None = None


class Reflection(BaseModel):
    """A reply on one goal: a reflection, and whether the goal is reached."""

    reflection: Annotated[str, Field(max_length=300)]
    met: Literal["yes", "partly", "no"]


@lru_cache(maxsize=64)
def reflection(case: str | None) -> type[Reflection]:
    """Returns the form of a reply on a goal."""
    return with_purposes(Reflection, reflection=Reason(case=case), met=Met(case=case))


@dataclass(kw_only=True)
class Goals(Module):
    """Reflects on the goals one after another before each round; each reflection stands before the next."""

    observation: Observation
    _round: int = 0
    _reflected: Sequence[tuple[Goal, Reflection]] = ()
    _recollection: Recollection | None = None

    async def consider(self, request: Request, context: AgentContext) -> Brief | None:
        """Reflects before a round, and returns the reflections for each of its questions."""
        if request.kind is request_kinds.PREPARE:
            await self._reflect(request, context)
        match request.kind:
            case request_kinds.SPEAK:
                await self._reflect(request, context)
                return self._brief(request, self._recollection)
            case kind if kind.judges and request_kinds.SPEAK in self.observation.seat.game.requests:
                return self._brief(request, None)
            case request_kinds.ASK:
                if self._round != request.round:
                    await self._reflect(request, context)
                return self._brief(request, self._recollection)
            case _:
                return None

    def goals(self) -> Iterator[Goal]:
        """Yields the goals of the game first, then the player's own."""
        for case in self.observation.seat.cases:
            usual = "goal_conceal" if self.observation.is_sought(case.name) else "goal_find"
            words = self._words(victim=case.name)
            yield Goal(text=words.either(f"goal_{self.observation.role}", usual), case=case.name)
        if self.observation.secrets or self.observation.role in self.observation.seat.game.hunted:
            yield Goal(text=self._words()["goal_hide"])
        for paper in self.observation.private_events(event_kinds.OBJECTIVE):
            yield from (Goal(text=line.strip()) for line in paper.text.splitlines() if line.strip())

    def _brief(self, request: Request, recollection: Recollection | None) -> Brief:
        cases = (None, request.case) if request.case else (None, *self._cases)
        reflections = [(goal, reply) for goal, reply in self._reflected if goal.case in cases]
        parts = (self._part("reflections", reflected=reflections, request=request),) if reflections else ()
        return Brief(parts=parts, recollection=recollection)

    @property
    def _cases(self) -> tuple[str, ...]:
        return tuple(case.name for case in self.observation.seat.cases)

    async def _reflect(self, request: Request, context: AgentContext) -> None:
        shared = await self.observation.recall(request, " ".join(self._cases))
        reflected: list[tuple[Goal, Reflection]] = []
        for goal in self.goals():
            reply = await attempt(self._ask(request, shared, goal, reflected))
            if isinstance(reply, Reflection):
                reflected.append((goal, reply))
                body = {"goal": goal.text, **reply.model_dump()}
                context.think(Thought(kind="goal", case=goal.case, body=body))
            else:
                context.fault("goal", str(reply))
        self._round, self._reflected, self._recollection = request.round, reflected, shared

    async def _ask(
        self, request: Request, shared: Recollection, goal: Goal, before: Sequence[tuple[Goal, Reflection]]
    ) -> Reflection:
        earlier = [self._part("reflected", goal=past_goal, reply=reply) for past_goal, reply in before]
        task = self._part("reflect", goal=goal, request=request)
        prompt = self.observation.prompt(request, "goal", shared, *earlier, task)
        return await self.observation.seat.require_model().parse(prompt, reflection(goal.case))

    def _words(self, **variables: object) -> Vocabulary:
        seat = self.observation.seat
        return Vocabulary(game=seat.game, language=seat.language, given=variables)

    def _part(self, verb: str, **about: object) -> Part:
        return self.observation.thought(_TEMPLATES, verb, **about)


@dataclass(frozen=True, kw_only=True)
class OCoT:
    """Seats agents that reflect on their goals before they ask.

    Calls: one per goal and round, each after the one before it; then one per question, and with `ask=best`
    one more, in which the reflections decide on the addressee. A reply takes one. In Werewolf: one
    per goal and speech, and those of plain play.
    """

    name: str = "o-cot"
    summary: str = "baseline: reflects goal by goal, then asks (objective-guided chain of thought)"
    wants_model: bool = True
    protocol: int = 1
    form: type[BaseModel] = AskOptions
    presets: tuple[Preset, ...] = tuple(
        Preset(paper=paper, options={"ask": "all"}) for paper in ("zhu-2024", "zhu-2025")
    )

    def seat(self, seat: SeatContext, options: Mapping[str, str]) -> Agent:
        """Returns an agent for that seat."""
        chosen = read_options(AskOptions, self.name, options)
        observation = Observation(seat=seat)
        return Assembly(
            observation=observation,
            modules=[Goals(observation=observation), *chosen.modules(seat)],
            writer=Writer(observation=observation, model=seat.require_model()),
        )


METHOD = OCoT()
