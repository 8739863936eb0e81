"""The favor dynamics of an agent: it rates the others before it speaks, and minds how it feels about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Annotated, Any

from pydantic import BaseModel, Field, create_model

from parlour.agents import AgentContext, Brief, Module, Observation, Recollection, Thought, attempt
from parlour.agents.modules import SharedRecall
from parlour.core import Event, Player, Request
from parlour.methods.humanized import wording
from parlour.methods.humanized.attitudes import SocialAttitudes, is_mindful
from parlour.methods.humanized.favor import BEST_RATING, WORST_RATING, Favors
from parlour.methods.humanized.reader import Liked

_Rating = Annotated[int, Field(ge=WORST_RATING, le=BEST_RATING)] | None


class Rated(BaseModel):
    """A reply that rates the others; whom it leaves out it does not rate (appendix C)."""

    def ratings(self, others: Sequence[Player]) -> dict[Player, int]:
        """The ratings that there are."""
        told = {name: getattr(self, _field(n)) for n, name in enumerate(others)}
        return {name: rating for name, rating in told.items() if rating is not None}


@lru_cache(maxsize=512)
def rated(others: tuple[Player, ...]) -> type[Rated]:
    """The form of a reply that rates each of these players, by name."""
    fields: dict[str, Any] = {
        _field(n): (Annotated[_Rating, Liked(player=name)], Field(default=None, alias=name))
        for n, name in enumerate(others)
    }
    return create_model("Rated", __base__=Rated, **fields)


@dataclass(frozen=True, kw_only=True)
class FavorDynamics(Module):
    """Rates the others by one call before each speech, if anybody else has spoken since the last one.

    Attributes:
        observation: what the player knows.
        recall: what it calls to mind.
        attitudes: where its favors are kept.
    """

    observation: Observation
    recall: SharedRecall
    attitudes: SocialAttitudes
    _news: list[Event] = field(default_factory=list[Event])

    def notice(self, event: Event) -> None:
        """Minds that somebody else has spoken."""
        if event.kind.utterance and event.actor != self.observation.place.player:
            self._news.append(event)

    async def consider(self, request: Request, context: AgentContext) -> Brief | None:
        """Rates before a speech; brings the favor statement to each request that is about others."""
        if not is_mindful(request):
            return None
        shared = await self.recall.on(request) if request.kind.speech else None
        if shared and self._news:
            self._news.clear()
            await self._rate(request, shared, context)
        told = wording.favors(self.observation, self.attitudes.favors)
        return Brief(parts=(told,), recollection=shared)

    async def _rate(self, request: Request, shared: Recollection, context: AgentContext) -> None:
        """Algorithm 2. Whoever is not rated is liked as before; an unreadable reply rates nobody."""
        others, place = self.observation.others, self.observation.place
        judged = self.attitudes.judgement(place, request)
        known = (wording.judgement(self.observation, request, judged),) if judged else ()
        task = wording.rating(self.observation)
        prompt = self.observation.prompt(request, "favor", shared, *known, task)
        reply = await attempt(place.mind().parse(prompt, rated(others)))
        ratings = reply.ratings(others) if isinstance(reply, Rated) else {}
        if not isinstance(reply, Rated):
            context.fault("favor", str(reply))
        self.attitudes.favors = self.attitudes.favors.rated(ratings)
        context.think(_thought(self.attitudes.favors, ratings, others))


def _thought(favors: Favors, ratings: dict[Player, int], others: Sequence[Player]) -> Thought:
    missing = [name for name in others if name not in ratings]
    levels = {name: round(favors.of(name), 2) for name in others}
    return Thought(kind="favor", body={"ratings": {**ratings}, "missing": [*missing], "favor": {**levels}})


def _field(number: int) -> str:
    return f"player_{number}"
