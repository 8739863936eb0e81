"""Modules that two methods or more are assembled from, and the retrieval of passages for them.

Passages are the nearest to a question (Lewis et al. 2020), or reranked by a model (Sun et al. 2023).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Annotated, Any, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field, JsonValue, WithJsonSchema, create_model

from parlour.agents import (
    Agent,
    AgentContext,
    Assembly,
    Attention,
    Brief,
    Counted,
    Latest,
    Module,
    Observation,
    Recollection,
    SeatContext,
    Thought,
    Writer,
)
from parlour.agents.memory import Query, Ranking, Segment, pick
from parlour.core import Event, Player, Request, event_kinds, request_kinds
from parlour.errors import Unreadable
from parlour.language.wording import MethodTemplates
from parlour.llm import LanguageModel, Part, PassageOrder, Prompt, Source, Templates, with_purposes

MOST = 10
"""The default number of passages returned at most."""


@dataclass(frozen=True, kw_only=True)
class FoundPassages:
    """The result of a retrieval."""

    positions: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()

    def within(self, budget: int, passages: Sequence[Segment]) -> FoundPassages:
        """Returns the part that fits a token budget: notes up to half of it, then passages by time."""
        notes = [Segment(text=note, events=()) for note in self.notes]
        indices = pick(range(len(notes)), notes, budget // 2)
        left = budget - sum(notes[n].tokens for n in indices)
        return FoundPassages(
            positions=pick(self.positions, passages, left),
            notes=tuple(self.notes[n] for n in indices),
            problems=self.problems,
        )


class PassageRetrieval(Protocol):
    """Finds what bears on a question among passages; it knows nothing of what they are of."""

    async def found(self, query: Query, passages: Sequence[Segment]) -> FoundPassages:
        """Returns the passages relevant to a query."""
        ...


@dataclass(frozen=True, kw_only=True)
class Native:
    """Finds by one ranking of all passages."""

    ranking: Ranking
    most: int = MOST

    async def found(self, query: Query, passages: Sequence[Segment]) -> FoundPassages:
        """Returns the nearest passages."""
        if not passages:
            return FoundPassages()
        ranked = await self.ranking.rank(query, passages)
        return FoundPassages(positions=tuple(ranked[: self.most]))


WINDOW, STEP = 20, 10
"""The values of the cited work."""
CANDIDATES = 20
"""The default number of passages reordered; the cited work takes 100, in nine windows."""

_TEMPLATES = Templates("parlour.agents")


class Order(BaseModel):
    """A reply with the numbers of passages in order; any numbers can be read, and are mended."""

    order: list[int]


@lru_cache(maxsize=256)
def ordering(count: int, names: tuple[str, ...] = ()) -> type[Order]:
    """Returns the form of a reply that permutes so many passages and may mention those names."""
    number = {"type": "integer", "enum": list(range(1, count + 1))}
    shape = {"type": "array", "items": number, "minItems": count, "maxItems": count}
    field: Any = (Annotated[list[int], WithJsonSchema(shape)], ...)
    return with_purposes(create_model("Order", __base__=Order, order=field), order=PassageOrder(names=names))


def as_permutation(order: Sequence[int], count: int) -> tuple[int, ...]:
    """Returns a permutation of 0 to count - 1 from a model's numbers, which count from 1.

    As in the cited work what is no passage and what stands twice is dropped, and what is missing is added
    at the end in the order that it had.
    """
    named = dict.fromkeys(number - 1 for number in order if 1 <= number <= count)
    return tuple(dict.fromkeys((*named, *range(count))))


def windows(count: int, window: int, step: int) -> Iterator[tuple[int, int]]:
    """Yields begin and end (exclusive) of each window, from the last candidates to the first.

    `step`: how far the window slides, from 1 to less than its own length, so that the best are carried on.
    """
    end = count
    while end > 1:
        start = max(0, end - window)
        yield start, end
        if start == 0:
            return
        end -= step


@dataclass(frozen=True, kw_only=True)
class Reranked:
    """A retrieval whose results a model reorders."""

    first: PassageRetrieval
    model: LanguageModel
    head: tuple[Part, ...] = ()
    names: tuple[str, ...] = ()
    window: int = WINDOW
    step: int = STEP
    most: int = MOST

    async def found(self, query: Query, passages: Sequence[Segment]) -> FoundPassages:
        """Returns the best passages by the model's order."""
        first = await self.first.found(query, passages)
        order, problems = list(first.positions), list(first.problems)
        for start, end in windows(len(order), self.window, self.step):
            inside = order[start:end]
            try:
                batch = [passages[position] for position in inside]
                form = ordering(len(batch), self.names)
                ranks = as_permutation(
                    (await self.model.parse(self._prompt(query, batch), form)).order, len(batch)
                )
            except Unreadable as error:
                problems.append(f"passages {start + 1} to {end} keep their order: {error}")
            else:
                order[start:end] = [inside[rank] for rank in ranks]
        return FoundPassages(positions=tuple(order[: self.most]), problems=tuple(problems))

    def _prompt(self, query: Query, passages: Sequence[Segment]) -> Prompt:
        task = _TEMPLATES.speak("rank", query.language)
        closing = _TEMPLATES.speak("order", query.language, question=query.text, count=len(passages))
        numbered = (
            part
            for number, passage in enumerate(passages, start=1)
            for part in (
                Part(text=f"[{number}]"),
                Part(text=passage.text, source=Source(origin="event", events=passage.events)),
            )
        )
        return Prompt(
            player=query.player,
            request=query.request,
            purpose="rerank",
            language=query.language,
            system=(*self.head, Part(text=task)),
            user=(*numbered, Part(text=closing, source=Source(origin="thought", owner=query.player))),
        )


class AskOptions(BaseModel):
    """Options for the questions of a method that does not choose whom to ask.

    Attributes:
        ask: `all` asks each other player once per round and case, as far as the game allows so many
            questions, which is how the papers' baselines were run; `best` lets the model choose whom.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    ask: Literal["all", "best"] = "all"

    def modules(self, seat: SeatContext) -> list[Module]:
        """Returns the module that chooses the next player to ask, unless the model does."""
        return [InTurn(seat=seat)] if self.ask == "all" else []


@dataclass(frozen=True, kw_only=True)
class InTurn(Module):
    """Asks the player who was asked least about a case, and of equal ones the next in seat order."""

    seat: SeatContext
    _question_counts: Counter[tuple[str, Player]] = field(default_factory=Counter[tuple[str, Player]])

    def notice(self, event: Event) -> None:
        """Counts the questions that its player has asked."""
        if event.kind is event_kinds.ASKED and event.actor == self.seat.player:
            self._question_counts[event.case or "", event.to or ""] += 1

    async def consider(self, request: Request, context: AgentContext) -> Brief | None:
        """Names whose turn it is to be asked."""
        if request.kind is not request_kinds.ASK:
            return None
        seats = self.seat.players
        mine = seats.index(request.player)
        turns = sorted(request.options, key=lambda name: (seats.index(name) - mine) % len(seats))
        return Brief(choice=min(turns, key=lambda name: self._question_counts[request.case or "", name]))


K = 15
"""The window that all methods of the trust paper have, section 4.1."""


class WindowOptions(AskOptions):
    """Options of a method with a window, spelled `window=15,counts=messages`.

    Attributes:
        ask: `best` lets the model choose whom to ask (the paper has no questions); `all` asks each other
            player once per round and case, as far as the game allows so many questions.
        window: how many of the latest are shown; all that fit where it is None.
        counts: what they are. The paper speaks of a "history message window" and does not say whether its
            messages are what players say, or the announcements, deaths and votes between as well.
            `utterances` is the former, `messages` the latter.
    """

    ask: Literal["all", "best"] = "best"
    window: int | None = Field(default=K, ge=1)
    counts: Counted = "utterances"

    @property
    def attention(self) -> Attention | None:
        """The seat's attention; None if it sees everything."""
        return None if self.window is None else Latest(most=self.window, counts=self.counts)


@dataclass(frozen=True, kw_only=True)
class SharedRecall:
    """Retrieves the talk relevant to a request once, and returns it again for later calls."""

    writer: Writer
    _latest: dict[str, Recollection] = field(default_factory=dict[str, Recollection])

    async def on(self, request: Request) -> Recollection:
        """Returns the recollection for a request; those of earlier requests are dropped."""
        if request.id not in self._latest:
            recollection = await self.writer.recall(request)
            self._latest.clear()
            self._latest[request.id] = recollection
        return self._latest[request.id]


Among = Literal["older", "window"]
"""The passages searched: those before the window, or those in it."""

_GAME_TEMPLATES = MethodTemplates("parlour.agents")


class RecallOptions(WindowOptions):
    """Options of a method that retrieves earlier talk, spelled `METHOD:window=15,most=10`.

    Attributes:
        window: how many of the latest are shown; what came before them is looked up.
        among: where is looked: in the `older` talk, which the window has lost, or in the `window` itself, of
            which what is found is shown once more, as the trust paper's authors released it.
        most: how many passages are found at most.
        budget: the tokens that what is found may take in a prompt.
    """

    among: Among = "older"
    most: int = Field(default=MOST, ge=1)
    budget: int = Field(default=1000, ge=50)

    def agent(self, seat: SeatContext, retrieval: PassageRetrieval) -> Agent:
        """Returns an agent of plain play with a window and with retrieved older passages."""
        observation = Observation(seat=seat, attention=self.attention)
        recalling = Recalling(
            observation=observation, retrieval=retrieval, budget=self.budget, among=self.among
        )
        return Assembly(
            observation=observation,
            modules=[recalling, *self.modules(seat)],
            writer=Writer(observation=observation, model=seat.require_model()),
        )


@dataclass(frozen=True, kw_only=True)
class Recalling(Module):
    """Retrieves earlier statements that bear on a decision, from before the window or inside it."""

    observation: Observation
    retrieval: PassageRetrieval
    budget: int
    among: Among = "older"

    async def consider(self, request: Request, context: AgentContext) -> Brief | None:
        """Returns the passages relevant to a request."""
        searched = self.observation.beyond if self.among == "older" else self.observation.in_mind
        if request.kind.silent or not searched:
            return None
        query = self._query(request)
        retrieved = (await self.retrieval.found(query, searched)).within(self.budget, searched)
        for problem in retrieved.problems:
            context.fault("retrieval", problem)
        context.think(_as_thought(query, retrieved, searched))
        passages = [searched[position] for position in retrieved.positions]
        if self.among == "window":
            seat = self.observation.seat
            title = Part(text=_GAME_TEMPLATES.speak("again", seat.game, seat.language))
            again = self.observation.quote(title, sorted(passages, key=lambda segment: segment.events))
            return Brief(parts=(*again, *self._notes(retrieved)))
        use = "answer" if request.kind is request_kinds.ANSWER else "play"
        recollection = await self.observation.recall(request, query.text, use=use, also=passages)
        return Brief(parts=self._notes(retrieved), recollection=recollection)

    def _query(self, request: Request) -> Query:
        seat = self.observation.seat
        players = [option for option in request.options if option in seat.players]
        who = ("、" if seat.language == "zh" else ", ").join(players or self.observation.others)
        variables = {"request": request, "who": who, "victim": request.case}
        text = _GAME_TEMPLATES.speak("question", seat.game, seat.language, **variables)
        return Query(
            player=seat.player, request=request.id, purpose="older", text=text, language=seat.language
        )

    def _notes(self, retrieved: FoundPassages) -> tuple[Part, ...]:
        if not retrieved.notes:
            return ()
        return (self.observation.thought(_GAME_TEMPLATES, "notes", notes=list(retrieved.notes)),)


def _as_thought(query: Query, retrieved: FoundPassages, searched: tuple[Segment, ...]) -> Thought:
    events: list[JsonValue] = [list(searched[position].events) for position in retrieved.positions]
    body: dict[str, JsonValue] = {"question": query.text, "among": len(searched), "events": events}
    if retrieved.notes:
        body["notes"] = list(retrieved.notes)
    return Thought(kind="recalled", body=body)
