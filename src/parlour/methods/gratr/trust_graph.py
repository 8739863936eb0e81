"""The trust graph of one agent; no function here calls a model (GRATR, sections 3.1 to 3.3)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from parlour.core import Player, chance
from parlour.errors import SetupError, UnknownPlayer, UsageError
from parlour.methods.gratr.evidence import Edge, Evidence, Parameters, Stance
from parlour.methods.gratr.nodes import Drawn, Known, Node, Nodes, Weighed, versions
from parlour.methods.gratr.retrieval import Explanation, explain

_NOTHING = Edge()
_HOSTILE = -0.9


@dataclass(frozen=True, kw_only=True)
class TrustGraph:
    """The trustworthiness graph G of one agent; immutable.

    Its methods raise `UnknownPlayer` for a player without a seat, and `UsageError` for the agent itself where
    another player is meant.

    In the paper all pairs of players are connected from the start, with T^0(p_i, p_j) = 0 and no evidence.
    Here an edge is kept from the first item on; one that is not kept is such an edge.
    """

    me: Player
    nodes: Nodes
    parameters: Parameters = field(default_factory=Parameters)

    @staticmethod
    def of_villager(
        me: Player, players: Collection[Player], parameters: Parameters | None = None
    ) -> TrustGraph:
        """Returns the start of a villager or a leader: itself 1, all others 0."""
        if len(set(players)) != len(players) or me not in players:
            raise SetupError(f"{me} needs a seat and every player a name of their own: {', '.join(players)}")
        nodes = {player: Node() for player in players}
        nodes[me] = Node(trust=1.0, ground=Known(why="myself"))
        return TrustGraph(me=me, nodes=nodes, parameters=parameters or Parameters())

    @staticmethod
    def of_werewolf(
        me: Player,
        players: Collection[Player],
        mates: Collection[Player],
        parameters: Parameters | None = None,
        *,
        knows_sides: bool = False,
    ) -> TrustGraph:
        """Returns the start of a werewolf: its mates 1, others -0.9, as in the released code.

        Its mates are certain, from the moderator. The others' -0.9 may still move, but not above 0 if the
        mates are all that there are (`knows_sides`): words then do not turn a known foe into a friend (ours).
        """
        graph = TrustGraph.of_villager(me, players, parameters)
        others = {
            player: Node(trust=_HOSTILE, most=0.0 if knows_sides else 1.0)
            for player in players
            if player != me
        }
        graph = replace(graph, nodes={**graph.nodes, **others})
        for mate in mates:
            graph = graph.knowing(mate, why="a fellow werewolf", is_ally=True)
        return graph

    def knowing(self, player: Player, *, why: str, is_ally: bool) -> TrustGraph:
        """Returns the graph with certain knowledge: T = 1 or -1, overwritten by knowledge alone."""
        self._require_other(player)
        node = replace(self.nodes[player], trust=1.0 if is_ally else -1.0, ground=Known(why=why))
        return replace(self, nodes=versions(self.nodes).having(player, node))

    def with_random_trust(self, seed: int) -> TrustGraph:
        """Returns the graph with a random trust, by the match seed, in all players but the certain ones."""
        nodes = versions(self.nodes)
        for player, node in self.nodes.items():
            if not node.is_certain:
                trust = chance(seed, self.me, "trust", player).uniform(-1, 1)
                nodes = nodes.having(player, replace(node, trust=trust, ground=Drawn()))
        return replace(self, nodes=nodes)

    def observe(self, evidence: Iterable[Evidence]) -> TrustGraph:
        """Returns the graph after algorithm 1: items join their edges (eq. 1) and may move nodes (eq. 2, 3).

        Items count one after the other, as they come. For the edges their order of arrival does not matter,
        only the order of events, since later ones weigh more (eq. 4; with rho = 1 not even that). For the
        nodes it does: eq. 2 takes the speaker's trust of this moment, and of two opposite updates of equal
        size eq. 3 keeps the first. An item that is there already changes nothing.

        An item by the agent itself counts fully, T(self) being 1, and chains that can go through the agent
        do so before all else: whether one's own words are read is the caller's choice. An item about its own
        speaker moves that speaker by the same equations and is on no chain.

        Two players that claim one role attack each other with the trust that they had before any of these
        items: taken one after the other, the second would gain by the distrust of the first.

        Each item costs O(1), however many players there are (`Versions`); its edge's list is copied.
        """
        graph = self
        for graph in self.observing(evidence):  # noqa: B007 - the last one is wanted
            pass
        return graph

    def observing(self, evidence: Iterable[Evidence]) -> Iterator[TrustGraph]:
        """Yields the graph after each item of `observed`."""
        before = nodes = versions(self.nodes)
        for item in evidence:
            _require(nodes, item.by)  # in the latest version: the first one would be led back and forth
            _require(nodes, item.about)
            about = nodes[item.about]
            old_edge = about.heard.get(item.by, _NOTHING)
            edge = old_edge.with_item(item, self.parameters.rho)
            if edge is not old_edge:
                speaker = (before if item.contested else nodes)[item.by]
                node = about.after(item, speaker, self.parameters)
                nodes = nodes.having(item.about, node.with_edge(item.by, edge))
            yield TrustGraph(me=self.me, nodes=nodes, parameters=self.parameters)

    def explain(self, target: Player) -> Explanation:
        """Returns the retrieval about the target and its consequences, without changing the graph."""
        self._require_other(target)
        return explain(self.nodes, self.me, target, self.parameters)

    def retrieve(self, target: Player) -> tuple[TrustGraph, Explanation]:
        """Returns the graph after algorithm 2 (forward and backward update), and the explanation."""
        why = self.explain(target)
        nodes = versions(self.nodes)
        for change in why.corrected:
            nodes = nodes.having(change.about, nodes[change.about].with_edge(change.by, change.edge))
        if why.is_moved and not nodes[target].is_certain:
            node = replace(nodes[target], trust=why.after, ground=Weighed(shares=why.shares))
            nodes = nodes.having(target, node)
        return TrustGraph(me=self.me, nodes=nodes, parameters=self.parameters), why

    @property
    def players(self) -> tuple[Player, ...]:
        """All players, in seat order."""
        return tuple(self.nodes)

    @property
    def trust(self) -> Mapping[Player, float]:
        """T(p) of each player, in [-1, 1]."""
        return {player: node.trust for player, node in self.nodes.items()}

    def stance(self, player: Player) -> Stance:
        """Returns the agent's stance to the player: ally, adversary or neither (section 3.1)."""
        self._require(player)
        return self.nodes[player].stance(self.parameters.epsilon)

    def edge(self, by: Player, about: Player) -> Edge:
        """Returns e(by, about), one player's words about another; an empty edge if there are none."""
        self._require(by)
        self._require(about)
        return self.nodes[about].heard.get(by, _NOTHING)

    def _require(self, player: Player) -> None:
        _require(self.nodes, player)

    def _require_other(self, player: Player) -> None:
        self._require(player)
        if player == self.me:
            raise UsageError(f"{player} knows itself: a trust graph is about the others")


def _require(nodes: Mapping[Player, Node], player: Player) -> None:
    if player not in nodes:
        raise UnknownPlayer(f"{player!r} is none of {', '.join(nodes)}")
