"""A reply that is drafted, thought over, and only then given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, Field

from parlour.agents import AgentContext, Brief, Module, Observation, Recollection, Thought, Writer
from parlour.core import Request, request_kinds
from parlour.errors import Unreadable
from parlour.language.wording import MethodTemplates
from parlour.llm import Part, Reason, Source, with_purposes
from parlour.methods.werewolf.questionnaire import Questionnaire

_TEMPLATES = MethodTemplates("parlour.methods.werewolf")


class Reflection(BaseModel):
    """What a player makes of the reply that first came to mind."""

    reflection: Annotated[str, Field(max_length=300)]


@dataclass(frozen=True, kw_only=True)
class SecondThought(Module):
    """Drafts a reply and reflects on it, so that the writer's reply is the third step (C.3).

    So it is with a speech to all, for which questions are chosen first.

    Attributes:
        observation: what its player knows.
        writer: what drafts.
        questionnaire: what chooses the questions of a speech.
    """

    observation: Observation
    writer: Writer
    questionnaire: Questionnaire

    async def consider(self, request: Request, context: AgentContext) -> Brief | None:
        """Brings draft and reflection to the reply; if either is of no use, the reply goes without both."""
        if request.kind is request_kinds.SPEAK:
            return await self._think(
                request, await self.questionnaire.before_speech(request, context), context
            )
        if request.kind is not request_kinds.REPLY:
            return None
        return await self._think(request, Brief(recollection=await self.writer.recall(request)), context)

    async def _think(self, request: Request, before: Brief, context: AgentContext) -> Brief:
        """What was brought before, with the draft and the reflection, as far as they could be read."""
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
        return (await self.observation.place.mind().parse(prompt, form)).reflection

    def _part(self, verb: str, request: Request, **about: str) -> Part:
        place = self.observation.place
        killed = any(self.observation.is_sought(case.name) for case in place.cases)
        told = {"request": request, "victim": request.case, "killed": killed, **about}
        text = _TEMPLATES.speak(verb, place.game, place.language, **told)
        return Part(text=text, source=Source(origin="thought", owner=place.player))
