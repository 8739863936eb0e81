"""A seat that looks up what was said before its window, by whatever retrieval."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import Field, JsonValue

from parlour.agents import (
    Agent,
    AgentContext,
    Assembly,
    Brief,
    Module,
    Observation,
    SeatContext,
    Thought,
    Writer,
)
from parlour.agents.modules.retrieval import MOST, FoundPassages, PassageRetrieval
from parlour.agents.modules.windowed import WindowOptions
from parlour.core import Request, request_kinds
from parlour.llm import Part, Source
from parlour.memory import Query, Segment
from parlour.wording import MethodTemplates

_TEMPLATES = MethodTemplates("parlour.agents.modules")


class RecallOptions(WindowOptions):
    """How a method that looks things up can be set, spelled `METHOD:window=15,most=10`.

    Attributes:
        window: how many of the latest are shown; what came before them is looked up.
        most: how many older passages are found at most.
        budget: the tokens that what is found may take in a prompt.
    """

    most: int = Field(default=MOST, ge=1)
    budget: int = Field(default=1000, ge=50)

    def agent(self, place: SeatContext, retrieval: PassageRetrieval) -> Agent:
        """Plain play with a window, and with what that retrieval finds of older passages."""
        observation = Observation(place=place, attention=self.attention)
        recalling = Recalling(observation=observation, retrieval=retrieval, budget=self.budget)
        return Assembly(
            observation=observation,
            modules=[recalling, *self.modules(place)],
            writer=Writer(observation=observation, model=place.mind()),
        )


@dataclass(frozen=True, kw_only=True)
class Recalling(Module):
    """Calls to mind again what bears on a decision and was said before the window.

    It searches nothing but what its own player has seen. What it finds stands in the talk where it was said.

    Attributes:
        observation: what the player knows, with a window.
        retrieval: what finds.
        budget: the tokens for what is found.
    """

    observation: Observation
    retrieval: PassageRetrieval
    budget: int

    async def consider(self, request: Request, context: AgentContext) -> Brief | None:
        """Brings what bears on the request."""
        older = self.observation.beyond
        if request.kind.silent or not older:
            return None
        query = self._query(request)
        found = (await self.retrieval.found(query, older)).within(self.budget, older)
        for problem in found.problems:
            context.fault("retrieval", problem)
        context.think(_recalled(query, found, older))
        also = [older[position] for position in found.positions]
        use = "answer" if request.kind is request_kinds.ANSWER else "play"
        recollection = await self.observation.recall(request, query.text, use=use, also=also)
        return Brief(parts=self._notes(found), recollection=recollection)

    def _query(self, request: Request) -> Query:
        place = self.observation.place
        asked = [option for option in request.options if option in place.players]
        who = ("、" if place.language == "zh" else ", ").join(asked or self.observation.others)
        told = {"request": request, "who": who, "victim": request.case}
        text = _TEMPLATES.speak("question", place.game, place.language, **told)
        return Query(
            player=place.player, request=request.id, purpose="older", text=text, language=place.language
        )

    def _notes(self, found: FoundPassages) -> tuple[Part, ...]:
        if not found.notes:
            return ()
        place = self.observation.place
        text = _TEMPLATES.speak("notes", place.game, place.language, notes=list(found.notes))
        return (Part(text=text, source=Source(origin="thought", owner=place.player)),)


def _recalled(query: Query, found: FoundPassages, older: tuple[Segment, ...]) -> Thought:
    """What was looked for, among how much, and what was found."""
    events: list[JsonValue] = [list(older[position].events) for position in found.positions]
    body: dict[str, JsonValue] = {"question": query.text, "among": len(older), "events": events}
    if found.notes:
        body["notes"] = list(found.notes)
    return Thought(kind="recalled", body=body)
