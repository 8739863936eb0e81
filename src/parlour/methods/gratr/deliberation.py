"""The module of GRATR: takes in what happened since the last turn, and retrieves for the players at hand."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from parlour.agents import AgentContext, Brief, Module, Observation, attempt, together
from parlour.core import Event, Player, Request, event_kinds, request_kinds
from parlour.errors import Unreadable
from parlour.llm import Part, Source
from parlour.methods.gratr import summary
from parlour.methods.gratr.evidence import Evidence, Parameters
from parlour.methods.gratr.knowledge import Certainty, ClaimedRoles, Dealt, RoleClassification, begun, certain
from parlour.methods.gratr.reader import by_trust
from parlour.methods.gratr.retrieval import Explanation
from parlour.methods.gratr.statement_reader import SPOKEN, Statement, StatementReader, StatementReading
from parlour.methods.gratr.summary import Inferences
from parlour.methods.gratr.trust_graph import TrustGraph

TURNS = (request_kinds.SPEAK, request_kinds.ASK)
"""The requests that are about other players, besides those that judge them and those for a deed."""

News = Statement | Event | Certainty
"""Something that the graphs have not taken in yet; an event is a hostile or friendly act."""


@dataclass(frozen=True, kw_only=True)
class Deliberation(Module):
    """Keeps the trust graphs, and brings what they say to each decision.

    Events are not read at once: those since the last turn are read together on the next turn, and taken in by
    order of events. If several requests are open at once, the first one reads and the others wait.

    Attributes:
        inferences: asks a model for a summary of each retrieval; None if a template writes it.
    """

    observation: Observation
    reader: StatementReader
    parameters: Parameters
    inferences: Inferences | None = None
    _news: list[News] = field(default_factory=list[News])
    _questions: dict[tuple[Player, Player], Event] = field(default_factory=dict[tuple[Player, Player], Event])
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    _drawn: set[tuple[str, int]] = field(default_factory=set[tuple[str, int]])

    def notice(self, event: Event) -> None:
        """Stores statements, acts and certainties for the next turn."""
        if sure := certain(event, self.observation):
            self._news.append(sure)
        elif event.kind is event_kinds.ASKED:
            self._questions[event.actor or "", event.to or ""] = event
        elif event.actor == self.observation.seat.player:
            return
        elif event.kind in SPOKEN and event.text:
            self._news.append(self._statement(event))
        elif event.kind.attitude and event.chosen:
            self._news.append(event)

    async def consider(self, request: Request, context: AgentContext) -> Brief | None:
        """Returns the trust in each candidate, with its evidence, for a decision about them."""
        candidates = self._candidates(request)
        if not candidates:
            return None
        async with self._turn:
            await self._take_in(request, context)
            graph, explained = self._retrieve(request, candidates, context)
        concluded = await self._conclude(request, graph, explained, context)
        text = summary.summarize(graph, explained, self.observation.seat.language, self._claims, concluded)
        origin = "truth" if self.parameters.trust == "oracle" else "thought"
        opinion = by_trust({explanation.target: explanation.after for explanation in explained})
        source = Source(origin=origin, owner=request.player)
        return Brief(parts=(Part(text=text, source=source, purpose=opinion),))

    async def _conclude(
        self, request: Request, graph: TrustGraph, explained: Sequence[Explanation], context: AgentContext
    ) -> dict[Player, summary.Inference]:
        """Returns a model's conclusion about each candidate; none if no model is asked."""
        asks = self.inferences
        if asks is None:
            return {}
        inferences = await asks.draw(request, graph, explained, self._claims, context)
        has_roles = bool(self.observation.seat.roles)
        return {
            player: inference.model_copy(
                update={
                    "identity": asks.name(inference.identity) if has_roles else "",
                    "summary": " ".join(inference.summary.split()),
                    "reasoning": " ".join(inference.reasoning.split()),
                }
            )
            for player, inference in inferences.items()
        }

    @cached_property
    def _graphs(self) -> dict[str, TrustGraph]:
        """The trust graph of each case; at the start after the player's private events."""
        return begun(Dealt.of(self.observation), self.parameters)

    def _observe(self, about: str | None, evidence: Sequence[Evidence]) -> None:
        """Applies algorithm 1 to the graph of one case, or to all graphs if no case is given."""
        for case in [about] if about in self._graphs else list(self._graphs):
            self._graphs[case] = self._graphs[case].observe(evidence)

    def _retrieve(
        self, request: Request, candidates: Sequence[Player], context: AgentContext
    ) -> tuple[TrustGraph, list[Explanation]]:
        """Applies algorithm 2 to each candidate in turn, each on the graph that the one before left."""
        case = request.case if request.case in self._graphs else next(iter(self._graphs))
        graph = self._graphs[case]
        explained: list[Explanation] = []
        for target in candidates:
            graph, why = graph.retrieve(target)
            explained.append(why)
        self._graphs[case] = graph
        if change := summary.retrieval(explained, case):
            context.think(change)
        context.think(summary.trust(graph, case))
        if (case, request.round) not in self._drawn:
            self._drawn.add((case, request.round))
            context.think(summary.graph_thought(graph, case))
        return graph, explained

    @cached_property
    def _claims(self) -> ClaimedRoles:
        seat = self.observation.seat
        return ClaimedRoles(
            me=seat.player,
            role=self.observation.role,
            single=frozenset(role for role, count in seat.roles.items() if count == 1),
            game=seat.game.name,
            language=seat.language,
        )

    def _statement(self, event: Event) -> Statement:
        if event.kind is event_kinds.REPLIED:
            question = self._questions.get((event.to or "", event.actor or ""))
            return Statement(events=(question, event) if question else (event,))
        return Statement(events=(event,))

    def _candidates(self, request: Request) -> tuple[Player, ...]:
        if not (request.kind.deed or request.kind.judges or request.kind in TURNS):
            return ()
        players = self.observation.seat.players
        names = [name for name in request.options if name in players] or self.observation.living
        return tuple(name for name in names if name != request.player)

    async def _take_in(self, request: Request, context: AgentContext) -> None:
        news = list(self._news)
        readings = await self._read(
            [statement for statement in news if isinstance(statement, Statement)], request
        )
        del self._news[: len(news)]
        evidence: list[Evidence] = []
        claims: list[RoleClassification] = []
        for entry in news:
            match entry:
                case Certainty():
                    for case, graph in self._graphs.items():
                        self._graphs[case] = entry.add_to(graph)
                case Event():
                    acts = self.reader.act(entry)
                    self._observe(entry.case, acts)
                    evidence += acts
                case Statement():
                    event, reading = entry.event, readings[entry.event.number]
                    if isinstance(reading, Unreadable):
                        context.fault("evidence", f"event {event.number} of {event.actor}: {reading}")
                        continue
                    counters = (item for claim in reading.claims for item in self._claims.add(claim))
                    items = [*reading.evidence, *counters]
                    self._observe(entry.event.case, items)
                    evidence += items
                    claims += reading.claims
        certainties = [certainty for certainty in news if isinstance(certainty, Certainty)]
        if readings or certainties or evidence:
            context.think(summary.taken_in(sorted(readings), evidence, certainties, claims))

    async def _read(
        self, statements: list[Statement], request: Request
    ) -> dict[int, StatementReading | Unreadable]:
        readings = await together([attempt(self.reader.read(request, statement)) for statement in statements])
        return {
            statement.event.number: reading for statement, reading in zip(statements, readings, strict=True)
        }
