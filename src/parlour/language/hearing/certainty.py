"""What a reading looks like, by which it is told how certain it is that nothing else is meant."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from parlour.language.hearing.act import SpokenAct
from parlour.language.hearing.evidence import RemarkEvidence
from parlour.language.hearing.features import words_of

Ranked = Sequence[tuple[float, SpokenAct]]
"""Acts with how likely each is meant, the likeliest first."""
_MOST_ACTS, _MOST_LENGTH, _SPAN = 3, 6, 6.0


def looks(
    acts: Sequence[SpokenAct],
    ranked: Ranked,
    evidence: RemarkEvidence,
    known: Collection[str],
    *,
    alone: float | None = None,
) -> dict[str, float]:
    """What bears on whether a reading is all that is meant.

    Args:
        acts: the reading.
        ranked: all acts that were weighed.
        evidence: the remark.
        known: the words that were seen when the weights were fitted.
        alone: how likely it is to be meant rather than any other reading; None where none were weighed.
    """
    kept = [chance for chance, act in ranked if act in acts]
    rest = [chance for chance, act in ranked if act not in acts]
    words = words_of(evidence.text)
    unknown = sum(word not in known for word in words) / max(len(words), 1)
    return {
        **({} if alone is None else {"alone": as_log_odds(alone)}),
        "least": as_log_odds(min(kept, default=0.0)),
        "all": sum(math.log(max(chance, 1e-3)) for chance in kept),
        "other": as_log_odds(max(rest, default=0.0)),
        "none other": sum(math.log(max(1 - chance, 1e-3)) for chance in rest[:_MOST_LENGTH]),
        "unknown": unknown,
        "some unknown": float(unknown > 0),
        f"acts:{min(len(acts), _MOST_ACTS)}": 1.0,
        f"length:{min(len(words) // 4, _MOST_LENGTH)}": 1.0,
        f"rules:{agreement_with_rules(acts, evidence.ruled)}": 1.0,
        f"unsaid:{min(unsaid(acts, evidence), 2)}": 1.0,
        f"clauses:{min(max(len(evidence.clauses) - len(acts), -1), 2)}": 1.0,
        f"asked:{bool(evidence.spoken.question.kind)}": 1.0,
    }


def unsaid(acts: Sequence[SpokenAct], evidence: RemarkEvidence) -> int:
    """How many of those who are named no act speaks of."""
    spoken, told = evidence.spoken, {value for act in acts for _, value in act.slots}
    return sum(
        any(each.how == "N" for each in mentions) and name not in told
        for name, mentions in spoken.people.items()
    )


def agreement_with_rules(acts: Sequence[SpokenAct], ruled: Sequence[SpokenAct]) -> str:
    """How far a reading is what the rules hear."""
    if not ruled:
        return "none"
    if {act.key for act in acts} == {act.key for act in ruled}:
        return "same"
    return "kinds" if sorted(act.kind for act in acts) == sorted(act.kind for act in ruled) else "others"


def as_log_odds(chance: float) -> float:
    """A chance in logits, within bounds."""
    chance = min(max(chance, 1e-4), 1 - 1e-4)
    return max(min(math.log(chance / (1 - chance)), _SPAN), -_SPAN)
