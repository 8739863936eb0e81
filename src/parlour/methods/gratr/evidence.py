"""Evidence, the parameters of a trust graph, and the edges that evidence merges into (GRATR, eq. 1, 4, 9)."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, computed_field

from parlour.core import Player

_SWITCHES = {"true": "all", "yes": "all", "no": "false"}


def _spell_switch(value: object) -> object:
    word = str(value).lower() if isinstance(value, bool | str) else value
    return _SWITCHES.get(word, word) if isinstance(word, str) else word


class Parameters(BaseModel):
    """The settings of a trust graph.

    The paper prints none of the numbers; those that are not ours are from its authors' released code.

    Attributes:
        epsilon: in (0, 1). A trust above it makes an ally, one below -epsilon an adversary.
        rho: in [0, 1], by how much each later item of an edge makes an earlier one fade (eq. 4).
        width: w, with how many of the most trusted players a retrieval starts (algorithm 2).
        gamma: in [0, 1], the learning rate of the backward update (eq. 9).
        prior: in [0, 1], ours: the weight of a statement by a player that the agent neither trusts nor
            distrusts. With 0 a villager's graph never moves, as it never would by the printed
            equations.
        merging: how an edge merges its evidence. `all`: by eq. 4 over all items, as printed. `nested`, as
            released: what was merged before is merged again with each new item; doing so at each item
            is our reading. `false` (GRATR-1): its last item counts.
        hops: whether chains may have more than one hop; without them (GRATR-2) only what the target itself
            said of the most trusted players counts.
        backward: which edges of the used chains eq. 9 corrects. `last`: T(p_o, p_{o-1}) of each, as printed.
            `all` (ours): every hop.
            `several`: every hop, where more than one chain reached the target; the
            condition is the released code's, which hops it corrects is our reading. `false`
            (GRATR-3): none.
        arrive: how a chain gets to the target. `by_trust` goes there only when no neighbour is trusted more,
            as algorithm 2 is printed, so that it often misses a distrusted target; `at_once` goes
            there as soon as the target is a neighbour (ours: the other reading of "a direct edge is a
            chain").
        starts: where a retrieval's chains begin. `trusted`: with those who are trusted most, as algorithm 2
            is printed, the agent itself left out. `decided`: with those that the agent is surest
            of either way, by |T|, itself among them, as the authors' released code has it.
        weight: the weight of a chain in eq. 8. `printed`: V - H as it is, V the sum of eq. 5 and H in bits;
            weights of mixed sign can take the mean out of [-1, 1], where it is clipped. `clipped` (ours):
            V - H, or 0 where that is negative. `product`: |u| - H as released, with H in nats, as it is.
            Where the weights add up to less than 1e-6, the trust stays.
        replace: when eq. 8 takes the place of a trust. `always`, as printed; `larger`, as released: where
            it has the sign of the trust before, or is larger than it.
        trust: what a trust is. `graph`: GRATR's. The others are arms that say what any trust could gain, and
            retrieve nothing: `sum`, the plain sum of all credibilities, kept in bounds by tanh; `random`, a
            draw of the match seed that nothing said moves; `oracle`, 1 or -1 by the true sides, which only an
            experiment tells.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)
    epsilon: float = Field(default=0.2, gt=0, lt=1)
    rho: float = Field(default=0.95, ge=0, le=1)
    width: int = Field(default=3, ge=1)
    gamma: float = Field(default=0.1, ge=0, le=1)
    prior: float = Field(default=0.5, ge=0, le=1)
    merging: Annotated[Literal["all", "nested", "false"], BeforeValidator(_spell_switch)] = "all"
    hops: bool = True
    backward: Annotated[Literal["all", "last", "several", "false"], BeforeValidator(_spell_switch)] = "all"
    arrive: Literal["by_trust", "at_once"] = "by_trust"
    starts: Literal["trusted", "decided"] = "trusted"
    weight: Literal["printed", "clipped", "product"] = "clipped"
    replace: Literal["always", "larger"] = "always"
    trust: Literal["graph", "sum", "random", "oracle"] = "graph"


STRONGEST = 10
"""The highest score of an item."""


class Stance(StrEnum):
    """The relation between two players, as evidence states it and as a trust implies it."""

    ALLY = "ally"
    ADVERSARY = "adversary"
    INDIFFERENT = "indifferent"


class EvidenceType(StrEnum):
    """The effect of a statement or an action on the player that it is about (appendix D.1)."""

    ATTACK = "attack"
    DEFEND = "defend"
    DECEIVE = "deceive"
    INDIFFERENT = "indifferent"


_MEANT = {
    EvidenceType.ATTACK: Stance.ADVERSARY,
    EvidenceType.DEFEND: Stance.ALLY,
    EvidenceType.DECEIVE: Stance.ADVERSARY,
    EvidenceType.INDIFFERENT: Stance.INDIFFERENT,
}
_SIGNS = {Stance.ALLY: 1, Stance.ADVERSARY: -1, Stance.INDIFFERENT: 0}


class Evidence(BaseModel):
    """One item d(p_i, p_j) of an edge's evidence list.

    It holds numbers of events and not their words: those are on record.

    Attributes:
        about: p_j, the player concerned; it may be the speaker (appendix D.1 allows self-defence).
        score: how strong or certain it is, 0 to 10.
        contested: the role that both p_i and p_j claim, where the item is a counter-claim (`roles=read`);
            empty otherwise, and then not on record either.
    """

    model_config = ConfigDict(frozen=True, allow_inf_nan=False)
    by: Player
    about: Player
    type: EvidenceType
    relation: Stance
    reason: str = ""
    score: float = Field(ge=0, le=STRONGEST)
    event: int = Field(ge=0)
    round: int = Field(default=0, ge=0)
    contested: str = ""

    @computed_field
    @property
    def credibility(self) -> float:
        """The signed number c = sign * score / 10, in [-1, 1].

        Defence counts +, attack and deceit -, indifference 0.
        """
        return _SIGNS[_MEANT[self.type]] * self.score / STRONGEST

    @computed_field
    @property
    def note(self) -> str:
        """A remark if type and relation disagree; the type then decides."""
        if _MEANT[self.type] is self.relation:
            return ""
        return f"type {self.type} disagrees with relation {self.relation}: the type decides"


def clip(value: float) -> float:
    """Returns the value, or the nearer end of [-1, 1]."""
    if -1.0 <= value <= 1.0:  # as nearly always
        return value
    return 1.0 if value > 0 else -1.0


def _event(item: Evidence) -> int:
    return item.event


def with_one_more(total: float, item: Evidence, rho: float) -> float:
    """Returns the sum of eq. 4 with one more item: S_k = rho * S_{k-1} + c_k, which is Horner's rule for it.

    `total`: S_{k-1}, the sum of rho^(k-1-l) * c_l over l = 1..k-1; 0 for no evidence.
    `rho`: in [0, 1]; 0^0 is 1, so that with 0 only the last item counts.
    """
    return rho * total + item.credibility


def merge_nested(evidence: Sequence[Evidence], rho: float) -> float:
    """Returns evidence that is merged anew with each item: m_k = tanh(rho * m_{k-1} + c_k), m_0 = 0.

    `rho`: in [0, 1].
    """
    value = 0.0
    for item in evidence:
        value = math.tanh(with_one_more(value, item, rho))
    return value


@dataclass(frozen=True, kw_only=True, slots=True)
class Term:
    """One item's addend in the sum of eq. 4.

    Attributes:
        decay: rho^(n-k), where n - k items came later; 1 for the last.
        share: rho^(n-k) * c_k.
    """

    evidence: Evidence
    decay: float
    share: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Correction:
    """One backward update of an edge e(p, q) (eq. 9)."""

    items: int
    trust: float
    towards: float
    value: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Edge:
    """The directed edge e(p_i, p_j): what p_i said of p_j and did to p_j, as the agent saw it.

    Merging evidence anew (eq. 4) would erase what a backward update (eq. 9) had added. So an edge keeps two
    addends apart, of the evidence and of the corrections, and is their sum clipped to [-1, 1].

    Attributes:
        total: the sum of eq. 4 over them, kept so that one more item costs one multiplication.
        correction: K, in [-2, 2], what all backward updates together have added.
    """

    evidence: tuple[Evidence, ...] = ()
    total: float = 0.0
    correction: float = 0.0
    corrections: tuple[Correction, ...] = ()

    def with_item(self, item: Evidence, rho: float) -> Edge:
        """Returns the edge with one more item, D' = D ∪ {d} (eq. 1), in the order of time.

        It is the union of a set: an item that is there already changes nothing. An item of an earlier event
        takes its place in time, so that it does not matter when it was read. Items of the same event stay in
        the order in which they came.
        """
        first = bisect_left(self.evidence, item.event, key=_event)
        place = bisect_right(self.evidence, item.event, lo=first, key=_event)
        if item in self.evidence[first:place]:
            return self
        evidence = (*self.evidence[:place], item, *self.evidence[place:])
        is_latest = place == len(self.evidence)
        total, later = (self.total, (item,)) if is_latest else (0.0, evidence)
        for later_item in later:
            total = with_one_more(total, later_item, rho)
        return replace(self, evidence=evidence, total=total)

    def merge(self, parameters: Parameters) -> float:
        """Returns tanh(sum of rho^(n-k) * c_k) (eq. 4), in [-1, 1]; 0 without evidence, T^0 of the paper.

        Without merging (GRATR-1) the credibility of the last item stands for it, as it is: the tanh only
        keeps a sum in bounds and goes with it. The released code merges what it merged before once
        more (`nested`).
        """
        match parameters.merging:
            case "all":
                return math.tanh(self.total)
            case "nested":
                return merge_nested(self.evidence, parameters.rho)
            case "false":
                return self.evidence[-1].credibility if self.evidence else 0.0

    def value(self, parameters: Parameters) -> float:
        """Returns T(p_i, p_j) = merged evidence + correction, clipped to [-1, 1] together."""
        return clip(self.merge(parameters) + self.correction)

    def terms(self, parameters: Parameters) -> tuple[Term, ...]:
        """Returns the addends of eq. 4, one for each item that counts; the last item alone without merging.

        Nested merging has no such sum, so that there is no addend.
        """
        if parameters.merging == "nested":
            return ()
        evidence = self.evidence if parameters.merging == "all" else self.evidence[-1:]
        decays = [parameters.rho**age for age in range(len(evidence) - 1, -1, -1)]
        return tuple(
            Term(evidence=item, decay=decay, share=decay * item.credibility)
            for item, decay in zip(evidence, decays, strict=True)
        )

    def correct(self, trust: float, towards: float, parameters: Parameters) -> Edge:
        """Returns the edge with T'(p, q) = gamma * T(p) / T(q) + T(p, q), clipped to [-1, 1] (eq. 9).

        The paper prints it for the last hop of a chain, p = p_o and q = p_{o-1}; `backward` says for which
        hops it is applied. Where |T(q)| < epsilon there is no correction. The correction K becomes
        T' less the merged evidence, so that the edge is T' exactly, however far it was beyond the bounds.

        `trust`: T(p) in [-1, 1], of the player whose edge this is.
        `towards`: T(q) in [-1, 1], of the player that the edge leads to.
        """
        if abs(towards) < parameters.epsilon:
            return self
        value = clip(parameters.gamma * trust / towards + self.value(parameters))
        correction = value - self.merge(parameters)
        if correction == self.correction:
            return self
        done = Correction(items=len(self.evidence), trust=trust, towards=towards, value=value)
        return replace(self, correction=correction, corrections=(*self.corrections, done))
