"""The strategy decision of an agent: what it takes the others for, and what it means to do about it.

Two calls before each speech, as algorithm 1 has it: judgement, then strategy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, Literal, cast

from pydantic import BaseModel, Field, JsonValue, create_model

from parlour.agents import AgentContext, Brief, Module, Observation, Recollection, Thought, attempt
from parlour.agents.modules import SharedRecall
from parlour.core import Player, Request, count_words, cut_words
from parlour.llm import About, Part, Plan, with_purposes
from parlour.methods.humanized import wording
from parlour.methods.humanized.attitudes import SocialAttitudes, case_of, is_mindful
from parlour.methods.humanized.judgement import Guess, Judgement
from parlour.methods.humanized.reader import LikelyRole, RoleChance
from parlour.methods.humanized.roles import roles_of

_CHARACTERS = 900


class Guessed(BaseModel):
    """What a reply takes one player for."""

    role: str
    percent: Annotated[int, Field(ge=1, le=100), RoleChance()]


class Judged(BaseModel):
    """A reply that takes each of the others for something."""

    def guesses(self, others: Sequence[Player]) -> dict[Player, Guess]:
        """What each is taken for."""
        told = {name: cast("Guessed", getattr(self, _field(n))) for n, name in enumerate(others)}
        return {name: Guess(role=each.role, probability=each.percent / 100) for name, each in told.items()}


class Decided(BaseModel):
    """A reply with what is to be done."""

    strategy: Annotated[str, Field(min_length=1, max_length=_CHARACTERS)]


@lru_cache(maxsize=512)
def judged(others: tuple[Player, ...], roles: tuple[str, ...], case: str) -> type[Judged]:
    """The form of a reply that gives each of these players one of these roles."""
    role: Any = Annotated[Literal[roles], LikelyRole()]
    guess = create_model("Guessed", __base__=Guessed, role=(role, ...))
    fields: dict[str, Any] = {
        _field(n): (Annotated[guess, About(suspect=name, case=case)], Field(alias=name))
        for n, name in enumerate(others)
    }
    return create_model("Judged", __base__=Judged, **fields)


@dataclass(frozen=True, kw_only=True)
class StrategyDecision(Module):
    """Judges the others and decides on a strategy before each speech.

    Attributes:
        observation: what the player knows.
        recall: what it calls to mind.
        attitudes: where its judgements are kept, and how it feels about the others.
        has_favor: whether that goes into a judgement.
        spread: whether a judgement's most probable role is taken after spreading the rest (ours).
    """

    observation: Observation
    recall: SharedRecall
    attitudes: SocialAttitudes
    has_favor: bool
    spread: bool = False

    async def consider(self, request: Request, context: AgentContext) -> Brief | None:
        """Brings a strategy to a speech, and to a vote or another choice the last judgement."""
        if not is_mindful(request):
            return None
        if not request.kind.speech:
            return Brief(parts=self._judgement(request))
        shared = await self.recall.on(request)
        await self._judge(request, shared, context)
        return Brief(parts=await self._decide(request, shared, context), recollection=shared)

    def _judgement(self, request: Request) -> tuple[Part, ...]:
        held = self.attitudes.judgement(self.observation.place, request)
        return (wording.judgement(self.observation, request, held),) if held else ()

    async def _judge(self, request: Request, shared: Recollection, context: AgentContext) -> None:
        """Eq. 7. A speech about none of several cases needs none; one that is unreadable leaves the last."""
        place, others = self.observation.place, self.observation.others
        case = case_of(place, request)
        if case is None:
            return
        liked = (wording.favors(self.observation, self.attitudes.favors),) if self.has_favor else ()
        task = wording.judging(self.observation, case)
        prompt = self.observation.prompt(request, "judgement", shared, *liked, task)
        reply = await attempt(place.mind().parse(prompt, judged(others, roles_of(place), case)))
        if not isinstance(reply, Judged):
            context.fault("judgement", str(reply))
            return
        guesses = reply.guesses(others)
        self.attitudes.judgements[case] = Judgement.of(guesses, roles_of(place), spread=self.spread)
        context.think(_thought(case, guesses, self.attitudes.judgements[case]))

    async def _decide(
        self, request: Request, shared: Recollection, context: AgentContext
    ) -> tuple[Part, ...]:
        """Eq. 10; what is too long is cut, and that is a fault."""
        task = wording.deciding(self.observation, request)
        parts = (*self._judgement(request), task)
        prompt = self.observation.prompt(request, "strategy", shared, *parts, is_told_secrets=True)
        form = with_purposes(Decided, strategy=Plan(case=case_of(self.observation.place, request)))
        reply = await attempt(self.observation.place.mind().parse(prompt, form))
        if not isinstance(reply, Decided):
            context.fault("strategy", str(reply))
            return ()
        most = wording.strategy_words(self.observation.place)
        if (count := count_words(reply.strategy)) > most:
            context.fault("strategy", f"{count} words where {most} may be used; cut")
        text = cut_words(reply.strategy, most)
        context.think(Thought(kind="strategy", case=request.case, body={"strategy": text}))
        return (wording.strategy(self.observation, text),)


def _thought(case: str, guesses: dict[Player, Guess], matrix: Judgement) -> Thought:
    """A judgement as it was given and as the matrix that it makes."""
    told: dict[str, JsonValue] = {
        name: {"role": guess.role, "probability": guess.probability} for name, guess in guesses.items()
    }
    rows: dict[str, JsonValue] = {name: [round(each, 4) for each in row] for name, row in matrix.rows.items()}
    body: dict[str, JsonValue] = {"guesses": told, "roles": [*matrix.roles], "matrix": rows}
    return Thought(kind="judgement", case=case or None, body=body)


def _field(number: int) -> str:
    return f"player_{number}"
