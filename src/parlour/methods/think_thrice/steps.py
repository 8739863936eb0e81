"""The calls of ThinkThrice about timelines: extract them, weigh them, look for them in a reply."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, create_model

from parlour.agents import Observation, Recollection
from parlour.core import Request
from parlour.language.wording import MethodTemplates
from parlour.llm import Part, Source, with_purposes
from parlour.methods.think_thrice.reader import Needed, Timelines, ToldTimeline

MOST = 6
"""How many timelines are extracted at most; the paper sets no number."""

_TEMPLATES = MethodTemplates("parlour.methods.think_thrice")


class Extracted(BaseModel):
    """A reply with timelines: who was where when, and what happened."""

    timelines: Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=MOST)]


class Verdicts(BaseModel):
    """A reply with a yes or no on each of some timelines, by number from 1."""

    def holds(self, number: int) -> bool:
        """Whether it says yes to that timeline."""
        return getattr(self, _field(number)) == "yes"


@lru_cache(maxsize=64)
def extracted(case: str) -> type[Extracted]:
    """The form of a reply with what bears on a victim."""
    return with_purposes(Extracted, timelines=Timelines(case=case))


@lru_cache(maxsize=64)
def verdicts(want: type[Needed] | type[ToldTimeline], count: int) -> type[Verdicts]:
    """The form of a reply on so many timelines; each is a field of its own, so that none can be left out."""
    numbers = range(1, count + 1)
    fields: dict[str, Any] = {
        _field(number): (Annotated[Literal["yes", "no"], want(number=number)], ...) for number in numbers
    }
    return create_model("Verdicts", __base__=Verdicts, **fields)


def _field(number: int) -> str:
    return f"timeline_{number}"


@dataclass(frozen=True, kw_only=True)
class Steps:
    """Makes these calls for one player; each raises `Unreadable` where its reply is of no use.

    Attributes:
        observation: what the player knows.
    """

    observation: Observation

    async def extract(self, request: Request, case: str) -> list[str]:
        """The timelines about a victim that the player remembers."""
        shared = await self.observation.recall(request, case)
        task = self.part("extract", request, victim=case, most=MOST)
        prompt = self.observation.prompt(request, "timelines", shared, task)
        return (await self.observation.place.mind().parse(prompt, extracted(case))).timelines

    async def needed(self, request: Request, shared: Recollection, timelines: Sequence[str]) -> list[str]:
        """Those of the timelines that help to answer the request's question."""
        task = self.part("relevance", request, timelines=list(timelines))
        reply = await self._verdicts(request, "relevance", shared, task, verdicts(Needed, len(timelines)))
        return [line for number, line in enumerate(timelines, 1) if reply.holds(number)]

    async def missing(
        self, request: Request, shared: Recollection, timelines: Sequence[str], draft: str
    ) -> list[str]:
        """Those of the timelines that a reply does not tell."""
        task = self.part("check", request, timelines=list(timelines), draft=draft)
        reply = await self._verdicts(request, "check", shared, task, verdicts(ToldTimeline, len(timelines)))
        return [line for number, line in enumerate(timelines, 1) if not reply.holds(number)]

    def part(self, verb: str, request: Request, **about: object) -> Part:
        """A template as a part that holds the player's own thoughts."""
        place = self.observation.place
        killed = any(self.observation.is_sought(case.name) for case in place.cases)
        told = {"request": request, "victim": request.case, "killed": killed, **about}
        text = _TEMPLATES.speak(verb, place.game, place.language, **told)
        return Part(text=text, source=Source(origin="thought", owner=place.player))

    async def _verdicts(
        self, request: Request, purpose: str, shared: Recollection, task: Part, form: type[Verdicts]
    ) -> Verdicts:
        prompt = self.observation.prompt(request, purpose, shared, task, is_told_secrets=True)
        return await self.observation.place.mind().parse(prompt, form)
