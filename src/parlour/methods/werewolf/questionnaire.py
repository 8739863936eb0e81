"""Which of ten prepared questions a player means to ask in a round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, Field, JsonValue

from parlour.agents import (
    AgentContext,
    Brief,
    BufferedContext,
    Module,
    Observation,
    Recollection,
    Thought,
    attempt,
    together,
)
from parlour.core import Case, Game, Request, request_kinds
from parlour.language.wording import MethodTemplates, Vocabulary
from parlour.llm import Language, Part, Reason, Source, with_purposes
from parlour.methods.werewolf.reader import Topics

MOST = 3
"""How many of the questions may be chosen for one victim and round; the paper says only that some are."""

_TEMPLATES = MethodTemplates("parlour.methods.werewolf")


def _bare(number: object) -> object:
    """A number that a model has put in quotation marks."""
    return int(number) if isinstance(number, str) and number.isdecimal() else number


Questions = Literal["ours", "paper"]
"""Which ten questions are prepared: ours, or those that the paper prints, in substance."""

Number = Annotated[Literal[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], BeforeValidator(_bare)]


class Chosen(BaseModel):
    """A reply that chooses questions by their numbers."""

    reason: Annotated[str, Field(max_length=200)]
    questions: Annotated[list[Number], Field(min_length=1, max_length=MOST)]


@dataclass(kw_only=True)
class ChosenQuestions:
    """What was chosen to be asked about one case, and what was called to mind for it.

    Attributes:
        round: that it was chosen for.
        questions: the chosen ones, in the words of the list.
        recollection: what the round's prompts about the case share.
    """

    round: int
    questions: Sequence[str]
    recollection: Recollection


@dataclass(frozen=True, kw_only=True)
class Questionnaire(Module):
    """Chooses from the prepared questions before each round; what is asked is then fitted to its moment.

    Attributes:
        observation: what its player knows.
        questions: which list it chooses from.
    """

    observation: Observation
    questions: Questions = "ours"
    _choices: dict[str, ChosenQuestions] = field(default_factory=dict[str, ChosenQuestions])

    async def consider(self, request: Request, context: AgentContext) -> Brief | None:
        """Chooses for every case at once before a round, and brings the choice to each question."""
        if request.kind is request_kinds.PREPARE:
            await self._prepare(request, self.observation.place.cases, context)
        if request.kind is not request_kinds.ASK:
            return None
        case = next(each for each in self.observation.place.cases if each.name == request.case)
        if case.name not in self._choices or self._choices[case.name].round != request.round:
            await self._prepare(request, [case], context)
        return self._brief(case)

    async def before_speech(self, request: Request, context: AgentContext) -> Brief:
        """Chooses what to ask in a speech to all, of a game that has no questions besides."""
        cases = self.observation.place.cases[:1]
        await self._prepare(request, cases, context)
        return self._brief(cases[0]) if cases else Brief()

    async def _prepare(self, request: Request, cases: Sequence[Case], context: AgentContext) -> None:
        notes = [BufferedContext(context=context) for _ in cases]
        await together([self._choose(request, *each) for each in zip(cases, notes, strict=True)])
        for note in notes:
            note.hand_in()

    async def _choose(self, request: Request, case: Case, context: AgentContext) -> None:
        """Without a choice that can be read the player asks what comes to mind."""
        shared = await self.observation.recall(request, " ".join((case.name, *case.candidates)))
        place = self.observation.place
        listed = prepared_questions(place.game, place.language, case.name, self.questions)
        prompt = self.observation.prompt(request, "questions", shared, self._part("choose", case, listed))
        form = with_purposes(Chosen, reason=Reason(case=case.name), questions=Topics(case=case.name))
        reply = await attempt(self.observation.place.mind().parse(prompt, form))
        chosen: list[int] = []
        if isinstance(reply, Chosen):
            chosen = sorted(set(reply.questions))
            body: dict[str, JsonValue] = {"reason": reply.reason, "chosen": list(chosen)}
            context.think(Thought(kind="questions", case=case.name, body=body))
        else:
            context.fault("questions", str(reply))
        questions = [listed[number - 1] for number in chosen]
        self._choices[case.name] = ChosenQuestions(
            round=request.round, questions=questions, recollection=shared
        )

    def _brief(self, case: Case) -> Brief:
        choice = self._choices[case.name]
        parts = (self._part("chosen", case, choice.questions),) if choice.questions else ()
        return Brief(parts=parts, recollection=choice.recollection)

    def _part(self, verb: str, case: Case, questions: Sequence[str]) -> Part:
        place = self.observation.place
        text = _TEMPLATES.speak(
            verb,
            place.game,
            place.language,
            victim=case.name,
            killed=self.observation.is_sought(case.name),
            questions=list(questions),
            most=MOST,
        )
        return Part(text=text, source=Source(origin="thought", owner=place.player))


def prepared_questions(
    game: Game[Any], language: Language, case: str, which: Questions = "ours"
) -> tuple[str, ...]:
    """The ten questions about a case, in the order of their numbers.

    Those of the *paper* ask what its ten ask (Zhu et al. 2024, table 5), in words of ours. They are about a
    murder: a game without one has but ours. Of ours each means a question that the reader can ask and answer
    in its controlled language; of the paper's it understands six, and chooses among those.
    """
    words = Vocabulary(game=game, language=language, given={"victim": case})
    return tuple(words["questions_paper" if which == "paper" else "questions"].splitlines())
