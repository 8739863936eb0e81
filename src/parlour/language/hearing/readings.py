"""Readings of a remark: sets of its possible acts, scored by weights fitted to utterances of people.

The weights (`bench/hearing_fit.py`, one file a language) are three linear models. The first tells from the
words of a remark, or of a clause, which kinds of acts it holds; the second tells of one act, with whom and
what it speaks of, whether that is meant. Two acts that are hardly ever meant together may both be likely,
so the third weighs sets of the likeliest against each other: by their acts' probabilities, the number of
acts for the length of the remark, the kinds that occur together or exclude each other, and the players that
no act would mention. What is unlikely to be all that is meant is shown to the person before it is said.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import resources
from io import BytesIO
from itertools import chain, combinations
from typing import TYPE_CHECKING, Any

from parlour.language.facts import Language, WordKind, say
from parlour.language.hearing.act import SpokenAct
from parlour.language.hearing.chips import load
from parlour.language.hearing.clauses import wordlist
from parlour.language.hearing.possible import Bearing, is_fitting, makes_sense, possible
from parlour.language.hearing.spoken import SpokenTokens, features, words_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_LEAST_SHARE = 0.003


@dataclass(frozen=True, kw_only=True)
class FittedWeights:
    """The weights of a language."""

    kinds: tuple[str, ...]
    words: Mapping[str, int]
    by_word: NDArray[np.float32]
    kind_bias: NDArray[np.float32]
    bearings: Mapping[str, int]
    by_bearing: Sequence[float]
    act_bias: float
    by_reading: Mapping[str, float] = field(default_factory=dict[str, float])
    by_look: Mapping[str, float] = field(default_factory=dict[str, float])
    least_certainty: float = 0.8

    def kind_chances(self, features: Sequence[str]) -> dict[str, float]:
        """Returns the logit of each kind of act, given some words."""
        rows = [self.words[feature] for feature in dict.fromkeys(features) if feature in self.words]
        scores = self.kind_bias + self.by_word[rows].sum(axis=0) / math.sqrt(max(len(features), 1))
        return dict(zip(self.kinds, as_logits(scores), strict=True))

    def act_chance(self, bearing: Mapping[str, float]) -> float:
        """Returns the chance that an act is meant."""
        rows, weights = self.bearings, self.by_bearing
        total = self.act_bias
        for name, value in bearing.items():
            row = rows.get(name)
            if row is not None:
                total += weights[row] * value
        return _chance(total)

    def reading_chances(self, features: Sequence[Mapping[str, float]]) -> list[float]:
        """Returns the chance of each of several readings."""
        scores = [
            sum(self.by_reading.get(name, 0.0) * value for name, value in reading.items())
            for reading in features
        ]
        powers = [math.exp(score - max(scores)) for score in scores]
        return [power / sum(powers) for power in powers]

    def certainty(self, looks: Mapping[str, float]) -> float:
        """Returns the chance that a reading is all that is meant."""
        return _chance(
            self.by_look[""] + sum(self.by_look.get(name, 0.0) * value for name, value in looks.items())
        )


def _chance(logit: float) -> float:
    return 1 / (1 + math.exp(-min(max(logit, -30.0), 30.0)))


def as_logits(shares: NDArray[np.floating[Any]]) -> list[float]:
    """Returns scores between 0 and 1 in logits, within bounds."""
    import numpy as np  # only where people type

    within = np.clip(shares.astype(float), _LEAST_SHARE, 1 - _LEAST_SHARE)
    return np.log(within / (1 - within)).tolist()


@cache
def load_weights(language: Language) -> FittedWeights:
    """Returns the weights of a language."""
    file = resources.files("parlour.language.hearing") / f"weights.{language}.npz"
    return unpack_weights(file.read_bytes())


def unpack_weights(shipped: bytes) -> FittedWeights:
    """Reads the weights from the shipped bytes."""
    import numpy as np  # only where people type

    with np.load(BytesIO(shipped), allow_pickle=False) as arrays:
        return FittedWeights(
            kinds=tuple(_split(arrays["kinds"])),
            words={word: n for n, word in enumerate(_split(arrays["words"]))},
            by_word=arrays["by_word"].astype(np.float32),
            kind_bias=arrays["kind_bias"],
            bearings={bearing: n for n, bearing in enumerate(_split(arrays["bearings"]))},
            by_bearing=arrays["by_bearing"].astype(np.float32).tolist(),
            act_bias=float(arrays["act_bias"][0]),
            by_reading=dict(
                zip(
                    _split(arrays["readings"]), arrays["by_reading"].astype(np.float32).tolist(), strict=False
                )
            ),
            by_look=dict(zip(_split(arrays["looks"]), arrays["by_look"].tolist(), strict=False)),
            least_certainty=float(arrays["least_certainty"][0]),
        )


def _split(array: NDArray[Any]) -> list[str]:
    return array.tobytes().decode().split("\n")


_AFTER_STOP = re.compile(r"(?<=[?!,.;:…—])")
_LEAST_KINDS, _MOST_KINDS, _FAINT = 3, 8, -3.0
"""The least number of kinds weighed, the most, and the logit from which more are."""


@dataclass(kw_only=True)
class RemarkEvidence:
    """A remark as it is weighed.

    Attributes:
        is_narrow: whether acts are left out that the words cannot mean; the weights were fitted with all.
    """

    text: str
    spoken: SpokenTokens
    ruled: Sequence[SpokenAct] = field(default_factory=tuple[SpokenAct, ...])
    is_hedged: bool = False
    is_narrow: bool = True

    def words(self, *, by_rules: bool = True) -> list[str]:
        """Returns the features of the whole remark."""
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
        """Returns true if any word of it denies, contrasts, supposes or retells."""
        words = wordlist(self.spoken.table.language)
        return any(re.search(words[key], self.text) for key in ("doubt", "supposes", "turns"))

    def end_of(self, act: SpokenAct) -> int:
        """Returns the position of the last of an act's values to be mentioned; 0 if there is none."""
        places = (self.spoken.places(value) for _, value in act.slots)
        return max((positions[0] for positions in places if positions), default=0)

    def clause_of(self, act: SpokenAct) -> str:
        """Returns the clause of the first mention of an act's values, as it was typed."""
        at = min((at for _, value in act.slots for at in self.spoken.places(value)), default=0)
        number = self.spoken.clause[at] if at < len(self.spoken.clause) else 0
        return self.spoken.entities.plain(self.clauses.get(number, self.text)).strip()

    def fill_kind(self, act: SpokenAct) -> SpokenAct:
        """Returns an act with the kind of a relation, first as the rules heard it, or of a motive."""
        if act.kind == "motive" and not (act["kind"] or self.is_doubted):
            language, told = self.spoken.table.language, self.spoken.entities.plain(self.text).lower()
            kinds = [kind for kind, row in load("said", language)["motives"].items() if re.search(row, told)]
            return act.with_slots(kind=say(WordKind.MOTIVE, kinds[0], language)) if len(kinds) == 1 else act
        if act.kind != "relation":
            return act
        pair = {act["of"], act["to"]}
        told = (ruled for ruled in self.ruled if ruled.kind == "relation" and ruled["kind"] not in _VAGUE)
        if same := next((ruled for ruled in told if {ruled["of"], ruled["to"]} == pair), None):
            return same
        kinds = self.spoken.values("kind")
        return act.with_slots(kind=kinds[0]) if kinds else act

    def _is_spoken_of(self, kind: str) -> bool:
        """Returns true unless a kind is never meant without words that are not there."""
        table, (words, question) = self.spoken.table, _NEEDS.get(kind, ("", ""))
        if (
            not (words and self.is_narrow)
            or (words == "votes" and table.is_of_roles)
            or question == self.spoken.question.kind
        ):
            return True
        return re.search(wordlist(table.language)["needs"][words], self.text) is not None

    def possible(self, chances: Mapping[str, float], *, by_rules: bool = True) -> list[SpokenAct]:
        """Returns the acts that the remark may hold: of the likeliest kinds and of those by rules."""
        table = self.spoken.table
        ruled = [act for act in self.ruled if makes_sense(act.kind, table)] if by_rules else []
        candidates = [kind for kind in chances if makes_sense(kind, table) and self._is_spoken_of(kind)]
        ranked = sorted(candidates, key=lambda kind: -chances[kind])[:_MOST_KINDS]
        kinds = [kind for n, kind in enumerate(ranked) if n < _LEAST_KINDS or chances[kind] > _FAINT]
        acts = [
            act
            for kind in dict.fromkeys([*kinds, *(act.kind for act in ruled)])
            for act in possible(kind, self.spoken, is_narrow=self.is_narrow)
        ]
        keys = {act.key for act in acts}
        return [*acts, *(act for act in ruled if act.key not in keys and is_fitting(act, self.spoken))]


_VAGUE = (None, "acquaintance", "stranger")
_NEEDS = {
    **dict.fromkeys(("vote", "no_vote", "ask_vote"), ("votes", "ask_vote")),
    **dict.fromkeys(("confess", "ask_killed"), ("guilt", "ask_killed")),
}
"""The words that an act needs in a remark, or else the open question that it needs."""
Ranked = Sequence[tuple[float, SpokenAct]]
"""Acts with how likely each is meant, the likeliest first."""
_MOST_ACTS, _MOST_LENGTH, _SPAN = 3, 6, 6.0


def looks(
    acts: Sequence[SpokenAct],
    ranked: Ranked,
    evidence: RemarkEvidence,
    vocabulary: Collection[str],
    alone: float,
) -> dict[str, float]:
    """Returns the features of a reading's certainty; `alone` is how likely it is among the readings."""
    chances = [chance for chance, act in ranked if act in acts]
    rest = [chance for chance, act in ranked if act not in acts]
    words = words_of(evidence.text)
    unknown = sum(word not in vocabulary for word in words) / max(len(words), 1)
    return {
        "alone": as_log_odds(alone),
        "least": as_log_odds(min(chances, default=0.0)),
        "all": sum(math.log(max(chance, 1e-3)) for chance in chances),
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
    """Returns the number of named people that no act mentions."""
    spoken, values = evidence.spoken, {value for act in acts for _, value in act.slots}
    return sum(
        any(mention.how == "N" for mention in mentions) and name not in values
        for name, mentions in spoken.people.items()
    )


def agreement_with_rules(acts: Sequence[SpokenAct], ruled: Sequence[SpokenAct]) -> str:
    """Returns how far a reading agrees with the rules' reading."""
    if not ruled:
        return "none"
    if {act.key for act in acts} == {act.key for act in ruled}:
        return "same"
    return "kinds" if sorted(act.kind for act in acts) == sorted(act.kind for act in ruled) else "others"


def as_log_odds(chance: float) -> float:
    """Returns a chance in logits, within bounds."""
    chance = min(max(chance, 1e-4), 1 - 1e-4)
    return max(min(math.log(chance / (1 - chance)), _SPAN), -_SPAN)


_FREE, MOST_FREE, _MOST = 6, 3, 8
"""Any three of the six likeliest acts may be meant together; more are the likeliest ones, eight at most."""
_LEAST, _LIKELY_BESIDE, _LEAST_OFFERED, _LEAST_TOGETHER, _FAINT_READING = 0.07, 0.25, 0.03, 0.2, 1e-3
"""The least chance of an act to be read, that of an absent act to be a feature, that of the likeliest act
for any to be offered, that of several acts to be offered together, and the least chance of any."""

Reading = tuple[int, ...]
"""The places of its acts among those that were weighed, the likeliest first."""


@dataclass(frozen=True, kw_only=True)
class RemarkReadings:
    """The possible readings of a whole remark.

    Attributes:
        ranked: the acts that it may hold, each with how likely it is by itself, the likeliest first.
        kinds: by kind of act, how likely it is among them, in logits.
    """

    evidence: RemarkEvidence
    ranked: Ranked
    kinds: Mapping[str, float]

    def __iter__(self) -> Iterator[Reading]:
        likely = sum(chance > _LEAST for chance, _ in self.ranked)
        free = range(min(_FREE, likely))
        for size in range(MOST_FREE + 1):
            yield from (reading for reading in combinations(free, size) if self._is_apart(reading))
        apart: list[int] = []
        for n in range(min(_MOST, likely)):
            if self._is_apart((*apart, n)):
                apart.append(n)
                if len(apart) > MOST_FREE:
                    yield tuple(apart)

    def acts(self, reading: Reading) -> tuple[SpokenAct, ...]:
        """Returns the acts of a reading."""
        return tuple(self.ranked[n][1] for n in reading)

    def features(self, reading: Reading) -> dict[str, float]:
        """Returns the features for or against a reading."""
        acts = self.acts(reading)
        chances = [self.ranked[n][0] for n in reading]
        beside = [pair for n, pair in enumerate(self.ranked[:_MOST]) if n not in reading]
        kinds = dict.fromkeys(act.kind for act in acts)
        likely_beside = [act.kind for chance, act in beside if chance > _LIKELY_BESIDE]
        feature_values: dict[str, float] = {
            "likely": sum(_log(chance) for chance in chances) + sum(_log(1 - chance) for chance, _ in beside),
            "odds": sum(as_log_odds(chance) for chance in chances),
            "least": as_log_odds(min(chances)) if chances else 0.0,
            "beside": as_log_odds(max((chance for chance, _ in beside), default=0.0)),
            "holds the likeliest": float(0 in reading),
            "holds none less likely": float(reading == tuple(range(len(reading)))),
            "slots": float(sum(len(act.slots) for act in acts)),
            "kinds": sum(self.kinds.get(kind, 0.0) for kind in kinds),
            "no other kinds": self._no_kind[""] - sum(self._no_kind.get(kind, 0.0) for kind in kinds),
            "by rules": float(sum(act in self.evidence.ruled for act in acts)),
            "rules beside": float(sum(act not in acts for act in self.evidence.ruled)),
        }
        for name in chain(self._features_of_count(acts), self._features_of_kinds(acts, kinds, likely_beside)):
            feature_values[name] = feature_values.get(name, 0.0) + 1.0
        return feature_values

    def _features_of_count(self, acts: Sequence[SpokenAct]) -> Iterator[str]:
        count, left = min(len(acts), 4), min(unsaid(acts, self.evidence), 2)
        yield f"acts:{count}"
        yield from (f"acts:{count}&{size}" for size in self._size)
        yield f"unsaid:{left}"
        yield f"rules:{agreement_with_rules(acts, self.evidence.ruled)}"

    def _features_of_kinds(
        self, acts: Sequence[SpokenAct], kinds: Iterable[str], beside: Sequence[str]
    ) -> Iterator[str]:
        question_kind = self.evidence.spoken.question.kind
        for kind in kinds:
            yield f"kind:{kind}"
            yield f"kind:{kind}&asked:{question_kind or '-'}"
            yield from (f"kind:{kind}&without:{other}" for other in beside)
        yield from (f"without:{kind}" for kind in {*beside})
        for first, other in combinations(sorted(acts, key=lambda act: act.kind), 2):
            if first.kind == other.kind:
                differing = {slot for slot, _ in {*first.slots} ^ {*other.slots}}
                yield f"both:{first.kind}&{','.join(sorted(differing))}"
            else:
                is_shared = not {value for _, value in first.slots}.isdisjoint(
                    value for _, value in other.slots
                )
                yield f"pair:{first.kind}&{other.kind}"
                yield f"pair:{first.kind}&{other.kind}&{'shared' if is_shared else 'apart'}"

    def _is_apart(self, reading: Reading) -> bool:
        pairs = combinations(self.acts(reading), 2)
        slots = ((first.kind == other.kind, {*first.slots}, {*other.slots}) for first, other in pairs)
        return not any(is_alike and (mine <= its or its <= mine) for is_alike, mine, its in slots)

    @cached_property
    def _size(self) -> tuple[str, ...]:
        length = min(len(words_of(self.evidence.text)) // 4, 6)
        has_question = bool(self.evidence.spoken.question.kind)
        return f"clauses:{min(len(self.evidence.clauses), 4)}", f"length:{length}", f"asked:{has_question}"

    @cached_property
    def _no_kind(self) -> Mapping[str, float]:
        """The logarithm of how likely each kind is absent; that of all together at no name."""
        absent = {kind: -math.log1p(math.exp(odds)) for kind, odds in self.kinds.items()}
        return {**absent, "": sum(absent.values())}


def _log(chance: float) -> float:
    return math.log(max(chance, _FAINT_READING))


def weigh(
    evidence: RemarkEvidence, weights: FittedWeights
) -> tuple[tuple[SpokenAct, ...], float, float, Sequence[tuple[SpokenAct, ...]]]:
    """Returns the acts that a remark is held to mean, their certainty and chance, and what to offer.

    The certainty is the chance that they are all that is meant; their chance is that among the readings
    before their look counts. Offered are the likeliest reading of several acts, and each act by itself by
    the chances of the other readings; nothing if no act is even faintly likely.
    """
    chances = weights.kind_chances(evidence.words())
    by_clause = {n: weights.kind_chances(words) for n, words in evidence.clause_words.items()}
    bearing = Bearing(spoken=evidence.spoken, ruled=evidence.ruled, chances=chances, by_clause=by_clause)
    rows = [(weights.act_chance(bearing.of(act)), act) for act in evidence.possible(chances)]
    ranked = sorted(rows, key=lambda row: -row[0])
    readings = by_chance(RemarkReadings(evidence=evidence, ranked=ranked, kinds=chances), weights)
    acts, alone = readings[0]
    joint = next(
        (reading for reading, chance in readings if len(reading) > 1 and chance >= _LEAST_TOGETHER), ()
    )
    sums = {act: _FAINT_READING * chance for chance, act in ranked}
    for reading, chance in readings:
        for act in reading if reading != joint else ():
            sums[act] += chance
    offered: list[tuple[SpokenAct, ...]] = [(act,) for act in sorted(sums, key=lambda act: -sums[act])]
    if joint:
        offered.insert(joint != acts, joint)
    looked = looks(acts, ranked, evidence, weights.words, alone)
    certainty = weights.certainty(looked) if weights.by_look else alone
    is_any = any(chance >= _LEAST_OFFERED for chance, _ in ranked[:1])
    return acts, certainty, alone, offered if is_any else ()


def by_chance(readings: RemarkReadings, weights: FittedWeights) -> list[tuple[tuple[SpokenAct, ...], float]]:
    """Returns the acts of each reading, and the chance that it alone is meant; the likeliest first."""
    all_readings = [*readings]
    chances = weights.reading_chances([readings.features(reading) for reading in all_readings])
    ranked = sorted(zip(chances, all_readings, strict=True), key=lambda pair: -pair[0])
    return [(readings.acts(reading), chance) for chance, reading in ranked]
