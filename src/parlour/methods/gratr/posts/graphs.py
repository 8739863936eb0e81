"""The trust graphs of a dispute, one per camp, with authors and camps as nodes (GRATR, sections 3 and 4.2).

In Werewolf an agent trusts itself and asks who is with it. Here each camp has a graph in which it alone is
trusted from the start, T(camp) = 1 for certain, and the question is who is with that camp. What an author
says of a camp is an edge from the author to it, and one from the camp to the author: a camp is a cause and
has no voice but that of those who speak for or against it. By the second edge eq. 2 moves the author; by the
first a chain from the camp reaches the author (algorithm 2).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import Field, field_validator

from parlour.core import Player
from parlour.methods.gratr import Evidence, TrustGraph
from parlour.methods.gratr.evidence import Parameters
from parlour.methods.gratr.posts.contest import Contest
from parlour.methods.gratr.retrieval import Explanation

ANALYST = "(analyst)"
"""The owner of the graphs; it says nothing and is on no chain."""


class GraphParameters(Parameters):
    """The settings of a camp's graph, with two defaults of our own.

    Attributes:
        prior: 0, since the camp is trusted from the start. A stranger's word about others counts
            once the stranger is known to be with it or against it.
        arrive: `at_once`, since nearly all authors speak of the camp: a chain that goes to the most
            trusted one would miss all others.
    """

    prior: float = Field(default=0.0, ge=0, le=1)
    arrive: Literal["by_trust", "at_once"] = "at_once"

    @field_validator("trust")
    @classmethod
    def _is_of_what_was_said(cls, trust: str) -> str:
        if trust in ("random", "oracle"):
            raise ValueError(
                f"posts have no seed and no truth: trust={trust} is an arm of experiments at a table"
            )
        return trust


@dataclass(frozen=True, kw_only=True)
class Graphs:
    """The trust graph of each camp over all authors; immutable."""

    of: Mapping[str, TrustGraph]

    @staticmethod
    def begun(contest: Contest, authors: Iterable[Player], parameters: Parameters) -> Graphs:
        """Returns the graphs at the start: each camp trusts itself, and distrusts its rivals."""
        camps = [camp.name for camp in contest.camps]
        players = (ANALYST, *camps, *authors)
        graphs: dict[str, TrustGraph] = {}
        for camp in camps:
            graph = TrustGraph.of_villager(ANALYST, players, parameters).knowing(
                camp, why="the camp itself", is_ally=True
            )
            for rival in camps if contest.rivals else ():
                if rival != camp:
                    graph = graph.knowing(rival, why="a rival camp", is_ally=False)
            graphs[camp] = graph
        return Graphs(of=graphs)

    def among(self, authors: Collection[Player]) -> Graphs:
        """Returns the graphs at the start with these authors alone."""
        names = {ANALYST, *self.of, *authors}
        return Graphs(
            of={
                camp: replace(
                    graph, nodes={name: graph.nodes[name] for name in graph.players if name in names}
                )
                for camp, graph in self.of.items()
            }
        )

    def observe(self, evidence: Sequence[Evidence]) -> Graphs:
        """Returns the graphs after algorithm 1 in each, with statements about a camp entered both ways."""
        if not evidence:
            return self
        items = self.enter(evidence)
        return Graphs(of={camp: graph.observe(items) for camp, graph in self.of.items()})

    def enter(self, evidence: Iterable[Evidence]) -> tuple[Evidence, ...]:
        """Returns the items as they enter each graph: statements about a camp both ways."""
        return tuple(version for item in evidence for version in self._both_ways(item))

    def retrieve(self, author: Player) -> tuple[Graphs, Mapping[str, Explanation]]:
        """Returns the graphs after algorithm 2 for an author, and the explanation by camp."""
        results = {camp: graph.retrieve(author) for camp, graph in self.of.items()}
        graphs = Graphs(of={camp: graph for camp, (graph, _) in results.items()})
        return graphs, {camp: why for camp, (_, why) in results.items()}

    def stance(self, author: Player, camp: str) -> float:
        """Returns the author's stance on a camp: the edge T(author, camp) of the camp's graph, in [-1, 1]."""
        graph = self.of[camp]
        return graph.edge(author, camp).value(graph.parameters)

    def trust(self, author: Player, camp: str) -> float:
        """Returns a camp's trust in the author: the node T(author) of the camp's graph, in [-1, 1]."""
        return self.of[camp].nodes[author].trust

    def _both_ways(self, item: Evidence) -> tuple[Evidence, ...]:
        if item.about not in self.of:
            return (item,)
        fields = dict(item) | {"by": item.about, "about": item.by}
        return (item, Evidence.model_construct(item.model_fields_set, **fields))  # which share the set
