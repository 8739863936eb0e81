"""The readings of a remark: which of the acts that it may hold are meant together, and what speaks for each.

By itself each act is weighed without regard to the others (`weights.py`): two that are hardly ever meant at
once may both be likely, and the likeliest of a remark may fall short. So sets of the likeliest acts are
weighed against each other: by how likely their acts are, how many for so long a remark, which kinds stand
beside or instead of which, and of whom nothing would be said.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from parlour.language.hearing.act import SpokenAct
from parlour.language.hearing.certainty import Ranked, agreement_with_rules, as_log_odds, unsaid
from parlour.language.hearing.evidence import RemarkEvidence
from parlour.language.hearing.features import words_of

_FREE, MOST_FREE, _MOST = 6, 3, 8
"""Any three of the six likeliest acts may be meant together; more are the likeliest ones, eight at most."""
_LEAST, _LIKELY_BESIDE, _FAINT = 0.07, 0.25, 1e-3
"""How likely an act must be by itself to be read at all, and for its absence to be told by its kind; and the
least chance of any."""

Reading = tuple[int, ...]
"""The places of its acts among those that were weighed, the likeliest first."""


@dataclass(frozen=True, kw_only=True)
class RemarkReadings:
    """What a remark may mean as a whole.

    Attributes:
        evidence: the remark.
        ranked: the acts that it may hold, each with how likely it is by itself, the likeliest first.
        kinds: by kind of act, how likely it is among them, in logits.
    """

    evidence: RemarkEvidence
    ranked: Ranked
    kinds: Mapping[str, float]

    def __iter__(self) -> Iterator[Reading]:
        """Each of them; in none two acts differ in fullness alone."""
        likely = sum(chance > _LEAST for chance, _ in self.ranked)
        free = range(min(_FREE, likely))
        for size in range(MOST_FREE + 1):
            yield from (each for each in combinations(free, size) if self._is_apart(each))
        apart: list[int] = []
        for n in range(min(_MOST, likely)):
            if self._is_apart((*apart, n)):
                apart.append(n)
                if len(apart) > MOST_FREE:
                    yield tuple(apart)

    def acts(self, reading: Reading) -> tuple[SpokenAct, ...]:
        """The acts of one."""
        return tuple(self.ranked[n][1] for n in reading)

    def features(self, reading: Reading) -> dict[str, float]:
        """What speaks for one, or against it."""
        acts = self.acts(reading)
        meant = [self.ranked[n][0] for n in reading]
        beside = [each for n, each in enumerate(self.ranked[:_MOST]) if n not in reading]
        kinds = Counter(act.kind for act in acts)
        found = Counter[str](
            {
                "likely": sum(_log(chance) for chance in meant)
                + sum(_log(1 - chance) for chance, _ in beside),
                "odds": sum(as_log_odds(chance) for chance in meant),
                "least": as_log_odds(min(meant)) if meant else 0.0,
                "beside": as_log_odds(max((chance for chance, _ in beside), default=0.0)),
                "holds the likeliest": float(0 in reading),
                "holds none less likely": float(reading == tuple(range(len(reading)))),
                "slots": float(sum(len(act.slots) for act in acts)),
                "kinds": sum(self.kinds.get(kind, 0.0) for kind in kinds),
                "no other kinds": self._log_no_kind - sum(self._no_kind.get(kind, 0.0) for kind in kinds),
                "by rules": float(sum(act in self.evidence.ruled for act in acts)),
                "rules beside": float(sum(act not in acts for act in self.evidence.ruled)),
            }
        )
        found.update(self._told_by_count(acts))
        found.update(
            self._told_by_kinds(acts, kinds, [act.kind for chance, act in beside if chance > _LIKELY_BESIDE])
        )
        return dict(found)

    def _told_by_count(self, acts: Sequence[SpokenAct]) -> Iterator[str]:
        """How many acts there are, for such a remark."""
        count, left = min(len(acts), 4), min(unsaid(acts, self.evidence), 2)
        yield f"acts:{count}"
        yield from (f"acts:{count}&{each}" for each in self._size)
        yield f"unsaid:{left}"
        yield f"rules:{agreement_with_rules(acts, self.evidence.ruled)}"

    def _told_by_kinds(
        self, acts: Sequence[SpokenAct], kinds: Mapping[str, int], beside: Sequence[str]
    ) -> Iterator[str]:
        """Which kinds stand together, and instead of which."""
        asked = self.evidence.spoken.question.kind
        for kind in kinds:
            yield f"kind:{kind}"
            yield f"kind:{kind}&asked:{asked or '-'}"
            yield from (f"kind:{kind}&without:{other}" for other in beside)
        yield from (f"without:{kind}" for kind in {*beside})
        for one, other in combinations(sorted(acts, key=lambda act: act.kind), 2):
            if one.kind == other.kind:
                yield f"both:{one.kind}&{','.join(sorted(_differing(one, other)))}"
            else:
                is_shared = not {value for _, value in one.slots}.isdisjoint(
                    value for _, value in other.slots
                )
                yield f"pair:{one.kind}&{other.kind}"
                yield f"pair:{one.kind}&{other.kind}&{'shared' if is_shared else 'apart'}"

    def _is_apart(self, reading: Reading) -> bool:
        return not any(
            differ_in_fullness_alone(self.ranked[one][1], self.ranked[other][1])
            for one, other in combinations(reading, 2)
        )

    @cached_property
    def _size(self) -> tuple[str, ...]:
        """How much of a remark it is."""
        length = min(len(words_of(self.evidence.text)) // 4, 6)
        asked = bool(self.evidence.spoken.question.kind)
        return f"clauses:{min(len(self.evidence.clauses), 4)}", f"length:{length}", f"asked:{asked}"

    @cached_property
    def _no_kind(self) -> Mapping[str, float]:
        return {kind: -math.log1p(math.exp(odds)) for kind, odds in self.kinds.items()}

    @cached_property
    def _log_no_kind(self) -> float:
        return sum(self._no_kind.values())


def differ_in_fullness_alone(one: SpokenAct, other: SpokenAct) -> bool:
    """Whether two acts are the same but for what one of them leaves out."""
    mine, its = {*one.slots}, {*other.slots}
    return one.kind == other.kind and (mine <= its or its <= mine)


def _differing(one: SpokenAct, other: SpokenAct) -> set[str]:
    return {slot for slot, _ in {*one.slots} ^ {*other.slots}}


def _log(chance: float) -> float:
    return math.log(max(chance, _FAINT))
