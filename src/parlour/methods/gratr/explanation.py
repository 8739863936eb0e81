"""Why a player is trusted as far as it is: an update with all of its arithmetic (GRATR, eq. 8 and 9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from parlour.core import Player
from parlour.methods.gratr.chains import NOTHING_FOUND, Chain, ChainRetrieval, Hop, retrieve
from parlour.methods.gratr.edges import Edge, clipped
from parlour.methods.gratr.nodes import Ground, Node, Nodes, Share
from parlour.methods.gratr.parameters import Parameters

LEAST_WEIGHT = 1e-6
"""The size below which the sum of the weights of eq. 8 is no divisor."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Corrected:
    """One edge after the backward update; what it was and by how much it moved stand in its last correction.

    Attributes:
        by: whose edge.
        about: to whom.
        before: T(by, about) before.
        edge: the edge after.
    """

    by: Player
    about: Player
    before: float
    edge: Edge


@dataclass(frozen=True, kw_only=True, slots=True)
class Explanation:
    """What a retrieval makes of one player, enough to work out every number again by hand.

    Attributes:
        target: p_o, whom it is about.
        parameters: those of the graph.
        before: T(p_o) before.
        mean: what eq. 8 gives, clipped to [-1, 1].
        is_clipped: whether eq. 8 itself gives more than 1 or less than -1.
        after: T(p_o) afterwards: that mean, unless the trust before stays.
        chains: all chains that reached the target.
        missed: ways that did not reach it.
        grounds: what the trust in each player of the chains rested on, the target among them.
        corrected: the edges that the backward update changed.
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
    def used(self) -> tuple[Chain, ...]:
        """The chains that bear on the update: those with a weight, unless the weights cancel."""
        return _used(self.chains)

    @property
    def is_moved(self) -> bool:
        """Whether eq. 8 took the place of the trust before."""
        return bool(self.used) and self.after == self.mean

    @property
    def shares(self) -> tuple[Share, ...]:
        """The products and weights of eq. 8, one for each used chain."""
        return tuple(
            Share(players=chain.players, product=chain.product, weight=chain.weight) for chain in self.used
        )


def explain(nodes: Nodes, me: Player, target: Player, parameters: Parameters) -> Explanation:
    """Algorithm 2, lines 3 to 20: retrieves chains about the target, and works out what follows from them."""
    found = NOTHING_FOUND if parameters.trust != "graph" else retrieve(nodes, me, target, parameters)
    node = nodes[target]
    bare = weighed(found.chains, node.trust)
    mean = clipped(bare)
    after = node.trust if node.is_certain or _stays(node, mean, parameters) else mean
    on_the_way = {player for chain in found.chains for player in chain.players} | {target}
    return Explanation(
        target=target,
        parameters=parameters,
        before=node.trust,
        mean=mean,
        is_clipped=abs(bare) > 1 + 1e-12,
        after=after,
        chains=found.chains,
        missed=found.missed,
        grounds={player: it.ground for player, it in nodes.items() if player in on_the_way},
        corrected=_corrected(found, nodes, {target: after}, parameters),
    )


def weighed(chains: tuple[Chain, ...], trust: float) -> float:
    """T'(p_o) = sum of (V - H) * u / sum of (V - H), over the chains (eq. 8), not yet clipped.

    Weights of one sign give a mean of the products; weights of mixed sign may give a value beyond them.
    Where the weights add up to less than `LEAST_WEIGHT`, the trust stays.

    Args:
        chains: those that reached the target.
        trust: T(p_o) before.
    """
    used = _used(chains)
    if not used:
        return trust
    weight = sum(chain.weight for chain in used)
    return sum(chain.weight / weight * chain.product for chain in used)


def _used(chains: tuple[Chain, ...]) -> tuple[Chain, ...]:
    """The chains with a weight; none where the weights add up to nothing to divide by."""
    if abs(sum(chain.weight for chain in chains)) < LEAST_WEIGHT:
        return ()
    return tuple(chain for chain in chains if chain.weight)


def _stays(node: Node, mean: float, parameters: Parameters) -> bool:
    """Whether a trust gives way to no such mean.

    That is one above what the node allows, and by `replace=larger` one of another sign and smaller.
    """
    trust = node.trust
    if mean > node.most:
        return True
    return parameters.replace == "larger" and trust * mean <= 0 and abs(mean) <= abs(trust)


def _corrected(
    found: ChainRetrieval, nodes: Nodes, updated: Mapping[Player, float], parameters: Parameters
) -> tuple[Corrected, ...]:
    """Eq. 9 for the edges that `backward` names, each of them once however many chains share it."""
    chains = _used(found.chains)
    if parameters.backward == "false" or (parameters.backward == "several" and len(found.chains) < 2):
        return ()
    first = -1 if parameters.backward == "last" else 0
    hops = {(hop.by, hop.about): hop for chain in chains for hop in chain.hops[first:]}
    trust = {player: updated.get(player, nodes[player].trust) for edge in hops for player in edge}
    after = {
        ends: hop.edge.corrected(trust[hop.by], trust[hop.about], parameters) for ends, hop in hops.items()
    }
    return tuple(_change(hop, after[ends]) for ends, hop in hops.items() if after[ends] is not hop.edge)


def _change(hop: Hop, after: Edge) -> Corrected:
    return Corrected(by=hop.by, about=hop.about, before=hop.value, edge=after)
