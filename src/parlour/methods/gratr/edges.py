"""What the agent makes of one player's words about another: merged and corrected (GRATR, eq. 1, 4, 9)."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from parlour.methods.gratr.evidence import Evidence
from parlour.methods.gratr.parameters import Parameters


def clipped(value: float) -> float:
    """The value, or the nearer end of [-1, 1]."""
    return max(-1.0, min(1.0, value))


def _event(item: Evidence) -> int:
    return item.event


def decayed(evidence: Sequence[Evidence], rho: float) -> float:
    """The sum of eq. 4: over k = 1..n of rho^(n-k) * c_k, by Horner's rule; 0 for no evidence.

    Args:
        evidence: n items in the order of time.
        rho: in [0, 1]; 0^0 is 1, so that with 0 only the last item counts.
    """
    total = 0.0
    for item in evidence:
        total = rho * total + item.credibility
    return total


def nested(evidence: Sequence[Evidence], rho: float) -> float:
    """Merged evidence that is merged again with each new item: m_k = tanh(rho * m_{k-1} + c_k), m_0 = 0.

    Args:
        evidence: items in the order of time.
        rho: in [0, 1].
    """
    value = 0.0
    for item in evidence:
        value = math.tanh(rho * value + item.credibility)
    return value


@dataclass(frozen=True, kw_only=True, slots=True)
class Term:
    """What one item adds to the sum of eq. 4.

    Attributes:
        evidence: d_k.
        decay: rho^(n-k), where n - k items came later; 1 for the last.
        share: rho^(n-k) * c_k.
    """

    evidence: Evidence
    decay: float
    share: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Correction:
    """One backward update of an edge e(p, q) (eq. 9).

    Attributes:
        items: how many items of evidence the edge had, the first ones of its list.
        trust: T(p), after the retrieval's update.
        towards: T(q), after the retrieval's update.
        value: T(p, q) afterwards.
    """

    items: int
    trust: float
    towards: float
    value: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Edge:
    """The directed edge e(p_i, p_j): what p_i said of p_j and did to p_j, as the agent saw it.

    Merging evidence anew (eq. 4) would erase what a backward update (eq. 9) had added. So an edge keeps two
    addends apart, of the evidence and of the corrections, and is their sum clipped to [-1, 1] (NOTES 3).

    Attributes:
        evidence: D(p_i, p_j), in the order of time.
        total: the sum of eq. 4 over them, kept so that one more item costs one multiplication.
        correction: K, in [-2, 2], what all backward updates together have added.
        corrections: those updates; K is the last one's value less what the evidence of its time gives.
    """

    evidence: tuple[Evidence, ...] = ()
    total: float = 0.0
    correction: float = 0.0
    corrections: tuple[Correction, ...] = ()

    def with_item(self, item: Evidence, rho: float) -> Edge:
        """D' = D ∪ {d} (eq. 1), in the order of time.

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
        total = rho * self.total + item.credibility if is_latest else decayed(evidence, rho)
        return replace(self, evidence=evidence, total=total)

    def merged(self, parameters: Parameters) -> float:
        """tanh(sum of rho^(n-k) * c_k) (eq. 4), in [-1, 1]; 0 without evidence, T^0 of the paper.

        Without merging (GRATR-1) the credibility of the last item stands for it, as it is: the tanh only
        keeps a sum in bounds and goes with it (NOTES 6). The released code merges what it merged before once
        more (`nested`).
        """
        match parameters.merging:
            case "all":
                return math.tanh(self.total)
            case "nested":
                return nested(self.evidence, parameters.rho)
            case "false":
                return self.evidence[-1].credibility if self.evidence else 0.0

    def value(self, parameters: Parameters) -> float:
        """T(p_i, p_j) = merged evidence + correction, clipped to [-1, 1] together (NOTES 3)."""
        return clipped(self.merged(parameters) + self.correction)

    def terms(self, parameters: Parameters) -> tuple[Term, ...]:
        """The addends of eq. 4, one for each item that counts; the last item alone without merging.

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

    def corrected(self, trust: float, towards: float, parameters: Parameters) -> Edge:
        """T'(p, q) = gamma * T(p) / T(q) + T(p, q), clipped to [-1, 1] (eq. 9).

        The paper prints it for the last hop of a chain, p = p_o and q = p_{o-1}; `backward` says for which
        hops it is applied. Where |T(q)| < epsilon there is no correction (NOTES 5). The correction K becomes
        T' less the merged evidence, so that the edge is T' exactly, however far it was beyond the bounds.

        Args:
            trust: T(p) in [-1, 1], of the player whose edge this is.
            towards: T(q) in [-1, 1], of the player that the edge leads to.
            parameters: gamma, epsilon, and how evidence is merged.
        """
        if abs(towards) < parameters.epsilon:
            return self
        value = clipped(parameters.gamma * trust / towards + self.value(parameters))
        correction = value - self.merged(parameters)
        if correction == self.correction:
            return self
        done = Correction(items=len(self.evidence), trust=trust, towards=towards, value=value)
        return replace(self, correction=correction, corrections=(*self.corrections, done))
