"""A remark as it is weighed: its words, clause by clause, and the acts that it may hold."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from parlour.language.hearing.act import SpokenAct
from parlour.language.hearing.bearing import Bearing
from parlour.language.hearing.features import features, words_of
from parlour.language.hearing.possible import SLOTS, makes_sense, possible
from parlour.language.hearing.spoken import SpokenTokens
from parlour.language.hearing.weights import FittedWeights
from parlour.language.hearing.wordlists import wordlist

_AFTER_STOP = re.compile(r"(?<=[?!,.;:…—])")
_LEAST_KINDS, _MOST_KINDS, _FAINT = 3, 8, -3.0
"""How many kinds of acts are weighed: so many, and more of those that are likelier than that, in logits."""


@dataclass(kw_only=True)
class RemarkEvidence:
    """A remark as it is weighed.

    Attributes:
        text: it, marked.
        spoken: token by token.
        ruled: the acts that the rules hear.
        is_hedged: whether its words make less than a statement of something: it is supposed, or denied, or
            hearsay, or nearly so.
    """

    text: str
    spoken: SpokenTokens
    ruled: Sequence[SpokenAct] = field(default_factory=tuple[SpokenAct, ...])
    is_hedged: bool = False

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

    @property
    def is_doubted(self) -> bool:
        """Whether any word of it denies or supposes."""
        words = wordlist(self.spoken.table.language)
        return any(re.search(words[each], self.text) for each in ("doubt", "supposes"))

    def is_known(self, weights: FittedWeights) -> bool:
        """Whether any word of it was seen: a guess would else be of the question alone."""
        return weights.knows(words_of(self.text))

    def place_of(self, act: SpokenAct) -> int:
        """Where the first of whom and what an act speaks of stands; 0 where none is mentioned."""
        return min((at for _, value in act.slots for at in self.spoken.places(value)), default=0)

    def end_of(self, act: SpokenAct) -> int:
        """Where the last of whom and what an act speaks of is first mentioned; 0 where none is."""
        places = (self.spoken.places(value) for _, value in act.slots)
        return max((found[0] for found in places if found), default=0)

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
        scope = self.spoken.table.scope
        ruled = [act for act in self.ruled if makes_sense(act.kind, scope)] if by_rules else []
        known = [kind for kind in chances if makes_sense(kind, scope)]
        ranked = sorted(known, key=lambda kind: -chances[kind])[:_MOST_KINDS]
        kinds = [kind for n, kind in enumerate(ranked) if n < _LEAST_KINDS or chances[kind] > _FAINT]
        found = [
            act
            for kind in dict.fromkeys([*kinds, *(act.kind for act in ruled)])
            for act in self.of_kind(kind)
        ]
        seen = {act.key for act in found}
        return [*found, *(act for act in ruled if act.key not in seen)]

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
