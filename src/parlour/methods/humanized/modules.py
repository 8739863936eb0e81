"""The modules of Humanized Agents: persona, memory, favor dynamics and strategy decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Annotated, Any, Literal, cast

from pydantic import BaseModel, Field, JsonValue, create_model

from parlour.agents import (
    AgentContext,
    Bid,
    Brief,
    Module,
    Observation,
    Recollection,
    SeatContext,
    Thought,
    attempt,
)
from parlour.agents.memory import MemoryStream
from parlour.agents.modules import SharedRecall
from parlour.core import Event, EventKind, Player, Request, count_words, cut_words, request_kinds
from parlour.llm import About, Part, Plan, Source, with_purposes
from parlour.methods.humanized import wording
from parlour.methods.humanized.attitudes import (
    BEST_RATING,
    WORST_RATING,
    Favors,
    Guess,
    Judgement,
    SocialAttitudes,
    case_of,
    is_mindful,
)
from parlour.methods.humanized.persona import Factor, Items, Persona, Phrase, stated
from parlour.methods.humanized.reader import Liked, LikelyRole, RoleChance, StatementText
from parlour.methods.humanized.wording import roles_of

_RETIRING, _OUTGOING = 2, 6
"""Of the scores for extraversion, from 1 to 7: up to here somebody is retiring, and from here on outgoing."""


@dataclass(frozen=True, kw_only=True)
class PersonaModule(Module):
    """A seat's persona.

    Attributes:
        place: the seat.
        persona: its scores.
        phrase: how its adjectives are put.
        items: where its statements come from.
    """

    place: SeatContext
    persona: Persona
    phrase: Phrase = "ours"
    items: Items = "ipip"
    _noted: list[Thought] = field(default_factory=list[Thought])

    @property
    def statement(self) -> Part:
        """The B5P statement, which never changes: whatever stands after it can be reused as a prefix."""
        text = stated(self.persona, self.place.player, self.place.language, self.phrase, self.items)
        source = Source(origin="thought", owner=self.place.player)
        return Part(text=text, source=source, purpose=StatementText())

    async def consider(self, request: Request, context: AgentContext) -> Brief | None:
        """Puts on record once who sits there; the prompts have it already."""
        if not self._noted:
            body = {"persona": self.persona.code, "statement": self.statement.text}
            self._noted.append(Thought(kind="persona", body=body))
            context.think(self._noted[0])
        return None

    async def bid(self, request: Request, bid: Bid, context: AgentContext) -> Bid:
        """Whoever is outgoing wants the floor more than others in their place, whoever is not less (ours)."""
        score = self.persona.scores[Factor.EXTRAVERSION]
        return bid.raised((score >= _OUTGOING) - (score <= _RETIRING))


@dataclass(kw_only=True)
class Memory(Module):
    """Keeps the memory stream, and is the attention that an observation pays.

    A vote collects data and does not affect the memory (section 3.2.1): what comes to mind for it is no more
    recent afterwards.

    Attributes:
        fondness: how much each speaker is liked now, in [0, 1].
        most: how many utterances come to mind.
        stream: what was said.
    """

    fondness: Callable[[Player], float]
    most: int
    stream: MemoryStream = field(default_factory=MemoryStream)
    _is_voting: bool = False

    def notice(self, event: Event) -> None:
        """Keeps what was said, with how much its speaker is liked at that moment."""
        if event.kind.utterance:
            speaker = event.actor or ""
            importance = self.fondness(speaker)
            self.stream = self.stream.heard(event.number, speaker, event.round, importance)

    async def consider(self, request: Request, context: AgentContext) -> None:
        """Minds for what something comes to mind next, and contributes nothing itself."""
        self._is_voting = request.kind is request_kinds.VOTE

    def chooses(self, kind: EventKind) -> bool:
        """Utterances: each is an event of the stream."""
        return kind.utterance

    def minded(self, heard: Sequence[int]) -> AbstractSet[int]:
        """What comes to mind, which is more recent from then on, but for a vote."""
        after, events = self.stream.recalled(self.fondness, self.most)
        if not self._is_voting:
            self.stream = after
        return frozenset(events)


_Rating = Annotated[int, Field(ge=WORST_RATING, le=BEST_RATING)] | None


class Rated(BaseModel):
    """A reply that rates the others; whom it leaves out it does not rate (appendix C)."""

    def ratings(self, others: Sequence[Player]) -> dict[Player, int]:
        """The ratings that there are."""
        told = {name: getattr(self, _rating_field(n)) for n, name in enumerate(others)}
        return {name: rating for name, rating in told.items() if rating is not None}


@lru_cache(maxsize=512)
def rated(others: tuple[Player, ...]) -> type[Rated]:
    """The form of a reply that rates each of these players, by name."""
    fields: dict[str, Any] = {
        _rating_field(n): (Annotated[_Rating, Liked(player=name)], Field(default=None, alias=name))
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
        context.think(_favor_thought(self.attitudes.favors, ratings, others))


def _favor_thought(favors: Favors, ratings: dict[Player, int], others: Sequence[Player]) -> Thought:
    missing = [name for name in others if name not in ratings]
    levels = {name: round(favors.of(name), 2) for name in others}
    return Thought(kind="favor", body={"ratings": {**ratings}, "missing": [*missing], "favor": {**levels}})


def _rating_field(number: int) -> str:
    return f"player_{number}"


_CHARACTERS = 900


class Guessed(BaseModel):
    """What a reply takes one player for."""

    role: str
    percent: Annotated[int, Field(ge=1, le=100), RoleChance()]


class Judged(BaseModel):
    """A reply that takes each of the others for something."""

    def guesses(self, others: Sequence[Player]) -> dict[Player, Guess]:
        """What each is taken for."""
        told = {name: cast("Guessed", getattr(self, _guess_field(n))) for n, name in enumerate(others)}
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
        _guess_field(n): (Annotated[guess, About(suspect=name, case=case)], Field(alias=name))
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
        context.think(_judgement_thought(case, guesses, self.attitudes.judgements[case]))

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


def _judgement_thought(case: str, guesses: dict[Player, Guess], matrix: Judgement) -> Thought:
    """A judgement as it was given and as the matrix that it makes."""
    told: dict[str, JsonValue] = {
        name: {"role": guess.role, "probability": guess.probability} for name, guess in guesses.items()
    }
    rows: dict[str, JsonValue] = {name: [round(each, 4) for each in row] for name, row in matrix.rows.items()}
    body: dict[str, JsonValue] = {"guesses": told, "roles": [*matrix.roles], "matrix": rows}
    return Thought(kind="judgement", case=case or None, body=body)


def _guess_field(number: int) -> str:
    return f"player_{number}"
