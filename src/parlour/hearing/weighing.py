"""Which acts a remark holds, as far as fitted weights tell it from its words and from what the rules hear."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from parlour.hearing.act import SpokenAct
from parlour.hearing.bearing import Bearing
from parlour.hearing.features import features, words_of
from parlour.hearing.possible import SLOTS, possible
from parlour.hearing.spoken import SpokenTokens
from parlour.hearing.weights import FittedWeights

_AFTER_STOP = re.compile(r"(?<=[?!,.;:…—])")
_LEAST_KINDS, _MOST_KINDS, _FAINT = 3, 8, -3.0
"""How many kinds of acts are weighed: so many, and more of those that are likelier than that, in logits."""
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


@dataclass(kw_only=True)
class RemarkEvidence:
    """A remark as it is weighed.

    Attributes:
        text: it, marked.
        spoken: token by token.
        ruled: the acts that the rules hear.
    """

    text: str
    spoken: SpokenTokens
    ruled: Sequence[SpokenAct] = field(default_factory=tuple[SpokenAct, ...])

    def words(self, *, by_rules: bool = True) -> list[str]:
        """Its features as a whole."""
        kinds = [act.kind for act in self.ruled] if by_rules else []
        return self._features(self.text, kinds)

    @cached_property
    def clauses(self) -> dict[int, str]:
        """Its clauses by number."""
        return {n: part for n, part in enumerate(_AFTER_STOP.split(self.text)) if part.strip()}

    @cached_property
    def clause_words(self) -> dict[int, list[str]]:
        """The features of each clause."""
        return {n: self._features(part, []) for n, part in self.clauses.items()}

    def _features(self, text: str, kinds: Sequence[str]) -> list[str]:
        table = self.spoken.table
        return features(text, self.spoken.question.kind, kinds, table.language, table.scope)

    def is_known(self, weights: FittedWeights) -> bool:
        """Whether any word of it was seen: a guess would else be of the question alone."""
        return weights.knows(words_of(self.text))

    def place_of(self, act: SpokenAct) -> int:
        """Where the first of whom and what an act speaks of stands; 0 where none is mentioned."""
        return min((at for _, value in act.slots for at in self.spoken.places(value)), default=0)

    def clause_of(self, act: SpokenAct) -> str:
        """The clause in which an act is heard, as it was typed."""
        at = self.place_of(act)
        number = self.spoken.clause[at] if at < len(self.spoken.clause) else 0
        return self.spoken.plain(self.clauses.get(number, self.text)).strip()

    def filled(self, act: SpokenAct) -> SpokenAct:
        """An act with the word of what somebody is to another, where there is one."""
        kinds = self.spoken.values("kind")
        return act.with_slots(kind=kinds[0]) if act.kind == "relation" and kinds else act

    def possible(self, chances: Mapping[str, float], *, by_rules: bool = True) -> list[SpokenAct]:
        """The acts that it may hold: of the likeliest kinds, and of the kinds that the rules hear."""
        ruled = self.ruled if by_rules else ()
        ranked = sorted(chances, key=lambda kind: -chances[kind])[:_MOST_KINDS]
        kinds = [kind for n, kind in enumerate(ranked) if n < _LEAST_KINDS or chances[kind] > _FAINT]
        found = [
            act
            for kind in dict.fromkeys([*kinds, *(act.kind for act in ruled)])
            for act in self.of_kind(kind)
        ]
        seen = {_key(act) for act in found}
        return [*found, *(act for act in ruled if _key(act) not in seen)]

    def of_kind(self, kind: str) -> Iterator[SpokenAct]:
        """Every act of a kind that it may hold."""
        return possible(kind, self.spoken) if kind in SLOTS else iter((SpokenAct(kind=kind),))

    def bearing(
        self,
        chances: Mapping[str, float],
        by_clause: Mapping[int, Mapping[str, float]],
        *,
        by_rules: bool = True,
    ) -> Bearing:
        """What bears on each act."""
        ruled = self.ruled if by_rules else ()
        return Bearing(spoken=self.spoken, ruled=ruled, chances=chances, by_clause=by_clause)


def weighed(evidence: RemarkEvidence, weights: FittedWeights) -> WeighedActs:
    """The acts that a remark is held to mean."""
    chances = weights.kind_chances(evidence.words())
    by_clause = {n: weights.kind_chances(words) for n, words in evidence.clause_words.items()}
    bearing = evidence.bearing(chances, by_clause)
    ranked = sorted(
        ((weights.act_chance(bearing.of(act)), n, act) for n, act in enumerate(evidence.possible(chances))),
        key=lambda each: (-each[0], each[1]),
    )
    return chosen([(chance, act) for chance, _, act in ranked])


def chosen(ranked: Sequence[tuple[float, SpokenAct]]) -> WeighedActs:
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


def _key(act: SpokenAct) -> tuple[str, frozenset[tuple[str, object]]]:
    return act.kind, frozenset(act.slots)
