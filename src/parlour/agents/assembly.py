"""An agent assembled from modules: when they act, and the writer of its speech and choices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol, runtime_checkable

from parlour.agents.agent import AgentContext
from parlour.agents.attention import Use
from parlour.agents.bidding import Bid, usual_bid
from parlour.agents.observation import Observation, Recollection
from parlour.agents.own_words import OwnWords, OwnWordsStream
from parlour.core import (
    PASS,
    Action,
    Decision,
    Event,
    Player,
    Request,
    RequestKind,
    count_words,
    cut_words,
    request_kinds,
    schema,
)
from parlour.errors import Unreadable
from parlour.language.wording import game_words
from parlour.llm import (
    Addressee,
    Choice,
    Culprit,
    FieldPurpose,
    LanguageModel,
    OnChunk,
    Part,
    Prompt,
    Reason,
    Source,
    Speech,
    Talk,
    Target,
)


@dataclass(frozen=True, kw_only=True)
class Brief:
    """A module's contribution to a prompt before the agent writes."""

    parts: tuple[Part, ...] = ()
    choice: str | None = None
    passes: bool = False
    recollection: Recollection | None = None


class Module(Protocol):
    """A part of a method: a sensor, a memory, a persona. What it leaves out of these, it leaves as it is."""

    def notice(self, event: Event) -> None:
        """Updates its state by an event that its player may know."""
        del event

    async def consider(self, request: Request, context: AgentContext) -> Brief | None:
        """Contributes to a request before the agent writes, or does not."""
        return None

    async def revise(self, request: Request, draft: Action, context: AgentContext) -> Action:
        """Corrects what was written, or leaves it."""
        return draft


@runtime_checkable
class ShapesBids(Protocol):
    """A module that says more of how much its player wants the floor; others leave it to the usual rule."""

    async def bid(self, request: Request, bid: Bid, context: AgentContext) -> Bid:
        """Wants the floor more or less than by the usual rule, or as much."""
        ...


@dataclass(frozen=True, kw_only=True)
class Writer:
    """Writes what a seat says and chooses, from its own observation."""

    observation: Observation
    model: LanguageModel
    revisable: frozenset[RequestKind] = frozenset()

    async def write(self, request: Request, briefs: Sequence[Brief], context: AgentContext) -> Action:
        """Returns an action on the request; a bid for the floor follows a rule without a model."""
        if request.kind.bids:
            return self.bid(request).put(context)
        if request.kind.silent or any(brief.passes for brief in briefs):
            return PASS
        parts = tuple(part for brief in briefs for part in brief.parts)
        shared = next((brief.recollection for brief in briefs if brief.recollection), None)
        recollection = shared or await self.recall(request)
        choice = next((brief.choice for brief in briefs if brief.choice), None)
        if request.kind.addressed:
            return await self._address(request, parts, recollection, choice, context)
        if request.words:
            return Action(speech=await self._speak(request, parts, recollection, choice, context))
        prompt = self._prompt(request, parts, recollection)
        return (await self.model.parse(prompt, decision(request))).action()

    def bid(self, request: Request) -> Bid:
        """Returns the seat's bid for the floor by the usual rule, if its method has none of its own."""
        seat = self.observation
        return usual_bid(seat.seat.player, seat.others, seat.heard, request, seat.seat.language)

    async def recall(self, request: Request) -> Recollection:
        """Returns the talk and script excerpts relevant to a request."""
        use: Use = "answer" if request.kind is request_kinds.ANSWER else "play"
        pieces = (request.text, *request.labels) if request.text else (request.case, request.player)
        return await self.observation.recall(request, " ".join(filter(None, pieces)), use=use)

    async def draft(
        self,
        request: Request,
        recollection: Recollection,
        context: AgentContext,
        *parts: Part,
        purpose: str = "",
        addressee: str | None = None,
        on_chunk: OnChunk | None = None,
    ) -> str:
        """Drafts a speech on a request, passing it on as it forms; words of other speakers are a fault.

        `addressee`: the player who is asked, or whom a proposal names; None in a speech to all.
        """
        named = addressee if request.kind is request_kinds.ASK else None
        words = _own_words(request.player, self.observation.seat.players, named)
        stream = OwnWordsStream(words, on_chunk) if on_chunk else None
        text = await self.model.generate(
            self._prompt(request, parts, recollection, addressee, purpose),
            max_tokens=request.words * 3 // 2 + 30,  # room to finish a sentence
            on_chunk=stream.feed if stream else None,
            wants=_speech(request, addressee),
        )
        speech, other = words.of(text)
        if not speech:
            what = f"what {other} would say" if other else "the speaker's name or marks"
            raise Unreadable(f"nothing is said but {what}", reply=text)
        if other:
            context.fault(purpose or request.kind.name, f"spoke for others: cut where {other} speaks")
        if stream:
            stream.end(speech)
        return speech

    async def _address(
        self,
        request: Request,
        parts: tuple[Part, ...],
        recollection: Recollection,
        choice: str | None,
        context: AgentContext,
    ) -> Action:
        parts = (*self.observation.since(recollection, request.case), *parts)
        if choice is None:
            task = self._part("whom", request, None)
            prompt = self.observation.prompt(request, "whom", recollection, *parts, task)
            choice = (await self.model.parse(prompt, decision(request))).action().chosen[0]
        speech = await self._speak(request, parts, recollection, choice, context)
        return Action(chosen=(choice,), speech=speech)

    async def _speak(
        self,
        request: Request,
        parts: tuple[Part, ...],
        recollection: Recollection,
        addressee: str | None,
        context: AgentContext,
    ) -> str:
        listener = None if request.kind in self.revisable else context.listener
        speech = await self.draft(
            request, recollection, context, *parts, addressee=addressee, on_chunk=listener
        )
        return within(request, speech, context)

    def _prompt(
        self,
        request: Request,
        parts: tuple[Part, ...],
        recollection: Recollection,
        addressee: str | None = None,
        purpose: str = "",
    ) -> Prompt:
        task = self._part(request.kind, request, addressee)
        return self.observation.prompt(
            request,
            purpose or request.kind.name,
            recollection,
            *parts,
            task,
            is_told_secrets=request.kind.reminds,
        )

    def _part(self, verb: str, request: Request, addressee: str | None) -> Part:
        text = game_words(self.observation.seat.game).speak(
            verb,
            self.observation.seat.language,
            request=request,
            addressee=addressee,
            killed=list(self.observation.own_victims),
            role=self.observation.role,
            dealt=self.observation.dealt,
        )
        return Part(text=text, source=Source(origin="request", owner=request.player))


@lru_cache(maxsize=512)
def _own_words(player: Player, players: tuple[Player, ...], addressee: Player | None) -> OwnWords:
    others = tuple(name for name in players if name != player)
    return OwnWords(player=player, others=others, addressee=addressee)


def within(request: Request, speech: str, context: AgentContext) -> str:
    """Returns a speech within the limit of its request; a cut is recorded as a fault."""
    if (count := count_words(speech)) <= request.words:
        return speech
    context.fault(request.kind.name, f"{count} words where {request.words} may be said; cut")
    return cut_words(speech, request.words)


def decision(request: Request) -> type[Decision]:
    """Returns the form of a decision on a request, with the purpose of each field.

    Raises:
        ValueError: if the request offers no options.
    """
    case = "" if request.kind is request_kinds.ANSWER else request.case or ""
    reason = Reason() if request.kind is request_kinds.ANSWER else Reason(case=case)
    return schema(request, reason=reason, choice=_chosen(request.kind, case))


def _chosen(kind: RequestKind, case: str) -> FieldPurpose:
    if kind.deed:
        return Target(deed=kind.deed)
    match kind:
        case request_kinds.VOTE:
            return Culprit(case=case)
        case request_kinds.ASK:
            return Addressee(case=case)
        case _:
            return Choice()


def _speech(request: Request, addressee: str | None) -> Speech | Talk | None:
    match request.kind:
        case request_kinds.INTRODUCE:
            return Speech(kind="introduce")
        case request_kinds.ASK:
            return Speech(kind="ask", case=request.case, to=addressee)
        case request_kinds.REPLY:
            return Speech(kind="reply", case=request.case, to=request.partner)
        case kind if kind.speech:
            return Talk(among="everybody" if kind.is_open else "fellows", to=addressee)
        case _:
            return None


@dataclass(frozen=True, kw_only=True)
class Assembly:
    """An agent made of an observation, modules that think, and a writer that acts."""

    observation: Observation
    modules: Sequence[Module]
    writer: Writer

    async def observe(self, event: Event) -> None:
        """Learns of an event that its player may know."""
        self.notice(event)

    def notice(self, event: Event) -> None:
        """Passes an event to the observation and the modules, without waiting."""
        self.observation.observe(event)
        for module in self.modules:
            module.notice(event)

    async def act(self, request: Request, context: AgentContext) -> Action:
        """Lets the modules consider the request, writes, and lets them revise; a bid follows by a rule."""
        if request.kind.bids:
            return await self._bid(request, context)
        briefs = [brief for module in self.modules if (brief := await module.consider(request, context))]
        draft = await self.writer.write(request, briefs, context)
        for module in self.modules:
            draft = await module.revise(request, draft, context)
        return draft

    async def _bid(self, request: Request, context: AgentContext) -> Action:
        bid = self.writer.bid(request)
        for module in self.modules:
            if isinstance(module, ShapesBids):
                bid = await module.bid(request, bid, context)
        return bid.put(context)
