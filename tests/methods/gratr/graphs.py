"""Evidence, graphs and the ways to make many of them, for the tests of the trust graph."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import strategies as st

from parlour.core import Player
from parlour.methods.gratr import Evidence, EvidenceType, Stance, TrustGraph
from parlour.methods.gratr.evidence import Parameters

PLAYERS = ("Me", "Ann", "Ben", "Cat", "Dan", "Eve")
OTHERS = PLAYERS[1:]
RELATIONS = {
    EvidenceType.ATTACK: Stance.ADVERSARY,
    EvidenceType.DEFEND: Stance.ALLY,
    EvidenceType.DECEIVE: Stance.ADVERSARY,
    EvidenceType.INDIFFERENT: Stance.INDIFFERENT,
}


def item(by: Player, kind: str, about: Player, score: float, event: int = 0) -> Evidence:
    """One item of evidence whose type and relation agree."""
    type_ = EvidenceType(kind)
    return Evidence(by=by, about=about, type=type_, relation=RELATIONS[type_], score=score, event=event)


def villager(parameters: Parameters | None = None) -> TrustGraph:
    return TrustGraph.of_villager("Me", PLAYERS, parameters)


def trusting(graph: TrustGraph, **trust: float) -> TrustGraph:
    """The graph with these trusts instead of what it has."""
    nodes = {player: replace(graph.nodes[player], trust=value) for player, value in trust.items()}
    return replace(graph, nodes={**graph.nodes, **nodes})


evidence = st.builds(
    Evidence,
    by=st.sampled_from(PLAYERS),
    about=st.sampled_from(PLAYERS),
    type=st.sampled_from(EvidenceType),
    relation=st.sampled_from(Stance),
    score=st.one_of(st.floats(0, 10), st.integers(0, 10).map(float)),
    event=st.integers(0, 50),
)
heard = st.lists(evidence, max_size=40)
parameters = st.builds(
    Parameters,
    epsilon=st.floats(1e-300, 0.99),
    rho=st.floats(0, 1),
    width=st.integers(1, 6),
    gamma=st.floats(0, 1),
    prior=st.floats(0, 1),
    merging=st.sampled_from(["all", "nested", "false"]),
    hops=st.booleans(),
    backward=st.sampled_from(["all", "last", "several", "false"]),
    arrive=st.sampled_from(["by_trust", "at_once"]),
    starts=st.sampled_from(["trusted", "decided"]),
    weight=st.sampled_from(["printed", "clipped", "product"]),
    replace=st.sampled_from(["always", "larger"]),
)
steps = st.lists(st.one_of(evidence, st.sampled_from(OTHERS)), max_size=40)
"""What happens to a graph: an item is observed, or a retrieval is made about a player."""
starts = st.sampled_from(["villager", "werewolf", "seer"])


def begun(start: str, settings: Parameters) -> TrustGraph:
    if start == "werewolf":
        return TrustGraph.of_werewolf("Me", PLAYERS, ["Ann"], settings)
    graph = villager(settings)
    return graph.knowing("Ann", why="my check", is_ally=False) if start == "seer" else graph


def lived(graph: TrustGraph, happened: Sequence[Evidence | Player]) -> TrustGraph:
    """The graph after all that."""
    for step in happened:
        graph = graph.observe([step]) if isinstance(step, Evidence) else graph.retrieve(step)[0]
    return graph
