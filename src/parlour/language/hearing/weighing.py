"""Which acts a remark holds, as far as fitted weights tell it from its words and from what the rules hear."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.language.hearing.act import SpokenAct
from parlour.language.hearing.certainty import looks
from parlour.language.hearing.evidence import RemarkEvidence
from parlour.language.hearing.readings import RemarkReadings
from parlour.language.hearing.weights import FittedWeights

LEAST_SHOWN = 0.07
"""How likely a reading must be to be shown beside the first: of others not one in twenty is meant."""


@dataclass(frozen=True, kw_only=True)
class WeighedActs:
    """The acts that are held to be meant.

    Attributes:
        acts: the likelier by itself first.
        certainty: how likely they are all that is meant, as far as the weights can tell.
        chance: how likely they are among the readings, before it is looked at what they look like.
        others: the acts of the other readings that are likely enough to be shown, the likelier reading first.
    """

    acts: tuple[SpokenAct, ...]
    certainty: float
    chance: float
    others: tuple[tuple[SpokenAct, ...], ...] = ()


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
    (acts, alone), *others = by_chance(readings, weights)
    told = looks(acts, ranked, evidence, weights.words, alone=alone)
    return WeighedActs(
        acts=acts,
        certainty=weights.certainty(told) if weights.by_look else alone,
        chance=alone,
        others=tuple(other for other, chance in others if chance >= LEAST_SHOWN),
    )


def by_chance(readings: RemarkReadings, weights: FittedWeights) -> list[tuple[tuple[SpokenAct, ...], float]]:
    """The acts of each reading, with how likely it alone is to be meant; the likeliest first."""
    told = [*readings]
    chances = weights.reading_chances([readings.features(each) for each in told])
    ranked = sorted(zip(chances, told, strict=True), key=lambda each: -each[0])
    return [(readings.acts(reading), chance) for chance, reading in ranked]
