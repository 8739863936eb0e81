"""The trust graphs of one agent, one for each case, and what becomes of them in the course of a match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from parlour.agents import AgentContext, Observation
from parlour.core import Player, Request
from parlour.methods.gratr import summary
from parlour.methods.gratr.certainty import Certainty
from parlour.methods.gratr.evidence import Evidence
from parlour.methods.gratr.explanation import Explanation
from parlour.methods.gratr.knowledge import Dealt, begun
from parlour.methods.gratr.parameters import Parameters
from parlour.methods.gratr.trust_graph import TrustGraph


@dataclass(frozen=True, kw_only=True)
class TrustBeliefs:
    """What an agent believes of the others, case by case.

    Attributes:
        graphs: by the name of the case.
    """

    graphs: dict[str, TrustGraph]
    _drawn: set[tuple[str, int]] = field(default_factory=set[tuple[str, int]])

    @staticmethod
    def of(observation: Observation, parameters: Parameters) -> TrustBeliefs:
        """What a player begins with who has been dealt its papers."""
        return TrustBeliefs(graphs=begun(Dealt.of(observation), parameters))

    def learn(self, sure: Certainty) -> None:
        """Who is on whose side is so in every case."""
        for case, graph in self.graphs.items():
            self.graphs[case] = sure.learned(graph)

    def observe(self, about: str | None, evidence: Sequence[Evidence]) -> None:
        """Algorithm 1, in the case that the words or deeds were about; in all where that is not said."""
        for case in [about] if about in self.graphs else list(self.graphs):
            self.graphs[case] = self.graphs[case].observed(evidence)

    def retrieve(
        self, request: Request, candidates: Sequence[Player], context: AgentContext
    ) -> tuple[TrustGraph, list[Explanation]]:
        """Algorithm 2 for each candidate in turn, who sees what the retrievals before changed.

        It puts on record what changed and how far everybody is trusted now, and once a round the graph.
        """
        case = request.case if request.case in self.graphs else next(iter(self.graphs))
        graph = self.graphs[case]
        explained: list[Explanation] = []
        for target in candidates:
            graph, why = graph.retrieved(target)
            explained.append(why)
        self.graphs[case] = graph
        if change := summary.retrieval(explained, case):
            context.think(change)
        context.think(summary.trust(graph, case))
        if (case, request.round) not in self._drawn:
            self._drawn.add((case, request.round))
            context.think(summary.drawn(graph, case))
        return graph, explained
