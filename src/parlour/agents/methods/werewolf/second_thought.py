"""A reply that is drafted, thought over, and only then given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, Field

from parlour.agents import Brief, Desk, Perspective, Recollection, Thought, Writer
from parlour.errors import Unreadable
from parlour.games import Action, Event, Kind, Request
from parlour.llm import Part, Reason, Source, Templates, wanting

_TEMPLATES = Templates("parlour.agents.methods.werewolf")


class Reflection(BaseModel):
    """What a player makes of the reply that first came to mind."""

    reflection: Annotated[str, Field(max_length=300)]


@dataclass(frozen=True, kw_only=True)
class SecondThought:
    """Drafts a reply and reflects on it, so that the writer's reply is the third step (C.3).

    Attributes:
        perspective: what its player knows.
        writer: what drafts.
    """

    perspective: Perspective
    writer: Writer

    def notice(self, event: Event) -> None:
        """Minds nothing: what was said stands in the prompts."""

    async def consider(self, request: Request, desk: Desk) -> Brief | None:
        """Brings draft and reflection to the reply; if either is of no use, the reply goes without both."""
        if request.kind is not Kind.REPLY:
            return None
        shared = await self.writer.recall(request)
        purpose = "draft"
        try:
            draft = await self.writer.draft(request, shared, purpose=purpose)
            purpose = "reflection"
            reflection = await self._reflect(request, shared, draft)
        except Unreadable as error:
            desk.fault(purpose, str(error))
            return Brief(recollection=shared)
        body = {"draft": draft, "reflection": reflection}
        desk.think(Thought(kind="reflection", case=request.case, body=body))
        task = self._part("reconsider", request, draft=draft, reflection=reflection)
        return Brief(parts=(task,), recollection=shared)

    async def revise(self, request: Request, draft: Action, desk: Desk) -> Action:
        """Leaves what was written."""
        return draft

    async def _reflect(self, request: Request, shared: Recollection, draft: str) -> str:
        task = self._part("reflect", request, draft=draft)
        prompt = self.perspective.prompt(request, "reflection", shared, task, is_told_secrets=True)
        form = wanting(Reflection, reflection=Reason(case=request.case))
        return (await self.perspective.place.mind().parse(prompt, form)).reflection

    def _part(self, verb: str, request: Request, **about: str) -> Part:
        place, killed = self.perspective.place, bool(self.perspective.killed)
        text = _TEMPLATES.speak(verb, place.language, request=request, killed=killed, **about)
        return Part(text=text, source=Source(origin="thought", owner=place.player))
