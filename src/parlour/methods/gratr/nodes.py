"""How far the agent trusts one player, and what that trust rests on (GRATR, section 3.1, eq. 2 and 3)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Literal

from pydantic import Field

from parlour.core import Player
from parlour.methods.gratr.edges import Edge
from parlour.methods.gratr.evidence import Evidence, Stance
from parlour.methods.gratr.parameters import Parameters
from parlour.methods.gratr.versions import AS_DICT, versions


@dataclass(frozen=True, kw_only=True, slots=True)
class Began:
    """The trust is still that of the start."""

    kind: Literal["began"] = "began"


@dataclass(frozen=True, kw_only=True, slots=True)
class Known:
    """The agent knows it for certain, and nothing overwrites it.

    Attributes:
        why: where from, such as a check at night.
    """

    why: str
    kind: Literal["known"] = "known"


@dataclass(frozen=True, kw_only=True, slots=True)
class Told:
    """One item of evidence set the trust: T(p_j) = counts * c (eq. 2 and 3).

    Attributes:
        evidence: the item.
        counts: T(p_i) of its speaker at that time, or the prior in its stead.
        is_prior: whether it was the prior.
    """

    evidence: Evidence
    counts: float
    is_prior: bool
    kind: Literal["told"] = "told"


@dataclass(frozen=True, kw_only=True, slots=True)
class Share:
    """What one chain gave to a weighted update.

    Attributes:
        players: p_1 to p_o.
        product: u (eq. 6), in [-1, 1].
        weight: V - H (eq. 5 and 7), not 0.
    """

    players: tuple[Player, ...]
    product: float
    weight: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Weighed:
    """A retrieval set the trust: the mean of the products, by weight (eq. 8).

    Attributes:
        shares: the chains that were used, at least one.
    """

    shares: tuple[Share, ...]
    kind: Literal["weighed"] = "weighed"


@dataclass(frozen=True, kw_only=True, slots=True)
class Summed:
    """All that was said of a player, added up (`trust=sum`).

    Attributes:
        latest: the item that came last.
        total: the sum of all credibilities, on top of the trust of the start; the trust is its tanh.
    """

    latest: Evidence
    total: float
    kind: Literal["summed"] = "summed"


@dataclass(frozen=True, kw_only=True, slots=True)
class Drawn:
    """The trust is a draw of the match seed, and stays (`trust=random`)."""

    kind: Literal["drawn"] = "drawn"


Ground = Annotated[Began | Known | Told | Weighed | Summed | Drawn, Field(discriminator="kind")]
"""What a trust rests on."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Node:
    """One player in the eyes of the agent.

    The paper's history h(p_i) is the events whose numbers stand in the evidence; their words are on record.

    Attributes:
        trust: T(p), in [-1, 1].
        ground: what it rests on.
        most: the trust that it cannot rise above: 0 for a player whom a werewolf knows to be no werewolf.
        heard: who has said something of this player, and the edge from there, the first to speak first.
    """

    trust: float = 0.0
    ground: Ground = Began()
    most: float = 1.0
    heard: Annotated[Mapping[Player, Edge], AS_DICT] = field(default_factory=dict[Player, Edge])

    @property
    def is_certain(self) -> bool:
        """Whether the agent knows rather than believes."""
        return isinstance(self.ground, Known)

    def stance(self, epsilon: float) -> Stance:
        """An ally above epsilon, an adversary below -epsilon, otherwise indifferent (section 3.1)."""
        if abs(self.trust) <= epsilon:
            return Stance.INDIFFERENT
        return Stance.ALLY if self.trust > 0 else Stance.ADVERSARY

    def told(self, item: Evidence, speaker: Node, parameters: Parameters) -> Node:
        """The node p_j after an item about it: eq. 2 and 3.

        u = T(p_i) * c, and T'(p_j) is u if |u| > |T(p_j)|, otherwise T(p_j) as it was. As printed nothing
        would ever move for somebody who starts with everyone at 0: where |T(p_i)| <= epsilon, the prior
        stands in for T(p_i) (NOTES 1). What is known for certain is 1 or -1, which no u can exceed.
        """
        if self.is_certain or isinstance(self.ground, Drawn):
            return self
        if parameters.trust == "sum":
            return self._summed(item)
        is_prior = abs(speaker.trust) <= parameters.epsilon
        counts = parameters.prior if is_prior else speaker.trust
        update = counts * item.credibility
        if abs(update) <= abs(self.trust) or update > self.most:
            return self
        return replace(self, trust=update, ground=Told(evidence=item, counts=counts, is_prior=is_prior))

    def _summed(self, item: Evidence) -> Node:
        """The node with one more item in its sum."""
        before = self.ground.total if isinstance(self.ground, Summed) else math.atanh(self.trust)
        total = before + item.credibility
        return replace(self, trust=math.tanh(total), ground=Summed(latest=item, total=total))

    def with_edge(self, by: Player, edge: Edge) -> Node:
        """The node with this edge from that player."""
        return replace(self, heard=versions(self.heard).having(by, edge))


Nodes = Annotated[Mapping[Player, Node], AS_DICT]
"""Everybody at the table, in seat order."""
