"""The Werewolf baseline: prepared questions and second thoughts (Zhu et al. 2024, appendix C.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, Field, JsonValue

from parlour.agents import (
    Agent,
    AgentContext,
    Assembly,
    Brief,
    BufferedContext,
    Module,
    Observation,
    Paper,
    Preset,
    Recollection,
    SeatContext,
    Thought,
    Writer,
    attempt,
    read_options,
    together,
)
from parlour.agents.modules import AskOptions
from parlour.core import Case, Game, Request, request_kinds
from parlour.errors import Unreadable
from parlour.language.wording import MethodTemplates, Vocabulary
from parlour.llm import FieldPurpose, Language, Part, Reason, with_purposes
from parlour.reader import Blank, SeatReader

MOST = 3
"""The most questions chosen for one victim and round; the paper gives no number."""

_TEMPLATES = MethodTemplates("parlour.methods.werewolf")


def _bare(number: object) -> object:
    return int(number) if isinstance(number, str) and number.isdecimal() else number


Questions = Literal["ours", "paper"]
"""The source of the ten prepared questions: ours, or in substance those that the paper prints."""

Number = Annotated[Literal[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], BeforeValidator(_bare)]


@dataclass(frozen=True, kw_only=True)
class Topics(FieldPurpose):
    """The numbers of the questions in the prompt's list that are most worth asking."""

    case: str

    def fill(self, reader: SeatReader, blank: Blank) -> list[int]:
        """Returns at most as many as the field takes."""
        return reader.topics(self.case, blank.most or 1)


class Chosen(BaseModel):
    """A reply that chooses questions by their numbers."""

    reason: Annotated[str, Field(max_length=200)]
    questions: Annotated[list[Number], Field(min_length=1, max_length=MOST)]


@dataclass(frozen=True, kw_only=True)
class Questionnaire(Module):
    """Chooses from the prepared questions before each round; the writer then fits them to the moment."""

    observation: Observation
    questions: Questions = "ours"
    _choices: dict[str, tuple[int, Brief]] = field(default_factory=dict[str, tuple[int, Brief]])
    """By case: the round of the choice, and the chosen questions."""

    async def consider(self, request: Request, context: AgentContext) -> Brief | None:
        """Chooses for every case at once before a round, and returns the choice for each question."""
        if request.kind is request_kinds.PREPARE:
            await self._prepare(request, self.observation.seat.cases, context)
        if request.kind is not request_kinds.ASK:
            return None
        case = next(candidate for candidate in self.observation.seat.cases if candidate.name == request.case)
        if case.name not in self._choices or self._choices[case.name][0] != request.round:
            await self._prepare(request, [case], context)
        return self._choices[case.name][1]

    async def before_speech(self, request: Request, context: AgentContext) -> Brief:
        """Chooses the questions of a speech to all, in a game without separate questions."""
        cases = self.observation.seat.cases[:1]
        await self._prepare(request, cases, context)
        return self._choices[cases[0].name][1] if cases else Brief()

    async def _prepare(self, request: Request, cases: Sequence[Case], context: AgentContext) -> None:
        notes = [BufferedContext(context=context) for _ in cases]
        await together([self._choose(request, *pair) for pair in zip(cases, notes, strict=True)])
        for note in notes:
            note.hand_in()

    async def _choose(self, request: Request, case: Case, context: AgentContext) -> None:
        shared = await self.observation.recall(request, " ".join((case.name, *case.candidates)))
        seat = self.observation.seat
        listed = prepared_questions(seat.game, seat.language, case.name, self.questions)
        prompt = self.observation.prompt(request, "questions", shared, self._part("choose", case, listed))
        form = with_purposes(Chosen, reason=Reason(case=case.name), questions=Topics(case=case.name))
        reply = await attempt(self.observation.seat.require_model().parse(prompt, form))
        numbers: list[int] = []
        if isinstance(reply, Chosen):
            numbers = sorted(set(reply.questions))
            body: dict[str, JsonValue] = {"reason": reply.reason, "chosen": list(numbers)}
            context.think(Thought(kind="questions", case=case.name, body=body))
        else:
            context.fault("questions", str(reply))
        questions = [listed[number - 1] for number in numbers]
        parts = (self._part("chosen", case, questions),) if questions else ()
        self._choices[case.name] = (request.round, Brief(parts=parts, recollection=shared))

    def _part(self, verb: str, case: Case, questions: Sequence[str]) -> Part:
        return self.observation.thought(
            _TEMPLATES,
            verb,
            victim=case.name,
            killed=self.observation.is_sought(case.name),
            questions=list(questions),
            most=MOST,
        )


def prepared_questions(
    game: Game[Any], language: Language, case: str, which: Questions = "ours"
) -> tuple[str, ...]:
    """Returns the ten questions about a case, in the order of their numbers.

    Those of the *paper* ask what its ten ask (Zhu et al. 2024, table 5), in words of ours. They are about a
    murder: a game without one has but ours. Of ours each means a question that the reader can ask and answer
    in its controlled language; of the paper's it understands six, and chooses among those.
    """
    words = Vocabulary(game=game, language=language, given={"victim": case})
    return tuple(words["questions_paper" if which == "paper" else "questions"].splitlines())


class Reflection(BaseModel):
    """A player's reflection on its first draft of a reply."""

    reflection: Annotated[str, Field(max_length=300)]


@dataclass(frozen=True, kw_only=True)
class SecondThought(Module):
    """Drafts a reply and reflects on it, so that the writer's reply is the third step (C.3)."""

    observation: Observation
    writer: Writer
    questionnaire: Questionnaire

    async def consider(self, request: Request, context: AgentContext) -> Brief | None:
        """Returns draft and reflection for the reply; neither if one of them is unreadable."""
        if request.kind is request_kinds.SPEAK:
            return await self._think(
                request, await self.questionnaire.before_speech(request, context), context
            )
        if request.kind is not request_kinds.REPLY:
            return None
        return await self._think(request, Brief(recollection=await self.writer.recall(request)), context)

    async def _think(self, request: Request, before: Brief, context: AgentContext) -> Brief:
        shared = before.recollection or await self.writer.recall(request)
        purpose = "draft"
        try:
            draft = await self.writer.draft(request, shared, context, *before.parts, purpose=purpose)
            purpose = "reflection"
            reflection = await self._reflect(request, shared, before.parts, draft)
        except Unreadable as error:
            context.fault(purpose, str(error))
            return Brief(parts=before.parts, recollection=shared)
        body = {"draft": draft, "reflection": reflection}
        context.think(Thought(kind="reflection", case=request.case, body=body))
        task = self._part("reconsider", request, draft=draft, reflection=reflection)
        return Brief(parts=(*before.parts, task), recollection=shared)

    async def _reflect(
        self, request: Request, shared: Recollection, parts: Sequence[Part], draft: str
    ) -> str:
        task = self._part("reflect", request, draft=draft)
        prompt = self.observation.prompt(request, "reflection", shared, *parts, task, is_told_secrets=True)
        form = with_purposes(Reflection, reflection=Reason(case=request.case))
        return (await self.observation.seat.require_model().parse(prompt, form)).reflection

    def _part(self, verb: str, request: Request, **about: str) -> Part:
        killed = any(self.observation.is_sought(case.name) for case in self.observation.seat.cases)
        fields = {"request": request, "victim": request.case, "killed": killed, **about}
        return self.observation.thought(_TEMPLATES, verb, **fields)


class WerewolfOptions(AskOptions):
    """The settings of the Werewolf baseline, spelled `werewolf:questions=paper`.

    Attributes:
        ask: `all` asks each other player once per round and case, as far as the game allows so many
            questions, as the papers' baselines were run; `best` lets the model choose the addressee.
        questions: `ours` or the `paper`'s ten (Zhu et al. 2024, table 5) are prepared; the latter are about
            a murder, and in games without one the same as ours.
    """

    questions: Questions = "ours"


@dataclass(frozen=True, kw_only=True)
class Werewolf:
    """Seats agents that ask from a prepared list and reflect on their replies.

    Calls: one per victim and round to choose from the list, one per question, three per reply (draft,
    reflection, reply). With `ask=best` a question takes one more for its addressee. In
    Werewolf a speech takes four: one to choose from the list, and the three of a reply.
    """

    name: str = "werewolf"
    summary: str = "baseline: chooses from ten prepared questions, replies on second thought (Xu et al. 2023)"
    wants_model: bool = True
    protocol: int = 1
    form: type[BaseModel] = WerewolfOptions
    papers: tuple[Paper, ...] = (
        Paper(
            key="xu-2023",
            title="Exploring Large Language Models for Communication Games: An Empirical Study on Werewolf",
            authors=(
                "Yuzhuang Xu and Shuo Wang and Peng Li and Fuwen Luo and Xiaolong Wang and "
                "Weidong Liu and Yang Liu"
            ),
            year=2023,
            where="arXiv:2309.04658",
        ),
    )
    presets: tuple[Preset, ...] = tuple(
        Preset(paper=paper, options={"ask": "all", "questions": "paper"})
        for paper in ("zhu-2024", "zhu-2025")
    )

    def seat(self, seat: SeatContext, options: Mapping[str, str]) -> Agent:
        """Returns an agent for that seat."""
        chosen = read_options(WerewolfOptions, self.name, options)
        observation = Observation(seat=seat)
        writer = Writer(observation=observation, model=seat.require_model())
        questionnaire = Questionnaire(observation=observation, questions=chosen.questions)
        modules = (
            questionnaire,
            *chosen.modules(seat),
            SecondThought(observation=observation, writer=writer, questionnaire=questionnaire),
        )
        return Assembly(observation=observation, modules=modules, writer=writer)


METHOD = Werewolf()
