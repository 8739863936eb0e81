"""Hears a remark by rules and fitted weights, and words what was heard for its speaker."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from random import Random
from string import Formatter
from typing import Any

from parlour.core import count_words
from parlour.core.language import read_yaml
from parlour.language.facts import Fact, Language, Name, Question, Slot, WordKind, read, render, say, say_time
from parlour.language.hearing.act import ANYBODY, HeardAct, HeardRemark, SpokenAct, TalkTable, Value
from parlour.language.hearing.clauses import comma_parts, sentences, wordlist
from parlour.language.hearing.meaning import lacks, meaning
from parlour.language.hearing.readings import MOST_FREE, RemarkEvidence, weighed
from parlour.language.hearing.ruled import apart, by_rules
from parlour.language.hearing.weights import FittedWeights, fitted

_STOPS = re.compile(r"[,.;:!?，。；：！？、…~\n]+|(?<=[\u4e00-\u9fff]) ")
_JOINTS = re.compile(r" (?:and|but|so|because|cause|cuz|then) ")


def as_typed(clause: str, text: str) -> str:
    """The part of a text that is most like a clause of it, between two stops or conjunctions."""
    from rapidfuzz.fuzz import ratio  # only where somebody types

    wholes = [text, *_STOPS.split(text)]
    parts = [*wholes, *(part for whole in wholes for part in _JOINTS.split(whole))]
    best = max(parts, key=lambda part: ratio(clause.lower(), part.lower()))
    return best.strip(" \t\n,.;:!?，。；：！？、…~") or text


MOST_OFFERED = 4
_OPTIONAL = re.compile(r"\[([^\]]*)\]")


@cache
def offered(language: Language) -> Mapping[str, Any]:
    """Returns the offered sentences by scope, and the names of their gaps."""
    file = resources.files("parlour.language.hearing") / f"offers.{language}.yaml"
    return read_yaml(file.read_text(encoding="utf-8"))


@cache
def whole_sentences(language: Language, scope: str) -> frozenset[str]:
    """The sentences without a gap: tapped, they are sent as they stand."""
    rows = (row for each in ("says", "asks") for row in offered(language)[scope].get(each, ()))
    return frozenset(row["say"] for row in rows if "{" not in row["say"])


_KINDS = {
    "where": WordKind.PLACE,
    "thing": WordKind.THING,
    "role": WordKind.ROLE,
    "result": WordKind.ROLE,
    "card": WordKind.CARD,
}


def said(heard: HeardAct, table: TalkTable) -> str:
    """Returns one heard sentence in the speaker's words."""
    if heard.means is not None:
        return rendered(heard.means, table)
    return _worded(heard.act, table.language, table.speaker)


def rendered(means: Fact | Question, table: TalkTable) -> str:
    """Returns a meaning as the speaker says it."""
    return render(means, table.language, Random(str(means)), speaker=table.speaker, reader=table.to)


def chip(heard: HeardAct, table: TalkTable) -> Chip:
    """Returns an act as it is offered to the person who types."""
    sentence = said(heard, table) if heard.means is not None else ""
    return Chip(
        text=_worded(heard.act, table.language, table.speaker), sentence=sentence, is_lit=heard.is_sure
    )


def _worded(act: SpokenAct, language: Language, me: str) -> str:
    """Returns an act in a few words; what a row has in brackets is left out where a slot of it is empty."""
    rows = _rows(language)
    row = rows.get(f"my_{act.kind}", rows[act.kind]) if me in (act["who"], act["by"]) else rows[act.kind]
    row = _OPTIONAL.sub(lambda part: part[1] if all(act[gap] for gap in _gaps(part[1])) else "", row)
    own = {gap: rows["I" if row.startswith(f"{{{gap}") else "me"] for gap in _gaps(row) if act[gap] == me}
    return row.format(**{gap: _word(gap, act[gap], language) for gap in _gaps(row)} | own)


def _gaps(row: str) -> set[str]:
    return {gap for _, gap, _, _ in Formatter().parse(row) if gap}


def _word(slot: str, value: Value | None, language: Language) -> str:
    if value in (None, ANYBODY):
        return _rows(language)["anybody" if value else "nothing"]
    if isinstance(value, Slot):
        return say_time(value, language).removesuffix(" in the evening")
    kind = _KINDS.get(slot)
    return say(kind, str(value), language) if kind else str(value)


@cache
def _rows(language: Language) -> dict[str, str]:
    file = resources.files("parlour.language.hearing") / f"said.{language}.yaml"
    return read_yaml(file.read_text(encoding="utf-8"))


@dataclass(frozen=True, kw_only=True)
class Chip:
    """A reading that a person switches on or off.

    Attributes:
        sentence: it, as the others hear it, perhaps with gaps; empty if it changes nothing.
    """

    text: str
    sentence: str = ""
    is_lit: bool = False


@dataclass(frozen=True, kw_only=True)
class OfferedReadings:
    """A person's words with the readings offered of them.

    Attributes:
        most: the most words that may be said; 0 for any number.
    """

    typed: str
    language: Language
    chips: tuple[Chip, ...] = ()
    most: int = 0
    is_plain: bool = False
    is_heard_bare: bool = False

    @property
    def lit(self) -> frozenset[Chip]:
        """The chips that are lit before a tap."""
        return frozenset(each for each in self.chips if each.is_lit)

    def speech(self, lit: Collection[Chip]) -> str:
        """Returns the words with the readings that are lit; these alone where both are too many words."""
        sentences = [each.sentence for each in self.chips if each in lit and each.sentence]
        is_as_heard = self.is_plain and self.lit == frozenset(lit)
        is_heard = self.is_heard_bare or any(each.sentence for each in self.lit)
        if is_as_heard or not (sentences or is_heard):
            return self.typed
        told = joined(sentences, self.language)
        whole = wordlist(self.language)["that_is"].format(typed=self.typed, said=told or _NOTHING)
        fitting = (each for each in (whole, told) if self._fits(each))
        return next(fitting, self.typed)

    def _fits(self, said: str) -> bool:
        return bool(said) and (not self.most or count_words(said) <= self.most)


_NOTHING = "–"
"""The reading of words that are to be heard as nothing."""


def joined(sentences: Sequence[str], language: Language) -> str:
    """Sentences one after another, each once."""
    return (" " if language == "en" else "").join(dict.fromkeys(sentences))


def as_confirmed(text: str, language: Language) -> str:
    """Returns the reading that a person confirmed, or else all of the words."""
    words, understood = parted(text, language)
    return words if understood is None else understood


def parted(text: str, language: Language) -> tuple[str, str | None]:
    """Returns the words of a speech and the reading beside them; None if there is none."""
    found = _reading(language).fullmatch(text)
    return (found["typed"], found["said"].removeprefix(_NOTHING)) if found else (text, None)


@cache
def _reading(language: Language) -> re.Pattern[str]:
    pattern = re.escape(wordlist(language)["that_is"])
    gaps = {"typed": "(?P<typed>(?s:.*))", "said": "(?P<said>.+)"}
    for gap, either in gaps.items():
        pattern = pattern.replace(re.escape(f"{{{gap}}}"), either)
    return re.compile(pattern)


_WITHHELD = frozenset({"deny", "refuse", "unknown", "unsure"})
_DENIALS = _WITHHELD | {"no", "not_there", "saw_nobody", "no_motive", "no_means", "no_vote", "disagree"}
"""The acts that say themselves that something is not so, or is not told."""
_LEAST_OF_SENTENCES, _LEAST_OF_COMMAS, _FEWEST_PARTS = 0.35, 0.25, 2
"""The least likelihood of a whole remark for its sentences, or the parts between commas, to be
heard together; and the number of them that must say something by themselves, not to be."""


def hear(text: str, table: TalkTable) -> HeardRemark:
    """Hears a typed text.

    The weights were fitted to remarks that say one thing or two. A longer one, which as a whole is likely to
    mean nothing that is read in it, or in which more is read than could be weighed together, is heard part by
    part, if several parts say something.
    """
    whole = _Hearing.of(text, table)
    found = _part_by_part(_parts(text, whole, table.language), table, whole.found)
    return replace(found, offered=_offered(found, table))


def _offered(found: HeardRemark, table: TalkTable) -> tuple[HeardAct, ...]:
    """The likeliest acts, each once: those first that are said without a tap."""
    told: dict[str, HeardAct] = {}
    for each in (*found.certain, *found.offered):
        if len(told) == MOST_OFFERED:
            break
        act = each.act if each in found.certain else _timed(each.act, table)
        heard = replace(each, act=act, means=meaning(act, table), is_sure=each in found.certain)
        told.setdefault(_worded(act, table.language, table.speaker), heard)
    return tuple(told.values())


def _timed(act: SpokenAct, table: TalkTable) -> SpokenAct:
    died = next(iter(table.deaths.values()), None)
    return act.with_slots(when=died) if died and lacks(act, table) == "slot" else act


def _parts(text: str, whole: _Hearing, language: Language) -> tuple[str, ...]:
    """The parts of a remark that are better heard one by one; none where it is better heard as a whole."""
    chance = 0.0 if len(whole.found.heard) > MOST_FREE else whole.chance
    parts = sentences(text, language) if chance < _LEAST_OF_SENTENCES else ()
    if len(parts) == 1 and chance < _LEAST_OF_COMMAS:
        return comma_parts(text, language)
    return parts


def _part_by_part(parts: Sequence[str], table: TalkTable, whole: HeardRemark) -> HeardRemark:
    """Hears each part, and beside them what only the whole says; the whole if only one part says anything.

    People and addressee carry over from a part to the next; an answered question does not.
    """
    told: list[HeardRemark] = []
    for part in parts:
        each = _Hearing.of(part, table)
        told.append(each.found)
        table = replace(table, to=each.you or table.to, spoken_of=each.named or table.spoken_of)
        if each.found.heard:
            table = replace(table, asked="", asker=None)
    if sum(bool(each.heard) for each in told) < _FEWEST_PARTS:
        return whole
    heard = apart(act for each in told for act in each.heard)
    return HeardRemark(
        heard=heard,
        unheard=tuple(clause for each in told for clause in each.unheard),
        guesses=tuple(dict.fromkeys(guess for each in told for guess in each.guesses)),
        offered=(*heard, *whole.offered),
    )


@dataclass(frozen=True, kw_only=True)
class _Hearing:
    """The hearing of words as a whole.

    Attributes:
        chance: how likely it is among the readings.
    """

    found: HeardRemark
    chance: float = 1.0
    you: Name | None = None
    named: Name | None = None

    @classmethod
    def of(cls, text: str, table: TalkTable) -> _Hearing:
        found, evidence = by_rules(text, table)
        weights, chance = fitted(table.language), 1.0
        is_offered = text.strip() in whole_sentences(table.language, table.scope)
        if weights is not None and evidence is not None and not is_offered:
            found, chance = _weighed(found, evidence, weights)
        heard = tuple(_as_typed(each, text, table) for each in found.heard)
        if evidence is not None and (evidence.is_hedged or evidence.is_doubted):
            heard = _guarded(heard, text, table, _WITHHELD if evidence.is_hedged else _DENIALS)
        found = replace(found, heard=heard, unheard=tuple(as_typed(each, text) for each in found.unheard))
        found = replace(found, offered=found.offered or heard)
        if evidence is None:
            return cls(found=found)
        return cls(found=found, chance=chance, you=evidence.spoken.you, named=evidence.spoken.named_last)


def _as_typed(heard: HeardAct, text: str, table: TalkTable) -> HeardAct:
    """An act in the words that were typed; sure, too, where the grammar says the same with these words."""
    clause, means = as_typed(heard.clause, text), meaning(heard.act, table)
    sentence = f"{clause}?" if heard.act.is_question else clause
    is_sure = heard.is_sure or (means is not None and _is_stated(sentence, means, table))
    return replace(heard, clause=clause, means=means, is_sure=is_sure)


def _guarded(
    heard: Sequence[HeardAct], text: str, table: TalkTable, kinds: frozenset[str]
) -> tuple[HeardAct, ...]:
    """The acts of a remark that hedges or turns: sure are some kinds, and what the grammar reads there."""
    told = read(text, table.language, speaker=table.speaker, reader=table.to, names=table.names)
    stated = (*told.facts, *told.questions)
    return tuple(
        replace(each, is_sure=each.is_sure and (each.act.kind in kinds or each.means in stated))
        for each in heard
    )


def _is_stated(sentence: str, means: Fact | Question, table: TalkTable) -> bool:
    """Returns true if a sentence is the grammar's own for a meaning."""
    found = read(sentence, table.language, speaker=table.speaker, reader=table.to, names=table.names)
    return (*found.facts, *found.questions) == (means,)


def _weighed(
    found: HeardRemark, evidence: RemarkEvidence, weights: FittedWeights
) -> tuple[HeardRemark, float]:
    if not found.heard and not evidence.is_known(weights):
        return found, 1.0
    told = weighed(evidence, weights)
    is_sure = told.certainty >= weights.least_certainty
    ruled = {each.act: each for each in found.heard}
    heard = tuple(
        replace(ruled.get(act) or _guessed(act, evidence), is_sure=is_sure)
        for act in sorted(told.acts, key=evidence.end_of)
    )
    is_more = any(act not in ruled for act in told.acts)
    offered = tuple(_guessed(act, evidence) for act in told.ranked[: 3 * MOST_OFFERED])
    return replace(found, heard=heard, unheard=() if is_more else found.unheard, offered=offered), told.chance


def _guessed(act: SpokenAct, evidence: RemarkEvidence) -> HeardAct:
    return HeardAct(act=evidence.filled(act), clause=evidence.clause_of(act), is_sure=False)
