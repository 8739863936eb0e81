"""The retrieval of evidence chains, and its update of trust (GRATR, algorithm 2, eq. 5 to 9)."""

from __future__ import annotations

import math
from bisect import insort
from collections.abc import Collection, Container, Mapping
from dataclasses import dataclass
from itertools import groupby, islice, pairwise
from operator import itemgetter

from parlour.core import Player
from parlour.methods.gratr.evidence import Edge, Parameters, clip
from parlour.methods.gratr.nodes import Ground, Node, Nodes, Share, Versions, table_of


@dataclass(frozen=True, kw_only=True, slots=True)
class Hop:
    """One step of a chain, from p_k to p_{k+1}, against the direction of what was said.

    Attributes:
        merged: eq. 4 over that evidence.
    """

    by: Player
    about: Player
    trust: float
    edge: Edge
    merged: float
    value: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Chain:
    """A chain p_o → ... → p_1 that reached the target, and its numbers.

    Attributes:
        value: V = sum of T(p_{k+1}) * T(p_{k+1}, p_k) over the hops (eq. 5); |u| with `weight=product`.
        product: u = T(p_1) * product of T(p_{k+1}, p_k) over the hops (eq. 6), in [-1, 1].
        uncertainty: H = -|u| log2 |u| (eq. 7) in bits, in [0, 0.531]; in nats with `weight=product`.
        weight: V - H of eq. 8; 0 where that is negative with `weight=clipped`.
    """

    players: tuple[Player, ...]
    trust: float
    hops: tuple[Hop, ...]
    value: float
    product: float
    uncertainty: float
    weight: float


Way = tuple[Player, ...]
"""Players from p_1 on."""


def retrieve(
    nodes: Nodes, me: Player, target: Player, parameters: Parameters
) -> tuple[tuple[Chain, ...], tuple[Way, ...]]:
    """Returns the chains of algorithm 2, lines 3 to 18: one from each of the w most trusted players."""
    ways = [_way(nodes, start, target, parameters) for start in _starts(nodes, me, target, parameters)]
    table = table_of(nodes)
    chains = tuple(_chain(table, way, parameters) for way in ways if way[-1] == target)
    return chains, tuple(way for way in ways if way[-1] != target)


def uncertainty(product: float, *, in_nats: bool = False) -> float:
    """Returns H = -|u| log2 |u| in bits (eq. 7) for u in [-1, 1]; its limit 0 if u is 0."""
    size = abs(product)
    if not size:
        return 0.0
    return -size * (math.log(size) if in_nats else math.log2(size)) + 0.0


def _starts(nodes: Nodes, me: Player, target: Player, parameters: Parameters) -> list[Player]:
    is_by_decision = parameters.starts == "decided"
    if isinstance(nodes, Versions) and not is_by_decision:
        able = (player for *_, player in nodes.highest(_trust) if player not in (me, target))
        table = nodes.table()
        first = list(islice((player for player in able if table[player].heard), parameters.width))
        if len(first) == parameters.width:
            return first
    leading: list[tuple[float, int, Player]] = []  # the best so far, each behind its rank turned round
    least = -math.inf
    for seat, (player, node) in enumerate(nodes.items()):
        rank = abs(node.trust) if is_by_decision else node.trust
        is_able = rank > 0 if is_by_decision else player != me
        if rank > least and is_able and player != target and node.heard:
            insort(leading, (-rank, seat, player))
            if len(leading) > parameters.width:
                leading.pop()
            if len(leading) == parameters.width:
                least = -leading[-1][0]
    return [player for _, _, player in leading]


def _way(nodes: Nodes, start: Player, target: Player, parameters: Parameters) -> Way:
    """Returns the greedy way over neighbours, none twice; an edge of value 0 is no way (ours)."""
    if not parameters.hops:
        edge = nodes[start].heard.get(target)
        return (start, target) if edge and edge.value(parameters) else (start,)
    way: dict[Player, None] = {start: None}
    here, table = start, table_of(nodes)
    while here != target:
        edge = table[here].heard.get(target) if parameters.arrive == "at_once" else None
        near = target if edge and edge.value(parameters) else _most_trusted(nodes, here, way, parameters)
        if near is None:
            break
        here = near
        way[here] = None
    return tuple(way)


def _most_trusted(
    nodes: Nodes, about: Player, way: Container[Player], parameters: Parameters
) -> Player | None:
    table = table_of(nodes)
    speakers = table[about].heard
    edges = table_of(speakers)
    if isinstance(nodes, Versions) and isinstance(speakers, Versions) and len(edges) > _MANY:
        leading = nodes.highest(_trust)
        for rank, tied in groupby(leading, itemgetter(0)):
            if rank == leading[-1][0]:  # of the last group there may be more
                break
            near = [by for *_, by in tied if by in edges and by not in way]
            for by in sorted(near, key=speakers.places.__getitem__):
                if edges[by].value(parameters):
                    return by
    best, most = None, -math.inf
    for by, edge in edges.items():
        if (trust := table[by].trust) > most and by not in way and edge.value(parameters):
            best, most = by, trust
            if trust == _FULL:  # among many speakers many are trusted in full: the first of them counts
                break
    return best


_FULL = 1.0
"""The highest trust."""
_MANY = 64
"""Of more speakers than this the most trusted one is looked up among the most trusted players of all."""


def _trust(node: Node) -> float:
    return node.trust


def _chain(nodes: Nodes, players: tuple[Player, ...], parameters: Parameters) -> Chain:
    hops = tuple(_hop(nodes, about, by, parameters) for about, by in pairwise(players))
    trust = nodes[players[0]].trust
    product = trust * math.prod(hop.value for hop in hops)
    is_released = parameters.weight == "product"
    value = abs(product) if is_released else sum(hop.trust * hop.value for hop in hops)
    doubt = uncertainty(product, in_nats=is_released)
    return Chain(
        players=players,
        trust=trust,
        hops=hops,
        value=value,
        product=product,
        uncertainty=doubt,
        weight=max(0.0, value - doubt) if parameters.weight == "clipped" else value - doubt,
    )


def _hop(nodes: Nodes, about: Player, by: Player, parameters: Parameters) -> Hop:
    edge = nodes[about].heard[by]
    merged = edge.merge(parameters)
    return Hop(
        by=by,
        about=about,
        trust=nodes[by].trust,
        edge=edge,
        merged=merged,
        value=clip(merged + edge.correction),
    )


LEAST_WEIGHT = 1e-6
"""The size below which the sum of the weights of eq. 8 is no divisor."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Corrected:
    """One edge after the backward update; its last correction has the numbers of the change."""

    by: Player
    about: Player
    before: float
    edge: Edge


@dataclass(frozen=True, kw_only=True, slots=True)
class Explanation:
    """A retrieval about one player, with all numbers to recompute it by hand.

    Attributes:
        mean: what eq. 8 gives, clipped to [-1, 1].
        is_clipped: True if eq. 8 itself gives more than 1 or less than -1.
    """

    target: Player
    parameters: Parameters
    before: float
    mean: float
    is_clipped: bool
    after: float
    chains: tuple[Chain, ...]
    missed: tuple[tuple[Player, ...], ...]
    grounds: Mapping[Player, Ground]
    corrected: tuple[Corrected, ...]

    @property
    def used_chains(self) -> tuple[Chain, ...]:
        """The chains that bear on the update: those with a weight, unless the weights cancel."""
        return _used_chains(self.chains)

    @property
    def is_moved(self) -> bool:
        """True if eq. 8 replaced the trust before."""
        return bool(self.used_chains) and self.after == self.mean

    @property
    def shares(self) -> tuple[Share, ...]:
        """The products and weights of eq. 8, one for each used chain."""
        return tuple(
            Share(players=chain.players, product=chain.product, weight=chain.weight)
            for chain in self.used_chains
        )


def explain(nodes: Nodes, me: Player, target: Player, parameters: Parameters) -> Explanation:
    """Returns the chains about a target and their consequences (algorithm 2, lines 3 to 20)."""
    is_graph = parameters.trust == "graph"
    chains, missed = retrieve(nodes, me, target, parameters) if is_graph else ((), ())
    table = table_of(nodes)
    node = table[target]
    bare = weighted_mean(chains, node.trust)
    mean = clip(bare)
    after = node.trust if node.is_certain or _stays(node, mean, parameters) else mean
    on_the_way = {player for chain in chains for player in chain.players} | {target}
    return Explanation(
        target=target,
        parameters=parameters,
        before=node.trust,
        mean=mean,
        is_clipped=abs(bare) > 1 + 1e-12,
        after=after,
        chains=chains,
        missed=missed,
        grounds={player: table[player].ground for player in _in_seat_order(nodes, on_the_way)},
        corrected=_corrections(chains, table, {target: after}, parameters),
    )


def _in_seat_order(nodes: Nodes, players: Collection[Player]) -> list[Player]:
    if isinstance(nodes, Versions):
        return sorted(players, key=nodes.places.__getitem__)
    return [player for player in nodes if player in players]


def weighted_mean(chains: tuple[Chain, ...], trust: float) -> float:
    """Returns T'(p_o) = sum of (V - H) * u / sum of (V - H) over the chains (eq. 8), not clipped.

    Weights of one sign give a mean of the products; weights of mixed sign may give a value beyond them.
    Where the weights add up to less than `LEAST_WEIGHT`, the trust stays.
    """
    used_chains = _used_chains(chains)
    if not used_chains:
        return trust
    weight = sum(chain.weight for chain in used_chains)
    return sum(chain.weight / weight * chain.product for chain in used_chains)


def _used_chains(chains: tuple[Chain, ...]) -> tuple[Chain, ...]:
    if abs(sum(chain.weight for chain in chains)) < LEAST_WEIGHT:
        return ()
    return tuple(chain for chain in chains if chain.weight)


def _stays(node: Node, mean: float, parameters: Parameters) -> bool:
    trust = node.trust
    if mean > node.most:
        return True
    return parameters.replace == "larger" and trust * mean <= 0 and abs(mean) <= abs(trust)


def _corrections(
    all_chains: tuple[Chain, ...], nodes: Nodes, updated: Mapping[Player, float], parameters: Parameters
) -> tuple[Corrected, ...]:
    """Returns the edges that `backward` names after eq. 9, each once however many chains share it."""
    chains = _used_chains(all_chains)
    if parameters.backward == "false" or (parameters.backward == "several" and len(all_chains) < 2):
        return ()
    first = -1 if parameters.backward == "last" else 0
    hops = {(hop.by, hop.about): hop for chain in chains for hop in chain.hops[first:]}
    trust = {player: updated.get(player, nodes[player].trust) for edge in hops for player in edge}
    after = {
        ends: hop.edge.correct(trust[hop.by], trust[hop.about], parameters) for ends, hop in hops.items()
    }
    return tuple(
        Corrected(by=hop.by, about=hop.about, before=hop.value, edge=after[ends])
        for ends, hop in hops.items()
        if after[ends] is not hop.edge
    )
