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
from parlour.agents.modules import SharedRecall
from parlour.core import Event, EventKind, Player, Request, count_words, cut_words, request_kinds
from parlour.llm import About, Part, Plan, Source, with_purposes
from parlour.methods.humanized import wording
from parlour.methods.humanized.attitudes import (
    BEST_RATING,
    WORST_RATING,
    Guess,
    Judgement,
    MemoryStream,
    SocialAttitudes,
    case_of,
    is_mindful,
)
from parlour.methods.humanized.persona import Factor, Items, Persona, Phrase, write_statement
from parlour.methods.humanized.reader import Liked, LikelyRole, RoleChance, StatementText
from parlour.methods.humanized.wording import roles_of

_RETIRING, _OUTGOING = 2, 6
"""Extraversion scores, from 1 to 7: the highest of a retiring and the lowest of an outgoing persona."""


@dataclass(frozen=True, kw_only=True)
class PersonaModule(Module):
    """A seat's persona."""

    seat: SeatContext
    persona: Persona
    phrase: Phrase = "ours"
    items: Items = "ipip"
    _noted: list[Thought] = field(default_factory=list[Thought])

    @property
    def statement(self) -> Part:
        """The B5P statement; it never changes, so that a server can reuse it as a prefix."""
        text = write_statement(self.persona, self.seat.player, self.seat.language, self.phrase, self.items)
        source = Source(origin="thought", owner=self.seat.player)
        return Part(text=text, source=source, purpose=StatementText())

    async def consider(self, request: Request, context: AgentContext) -> Brief | None:
        """Records the persona once; the prompts have it already."""
        if not self._noted:
            body = {"persona": self.persona.code, "statement": self.statement.text}
            self._noted.append(Thought(kind="persona", body=body))
            context.think(self._noted[0])
        return None

    async def bid(self, request: Request, bid: Bid, context: AgentContext) -> Bid:
        """Raises the bid of an outgoing persona, and lowers that of a retiring one (ours)."""
        score = self.persona.scores[Factor.EXTRAVERSION]
        return bid.shift((score >= _OUTGOING) - (score <= _RETIRING))


@dataclass(kw_only=True)
class Memory(Module):
    """The memory stream, and the attention of an observation.

    A vote collects data and does not affect the memory (section 3.2.1): utterances recalled for it are not
    more recent afterwards.

    Attributes:
        fondness: the present favor towards a speaker, in [0, 1].
    """

    fondness: Callable[[Player], float]
    most: int
    stream: MemoryStream = field(default_factory=MemoryStream)
    _is_voting: bool = False

    def notice(self, event: Event) -> None:
        """Stores an utterance, with the favor towards its speaker at that moment."""
        if event.kind.utterance:
            speaker = event.actor or ""
            importance = self.fondness(speaker)
            self.stream = self.stream.add(event.number, speaker, event.round, importance)

    async def consider(self, request: Request, context: AgentContext) -> None:
        """Stores whether the next recall is for a vote; contributes nothing to the prompt."""
        self._is_voting = request.kind is request_kinds.VOTE

    def chooses(self, kind: EventKind) -> bool:
        """Returns True for utterances: each is an event of the stream."""
        return kind.utterance

    def select(self, heard: Sequence[int]) -> AbstractSet[int]:
        """Returns the recalled events, which are more recent from then on, except for a vote."""
        after, events = self.stream.recall(self.fondness, self.most)
        if not self._is_voting:
            self.stream = after
        return frozenset(events)


_Rating = Annotated[int, Field(ge=WORST_RATING, le=BEST_RATING)] | None


class Rated(BaseModel):
    """A reply that rates the others; a player that it leaves out has no rating (appendix C)."""

    def ratings(self, others: Sequence[Player]) -> dict[Player, int]:
        """Returns the given ratings."""
        by_name = {name: getattr(self, _field(n)) for n, name in enumerate(others)}
        return {name: rating for name, rating in by_name.items() if rating is not None}


@lru_cache(maxsize=512)
def rating_form(others: tuple[Player, ...]) -> type[Rated]:
    """Returns the form of a reply that rates each of these players, by name."""
    fields: dict[str, Any] = {
        _field(n): (Annotated[_Rating, Liked(player=name)], Field(default=None, alias=name))
        for n, name in enumerate(others)
    }
    return create_model("Rated", __base__=Rated, **fields)


@dataclass(frozen=True, kw_only=True)
class FavorDynamics(Module):
    """Rates the others by one call before each speech, if another player has spoken since the last one."""

    observation: Observation
    recall: SharedRecall
    attitudes: SocialAttitudes
    _news: list[Event] = field(default_factory=list[Event])

    def notice(self, event: Event) -> None:
        """Stores an utterance of another player."""
        if event.kind.utterance and event.actor != self.observation.seat.player:
            self._news.append(event)

    async def consider(self, request: Request, context: AgentContext) -> Brief | None:
        """Rates before a speech; brings the favor statement to each request that is about others."""
        if not is_mindful(request):
            return None
        shared = await self.recall.on(request) if request.kind.speech else None
        if shared and self._news:
            self._news.clear()
            await self._rate(request, shared, context)
        part = wording.favors(self.observation, self.attitudes.favors)
        return Brief(parts=(part,), recollection=shared)

    async def _rate(self, request: Request, shared: Recollection, context: AgentContext) -> None:
        """Applies algorithm 2; a player without a readable rating keeps its favor."""
        others, seat = self.observation.others, self.observation.seat
        judgement = self.attitudes.judgement(seat, request)
        parts = (wording.judgement(self.observation, request, judgement),) if judgement else ()
        task = wording.rating(self.observation)
        prompt = self.observation.prompt(request, "favor", shared, *parts, task)
        reply = await attempt(seat.require_model().parse(prompt, rating_form(others)))
        ratings = reply.ratings(others) if isinstance(reply, Rated) else {}
        if not isinstance(reply, Rated):
            context.fault("favor", str(reply))
        self.attitudes.favors = self.attitudes.favors.apply_ratings(ratings)
        body: dict[str, JsonValue] = {
            "ratings": {**ratings},
            "missing": [name for name in others if name not in ratings],
            "favor": {name: round(self.attitudes.favors.of(name), 2) for name in others},
        }
        context.think(Thought(kind="favor", body=body))


def _field(number: int) -> str:
    return f"player_{number}"


_CHARACTERS = 900


class Guessed(BaseModel):
    """A reply's guess of one player's role."""

    role: str
    percent: Annotated[int, Field(ge=1, le=100), RoleChance()]


class Judged(BaseModel):
    """A reply that guesses the role of each other player."""

    def guesses(self, others: Sequence[Player]) -> dict[Player, Guess]:
        """Returns the guess for each player."""
        by_name = {name: cast("Guessed", getattr(self, _field(n))) for n, name in enumerate(others)}
        return {
            name: Guess(role=guess.role, probability=guess.percent / 100) for name, guess in by_name.items()
        }


class Decided(BaseModel):
    """A reply with a strategy."""

    strategy: Annotated[str, Field(min_length=1, max_length=_CHARACTERS)]


@lru_cache(maxsize=512)
def judgement_form(others: tuple[Player, ...], roles: tuple[str, ...], case: str) -> type[Judged]:
    """Returns the form of a reply that gives each of these players one of these roles."""
    role: Any = Annotated[Literal[roles], LikelyRole()]
    guess = create_model("Guessed", __base__=Guessed, role=(role, ...))
    fields: dict[str, Any] = {
        _field(n): (Annotated[guess, About(suspect=name, case=case)], Field(alias=name))
        for n, name in enumerate(others)
    }
    return create_model("Judged", __base__=Judged, **fields)


@dataclass(frozen=True, kw_only=True)
class StrategyDecision(Module):
    """Judges the others and decides on a strategy before each speech, by two calls (algorithm 1)."""

    observation: Observation
    recall: SharedRecall
    attitudes: SocialAttitudes
    has_favor: bool
    spread: bool = False

    async def consider(self, request: Request, context: AgentContext) -> Brief | None:
        """Returns a strategy for a speech, or the last judgement for a vote or another choice."""
        if not is_mindful(request):
            return None
        if not request.kind.speech:
            return Brief(parts=self._judgement(request))
        shared = await self.recall.on(request)
        await self._judge(request, shared, context)
        return Brief(parts=await self._decide(request, shared, context), recollection=shared)

    def _judgement(self, request: Request) -> tuple[Part, ...]:
        judgement = self.attitudes.judgement(self.observation.seat, request)
        return (wording.judgement(self.observation, request, judgement),) if judgement else ()

    async def _judge(self, request: Request, shared: Recollection, context: AgentContext) -> None:
        """Updates the judgement (eq. 7); not for a speech without a case, nor by an unreadable reply."""
        seat, others = self.observation.seat, self.observation.others
        case = case_of(seat, request)
        if case is None:
            return
        liked = (wording.favors(self.observation, self.attitudes.favors),) if self.has_favor else ()
        task = wording.judging(self.observation, case)
        prompt = self.observation.prompt(request, "judgement", shared, *liked, task)
        reply = await attempt(
            seat.require_model().parse(prompt, judgement_form(others, roles_of(seat), case))
        )
        if not isinstance(reply, Judged):
            context.fault("judgement", str(reply))
            return
        guesses = reply.guesses(others)
        self.attitudes.judgements[case] = Judgement.of(guesses, roles_of(seat), spread=self.spread)
        context.think(_judgement_thought(case, guesses, self.attitudes.judgements[case]))

    async def _decide(
        self, request: Request, shared: Recollection, context: AgentContext
    ) -> tuple[Part, ...]:
        """Returns the strategy (eq. 10); one that is too long is cut, which is a fault."""
        task = wording.deciding(self.observation, request)
        parts = (*self._judgement(request), task)
        prompt = self.observation.prompt(request, "strategy", shared, *parts, is_told_secrets=True)
        form = with_purposes(Decided, strategy=Plan(case=case_of(self.observation.seat, request)))
        reply = await attempt(self.observation.seat.require_model().parse(prompt, form))
        if not isinstance(reply, Decided):
            context.fault("strategy", str(reply))
            return ()
        most = wording.strategy_words(self.observation.seat)
        if (count := count_words(reply.strategy)) > most:
            context.fault("strategy", f"{count} words where {most} may be used; cut")
        text = cut_words(reply.strategy, most)
        context.think(Thought(kind="strategy", case=request.case, body={"strategy": text}))
        return (wording.strategy(self.observation, text),)


def _judgement_thought(case: str, guesses: dict[Player, Guess], matrix: Judgement) -> Thought:
    entries: dict[str, JsonValue] = {
        name: {"role": guess.role, "probability": guess.probability} for name, guess in guesses.items()
    }
    rows: dict[str, JsonValue] = {
        name: [round(probability, 4) for probability in row] for name, row in matrix.rows.items()
    }
    body: dict[str, JsonValue] = {"guesses": entries, "roles": [*matrix.roles], "matrix": rows}
    return Thought(kind="judgement", case=case or None, body=body)
