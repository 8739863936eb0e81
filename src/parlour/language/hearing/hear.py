"""Hears a remark by rules and fitted weights, and words what was heard for its speaker."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from itertools import islice
from random import Random
from string import Formatter
from typing import Any

from parlour.core.language import read_yaml
from parlour.language.facts import Fact, Language, Name, Question, Slot, WordKind, read, render, say, say_time
from parlour.language.hearing.act import ANYBODY, HeardAct, HeardRemark, SpokenAct, TalkTable, Value
from parlour.language.hearing.clauses import comma_parts, sentences, wordlist
from parlour.language.hearing.meaning import meaning
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


MOST_OTHERS = 2
"""The most other readings that are shown."""

Others = tuple[tuple[HeardAct, ...], ...]


def others(remark: HeardRemark, text: str, table: TalkTable) -> Others:
    """Which of a remark's other readings are shown: the likeliest that say something, and nothing twice.

    Of a reading only what the grammar says is kept, since no more is sent. Where a remark is heard for
    certain, no other is shown.
    """
    if remark.heard and remark.is_sure:
        return ()
    shown = islice(_apart(remark, table), MOST_OTHERS)
    return tuple(tuple(replace(act, clause=as_typed(act.clause, text)) for act in each) for each in shown)


def _apart(remark: HeardRemark, table: TalkTable) -> Iterator[tuple[HeardAct, ...]]:
    """The other readings that say what neither the first says nor one before them, in the grammar's words."""
    told = [set[object](), _meanings(remark.heard)]
    for reading in remark.others:
        acts = [replace(act, means=meaning(act.act, table)) for act in reading]
        if (says := _meanings(acts)) not in told:
            told.append(says)
            yield tuple(act for act in acts if act.means is not None)


def _meanings(acts: Iterable[HeardAct]) -> set[object]:
    return {act.means for act in acts if act.means is not None}


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


_ME = {"en": "I", "zh": "我"}
_WHEN = {"en": "{words} ({when})", "zh": "{words}（{when}）"}


def said(heard: HeardAct, table: TalkTable) -> str:
    """Returns one heard sentence in the speaker's words."""
    if heard.means is not None:
        return render(
            heard.means, table.language, Random(str(heard.means)), speaker=table.speaker, reader=table.to
        )
    return _worded(heard.act, table.language, table.speaker)


def _worded(act: SpokenAct, language: Language, me: str) -> str:
    rows = _rows(language)
    row = rows.get(f"my_{act.kind}", rows[act.kind]) if act["who"] == me else rows[act.kind]
    gaps = {gap for _, gap, _, _ in Formatter().parse(row) if gap}
    own = {"en": ("by", "who"), "zh": ("by", "who", "of", "to", "whom")}[language]
    told = {
        gap: _ME[language] if act[gap] == me and gap in own else _word(gap, act[gap], language)
        for gap in gaps
    }
    words, when = row.format(**told), act["when"]
    if not isinstance(when, Slot):
        return words
    return _WHEN[language].format(words=words, when=say_time(when, language))


def _word(slot: str, value: Value | None, language: Language) -> str:
    if value is None:
        return "…"
    if value == ANYBODY:
        return {"en": "anybody", "zh": "谁"}[language]
    kind = _KINDS.get(slot)
    return say(kind, str(value), language) if kind else str(value)


@cache
def _rows(language: Language) -> dict[str, str]:
    file = resources.files("parlour.language.hearing") / f"said.{language}.yaml"
    return read_yaml(file.read_text(encoding="utf-8"))


@dataclass(frozen=True, kw_only=True)
class OtherReading:
    """Another reading of a person's words.

    Attributes:
        line: it, as it is shown.
        confirmed: the words with that reading, as they are sent once confirmed.
    """

    line: str
    confirmed: str


@dataclass(frozen=True, kw_only=True)
class DoubtfulRemark:
    """The doubts about a remark, shown before it is said.

    Attributes:
        lines: what was heard, and what not.
        confirmed: their words with what they are taken to mean; empty where nothing is to be confirmed.
        nearest: the nearest sentence that is understood, perhaps with gaps, where nothing of theirs is.
        others: what else they may mean, the likelier first.
    """

    lines: tuple[str, ...]
    confirmed: str = ""
    nearest: str = ""
    others: tuple[OtherReading, ...] = ()


@dataclass(frozen=True, kw_only=True)
class LiveHearing:
    """The hearing of an unfinished text.

    Attributes:
        lines: what was heard, and what not.
        is_sure: whether it would be said as it stands, without asking first.
        nearest: as in a doubtful remark.
    """

    lines: tuple[str, ...] = ()
    is_sure: bool = True
    nearest: str = ""


def confirmed(typed: str, sentences: Sequence[str], language: Language) -> str:
    """Returns typed words with the sentences that they are taken to mean."""
    return wordlist(language)["that_is"].format(typed=typed, said=joined(sentences, language))


def joined(sentences: Sequence[str], language: Language) -> str:
    """Sentences one after another, each once."""
    return (" " if language == "en" else "").join(dict.fromkeys(sentences))


def as_confirmed(text: str, language: Language) -> str:
    """Returns the reading that a person confirmed, or else all of the words."""
    found = _reading(language).fullmatch(text)
    return found["said"] if found else text


@cache
def _reading(language: Language) -> re.Pattern[str]:
    pattern = re.escape(wordlist(language)["that_is"])
    gaps = {"typed": "(?s:.*)", "said": "(?P<said>.+)"}
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

    Args:
        text: one remark or several.
        table: at which it is typed.
    """
    whole = _Hearing.of(text, table)
    found = _part_by_part(_parts(text, whole, table.language), table, whole.found)
    return replace(found, others=others(found, text, table))


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
    keys = {each.act.key for each in heard}
    return HeardRemark(
        heard=heard,
        unheard=tuple(clause for each in told for clause in each.unheard),
        guesses=tuple(dict.fromkeys(guess for each in told for guess in each.guesses)),
        others=tuple(
            reading
            for reading in (whole.heard, *whole.others)
            if not keys.issuperset(each.act.key for each in reading)
        ),
    )


@dataclass(frozen=True, kw_only=True)
class _Hearing:
    """The hearing of words as a whole.

    Attributes:
        found: it.
        chance: how likely it is among the readings.
        you: the person the words are said to.
        named: the person named last.
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
        if evidence is not None and evidence.is_hedged:
            heard = _hedged(heard, text, table)
        found = replace(found, heard=heard, unheard=tuple(as_typed(each, text) for each in found.unheard))
        if evidence is None:
            return cls(found=found)
        return cls(found=found, chance=chance, you=evidence.spoken.you, named=evidence.spoken.named_last)


def _as_typed(heard: HeardAct, text: str, table: TalkTable) -> HeardAct:
    """An act in the words that were typed; sure, too, where the grammar says the same with these words."""
    clause, means = as_typed(heard.clause, text), meaning(heard.act, table)
    sentence = f"{clause}?" if heard.act.is_question else clause
    is_sure = heard.is_sure or (means is not None and _is_stated(sentence, means, table))
    return replace(heard, clause=clause, means=means, is_sure=is_sure)


def _hedged(heard: Sequence[HeardAct], text: str, table: TalkTable) -> tuple[HeardAct, ...]:
    """The acts of a remark that hedges: sure are refusals, and what the grammar reads there by itself."""
    told = read(text, table.language, speaker=table.speaker, reader=table.to, names=table.names)
    stated = (*told.facts, *told.questions)
    return tuple(
        replace(each, is_sure=each.is_sure and (each.act.kind in _WITHHELD or each.means in stated))
        for each in heard
    )


def _is_stated(sentence: str, means: Fact | Question, table: TalkTable) -> bool:
    """Returns true if a sentence is the grammar's own for a meaning."""
    found = read(sentence, table.language, speaker=table.speaker, reader=table.to, names=table.names)
    return (*found.facts, *found.questions) == (means,)


def _weighed(
    found: HeardRemark, evidence: RemarkEvidence, weights: FittedWeights
) -> tuple[HeardRemark, float]:
    """The acts that are held to be meant, in the order of the text, and how likely they are."""
    if not found.heard and not evidence.is_known(weights):
        return found, 1.0
    told = weighed(evidence, weights)
    is_sure, is_doubted = told.certainty >= weights.least_certainty, evidence.is_doubted
    ruled = {each.act: each for each in found.heard}
    heard: list[HeardAct] = []
    for act in sorted(told.acts, key=evidence.end_of):
        each = ruled.get(act) or _guessed(act, evidence)
        is_told = not is_doubted or each.is_sure or act.is_question or act.kind in _DENIALS
        heard.append(replace(each, is_sure=is_sure and is_told))
    is_more = any(act not in ruled for act in told.acts)
    weighed_up = replace(
        found,
        heard=tuple(heard),
        unheard=() if is_more else found.unheard,
        others=tuple(tuple(_guessed(act, evidence) for act in each) for each in told.others),
    )
    return weighed_up, told.chance


def _guessed(act: SpokenAct, evidence: RemarkEvidence) -> HeardAct:
    return HeardAct(act=evidence.filled(act), clause=evidence.clause_of(act), is_sure=False)
