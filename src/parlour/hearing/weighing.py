"""Which acts a remark holds, as far as fitted weights tell it from its words and from what the rules hear."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from parlour.hearing.act import SpokenAct
from parlour.hearing.certainty import Ranked, looks
from parlour.hearing.evidence import RemarkEvidence
from parlour.hearing.weights import FittedWeights

_LIKELY, _LEAST = 0.45, 0.07
"""How likely an act must be to be heard, and to be heard where nothing else is."""
_REST = 6


@dataclass(frozen=True, kw_only=True)
class WeighedActs:
    """The acts that are held to be meant.

    Attributes:
        acts: in the order of their likelihood.
        certainty: how likely they are all that is meant, as far as the weights can tell.
    """

    acts: tuple[SpokenAct, ...]
    certainty: float


def weighed(evidence: RemarkEvidence, weights: FittedWeights) -> WeighedActs:
    """The acts that a remark is held to mean."""
    chances = weights.kind_chances(evidence.words())
    by_clause = {n: weights.kind_chances(words) for n, words in evidence.clause_words.items()}
    bearing = evidence.bearing(chances, by_clause)
    ranked = sorted(
        ((weights.act_chance(bearing.of(act)), act) for act in evidence.possible(chances)),
        key=lambda each: -each[0],
    )
    told = chosen(ranked)
    if not weights.by_look:
        return told
    return replace(told, certainty=weights.certainty(looks(told.acts, ranked, evidence, weights.words)))


def chosen(ranked: Ranked) -> WeighedActs:
    """The acts that are likely enough, from the likeliest on: of those that differ in fullness alone one."""
    kept: list[tuple[float, SpokenAct]] = []
    for chance, act in ranked:
        if chance > _LIKELY and not any(_overlap(act, other) for _, other in kept):
            kept.append((chance, act))
    if not kept and ranked and ranked[0][0] > _LEAST:
        kept = [ranked[0]]
    rest = [chance for chance, act in ranked if all(act is not other for _, other in kept)][:_REST]
    certainty = math.prod(chance for chance, _ in kept) * math.prod(1 - chance for chance in rest)
    return WeighedActs(acts=tuple(act for _, act in kept), certainty=certainty)


def _overlap(act: SpokenAct, other: SpokenAct) -> bool:
    mine, its = set(act.slots), set(other.slots)
    return act.kind == other.kind and (mine <= its or its <= mine)
