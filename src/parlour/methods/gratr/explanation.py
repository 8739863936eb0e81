"""Why a player is trusted as far as it is: an update with all of its arithmetic (GRATR, eq. 8 and 9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from parlour.core import Player
from parlour.methods.gratr.chains import NOTHING_FOUND, Chain, ChainRetrieval, Hop, retrieve
from parlour.methods.gratr.edges import Edge, clipped
from parlour.methods.gratr.nodes import Ground, Nodes, Share
from parlour.methods.gratr.parameters import Parameters


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
        mean: what eq. 8 gives.
        after: T(p_o) afterwards: that mean, unless the trust before stays.
        chains: all chains that reached the target; those of weight 0 were not used.
        missed: ways that did not reach it.
        grounds: what the trust in each player of the chains rested on, the target among them.
        corrected: the edges that the backward update changed.
    """

    target: Player
    parameters: Parameters
    before: float
    mean: float
    after: float
    chains: tuple[Chain, ...]
    missed: tuple[tuple[Player, ...], ...]
    grounds: Mapping[Player, Ground]
    corrected: tuple[Corrected, ...]

    @property
    def used(self) -> tuple[Chain, ...]:
        """The chains that bore on the update: those of a weight above 0."""
        return tuple(chain for chain in self.chains if chain.weight > 0)

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
    mean = weighed(found.chains, node.trust)
    after = node.trust if node.is_certain or _stays(node.trust, mean, parameters) else mean
    on_the_way = {player for chain in found.chains for player in chain.players} | {target}
    return Explanation(
        target=target,
        parameters=parameters,
        before=node.trust,
        mean=mean,
        after=after,
        chains=found.chains,
        missed=found.missed,
        grounds={player: it.ground for player, it in nodes.items() if player in on_the_way},
        corrected=_corrected(found, nodes, {target: after}, parameters) if parameters.backward else (),
    )


def weighed(chains: tuple[Chain, ...], trust: float) -> float:
    """T'(p_o) = sum of (V - H) * u / sum of (V - H), over the chains (eq. 8), in [-1, 1].

    A weight V - H may be negative and would make of a mean something outside its values: it is clipped at 0.
    Where all weights are 0, the trust stays (NOTES 5).

    Args:
        chains: those that reached the target.
        trust: T(p_o) before.
    """
    weight = sum(chain.weight for chain in chains)
    if not weight:
        return trust
    return clipped(sum(chain.weight / weight * chain.product for chain in chains))


def _stays(trust: float, mean: float, parameters: Parameters) -> bool:
    """Whether a trust gives way to no such mean: by `replace=larger`, to none of another sign and smaller."""
    return parameters.replace == "larger" and trust * mean <= 0 and abs(mean) <= abs(trust)


def _corrected(
    found: ChainRetrieval, nodes: Nodes, updated: Mapping[Player, float], parameters: Parameters
) -> tuple[Corrected, ...]:
    """Eq. 9 for all edges of the used chains, each of them once however many chains share it (NOTES 3)."""
    hops = {(hop.by, hop.about): hop for chain in found.chains if chain.weight > 0 for hop in chain.hops}
    trust = {player: updated.get(player, nodes[player].trust) for edge in hops for player in edge}
    after = {
        ends: hop.edge.corrected(trust[hop.by], trust[hop.about], parameters) for ends, hop in hops.items()
    }
    return tuple(_change(hop, after[ends]) for ends, hop in hops.items() if after[ends] is not hop.edge)


def _change(hop: Hop, after: Edge) -> Corrected:
    return Corrected(by=hop.by, about=hop.about, before=hop.value, edge=after)
