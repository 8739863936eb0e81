"""Which acts a remark holds, as far as fitted weights tell it from its words and from what the rules hear."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.hearing.act import SpokenAct
from parlour.hearing.certainty import looks
from parlour.hearing.evidence import RemarkEvidence
from parlour.hearing.readings import RemarkReadings
from parlour.hearing.weights import FittedWeights


@dataclass(frozen=True, kw_only=True)
class WeighedActs:
    """The acts that are held to be meant.

    Attributes:
        acts: the likelier by itself first.
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
    readings = RemarkReadings(evidence=evidence, ranked=ranked, kinds=chances)
    acts, alone = likeliest(readings, weights)
    told = looks(acts, ranked, evidence, weights.words, alone=alone)
    return WeighedActs(acts=acts, certainty=weights.certainty(told) if weights.by_look else alone)


def likeliest(readings: RemarkReadings, weights: FittedWeights) -> tuple[tuple[SpokenAct, ...], float]:
    """The acts of the likeliest reading, and how likely it is to be meant rather than any other."""
    told = [*readings]
    chances = weights.reading_chances([readings.features(each) for each in told])
    alone, best = max(zip(chances, told, strict=True), key=lambda each: each[0])
    return readings.acts(best), alone
