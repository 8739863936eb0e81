"""Hears a remark by rules and fitted weights, and words what was heard for its speaker."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from itertools import groupby
from random import Random
from string import Formatter
from typing import Any

from parlour.core import count_words
from parlour.core.language import read_yaml
from parlour.language.facts import (
    Fact,
    Language,
    Name,
    Question,
    RoleClaim,
    Slot,
    WordKind,
    entries,
    read,
    render,
    say,
    say_time,
)
from parlour.language.hearing.act import ANYBODY, HeardAct, HeardRemark, SpokenAct, TalkTable, Value
from parlour.language.hearing.clauses import comma_parts, sentences, wordlist
from parlour.language.hearing.meaning import lacks, meaning
from parlour.language.hearing.readings import MOST_FREE, RemarkEvidence, weigh
from parlour.language.hearing.ruled import by_rules, drop_thanks, keep_apart, point_at_two
from parlour.language.hearing.spoken import words_of
from parlour.language.hearing.weights import FittedWeights, load_weights

_STOPS = re.compile(r"[,.;:!?，。；：！？、…~\n]+|(?<=[\u4e00-\u9fff]) ")
_JOINTS = re.compile(r" (?:and|but|so|because|cause|cuz|then) ")


def as_typed(clause: str, text: str) -> str:
    """Returns the part of a text that is most like a clause of it, between two stops or conjunctions."""
    from rapidfuzz.fuzz import ratio  # only where somebody types

    wholes = [text, *_STOPS.split(text)]
    parts = [*wholes, *(part for whole in wholes for part in _JOINTS.split(whole))]
    best = max(parts, key=lambda part: ratio(clause.lower(), part.lower()))
    return best.strip(" \t\n,.;:!?，。；：！？、…~") or text


MOST_OFFERED = 4
_OPTIONAL = re.compile(r"\[([^\]]*)\]")


@cache
def load(name: str, language: Language) -> Mapping[str, Any]:
    """Returns the content of a YAML file of this package in a language."""
    file = resources.files("parlour.language.hearing") / f"{name}.{language}.yaml"
    return read_yaml(file.read_text(encoding="utf-8"))


@cache
def whole_sentences(language: Language, scope: str) -> frozenset[str]:
    """Returns the sentences without a gap: tapped, they are sent as they stand."""
    rows = (row for section in ("says", "asks") for row in load("offers", language)[scope].get(section, ()))
    return frozenset(row["say"] for row in rows if "{" not in row["say"])


_KINDS = {
    "where": WordKind.PLACE,
    "thing": WordKind.THING,
    "role": WordKind.ROLE,
    "result": WordKind.ROLE,
    "card": WordKind.CARD,
    "kind": WordKind.RELATION,
    "what": WordKind.ROLE,
}


def say_act(heard_act: HeardAct, table: TalkTable) -> str:
    """Returns one heard act as a sentence of the speaker; in plain words if the grammar has none."""
    if heard_act.means is not None:
        return say_meaning(heard_act.means, table, addressee=heard_act.act.addressee)
    act, end = heard_act.act, load("said", table.language)["stop"]
    if act["whom"] in (ANYBODY, table.to) and act.is_question:
        act = act.with_slots(whom="")
    rows = load("said", table.language)
    sentence = _word_alike([act], table, {**rows, **rows["sentences"]})
    return sentence[:1].upper() + sentence[1:] + ("" if sentence[-1] in ".?。？" else end)


def say_meaning(means: Fact | Question, table: TalkTable, *, addressee: Name | None = None) -> str:
    """Returns a meaning as the speaker says it; without an addressee a question begins with a name."""
    reader, rng = table.to or addressee, Random(str(means))
    sentence = render(means, table.language, rng, speaker=table.speaker, reader=reader)
    return (
        sentence
        if reader == table.to
        else _CALLED[table.language].format(reader, sentence[:1].lower() + sentence[1:])
    )


def chip(reading: Sequence[HeardAct], table: TalkTable) -> Chip:
    """Returns a reading as it is offered to the person who types."""
    return Chip(
        text=_word_acts([heard_act.act for heard_act in reading], table),
        sentences=tuple(say_act(heard_act, table) for heard_act in reading),
        is_lit=all(heard_act.is_sure for heard_act in reading),
        to=next((heard_act.act.addressee for heard_act in reading if heard_act.act.addressee), None),
    )


_SPACE: Mapping[Language, str] = {"en": " ", "zh": ""}
_CALLED: Mapping[Language, str] = {"en": "{}, {}", "zh": "{}，{}"}
_LISTED = {
    "suspect": "who",
    "trust": "who",
    "vote": "whom",
    "no_vote": "whom",
    "saw": "whom",
    "attack": "whom",
    "spare": "whom",
}
"""The slot by which several acts of a kind are worded as one: `suspect Player 4 and Player 8`."""


def _word_acts(acts: Iterable[SpokenAct], table: TalkTable) -> str:
    """Returns acts in a few words."""
    alike = groupby(acts, lambda act: {**dict(act.slots), "act": act.kind, _LISTED.get(act.kind, ""): ""})
    rows = load("said", table.language)
    return rows["then"].join(_word_alike([*group], table, rows) for _, group in alike)


def _word_alike(acts: Sequence[SpokenAct], table: TalkTable, rows: Mapping[str, Any]) -> str:
    """Words acts of one kind; what a row has in brackets is left out where a slot of it is empty."""
    act, me = acts[0], table.speaker
    if isinstance(means := meaning(act, table), RoleClaim):
        act = SpokenAct(kind="claim", slots=(("who", me), ("role", means.role)))
        acts = [act]
    row = _row(act, me, rows)
    row = _OPTIONAL.sub(lambda part: part[1] if all(act[gap] for gap in _gaps(part[1])) else "", row)
    own = {gap: rows[_me(gap, row, act, me)] for gap in _gaps(row) if act[gap] == me}
    by_gap = {
        gap: dict.fromkeys(_word(gap, spoken_act[gap], table.language) for spoken_act in acts)
        for gap in _gaps(row)
    }
    return row.format(**{gap: rows["and"].join(words) for gap, words in by_gap.items()} | own)


def _me(gap: str, row: str, act: SpokenAct, me: Name) -> str:
    """Returns the word for the speaker in a gap, by its place in the row."""
    if row.startswith(f"{{{gap}"):
        return "I"
    return "myself" if gap != "by" and act["by"] == me else "me"


def _row(act: SpokenAct, me: Name, rows: Mapping[str, Any]) -> str:
    """Returns the row of an act: that of oneself, or that without a slot, if there is one."""
    kind = "heard_nobody" if act.kind == "saw_nobody" and act["how"] else act.kind
    is_own = me in (act["who"], act["by"]) or (me == act["whom"] and not act["by"])
    row = rows.get(f"my_{kind}", rows[kind]) if is_own else rows[kind]
    is_open = any(not act[gap] for gap in _gaps(_OPTIONAL.sub("", row)))
    return rows.get(f"{kind}_open", row) if is_open else row


def _gaps(row: str) -> set[str]:
    return {gap for _, gap, _, _ in Formatter().parse(row) if gap}


def _word(slot: str, value: Value | None, language: Language) -> str:
    if value in (None, ANYBODY):
        return load("said", language)["anybody" if value else "nothing"]
    if isinstance(value, Slot):
        return say_time(value, language).removesuffix(" in the evening")
    kind = _KINDS.get(slot)
    return say(kind, str(value), language) if kind and value in entries(kind) else str(value)


@dataclass(frozen=True, kw_only=True)
class Chip:
    """A reading that a person switches on or off.

    Attributes:
        sentences: its acts, as the others hear them, or one with gaps; none if it changes nothing.
        to: the addressee of its question, or the player whom it proposes to attack.
    """

    text: str
    sentences: tuple[str, ...] = ()
    is_lit: bool = False
    to: Name | None = None


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
        return frozenset(chip for chip in self.chips if chip.is_lit)

    def speech(self, lit: Collection[Chip]) -> str:
        """Returns the words with the readings that are lit; these alone where both are too many words."""
        sentences = dict.fromkeys(
            sentence for chip in self.chips if chip in lit for sentence in chip.sentences
        )
        is_as_heard = self.is_plain and self.lit == frozenset(lit)
        is_heard = self.is_heard_bare or any(chip.sentences for chip in self.lit)
        if is_as_heard or not (sentences or is_heard):
            return self.typed
        text = _SPACE[self.language].join(sentences)
        whole = wordlist(self.language)["that_is"].format(typed=self.typed, said=text or _NOTHING)
        fitting = (
            version for version in (whole, text) if version and not 0 < self.most < count_words(version)
        )
        return next(fitting, self.typed)


_NOTHING = "–"
"""The reading of words that are to be heard as nothing."""


def as_confirmed(text: str, language: Language) -> str:
    """Returns the reading that a person confirmed, or else all of the words."""
    words, understood = split_reading(text, language)
    return words if understood is None else understood


def split_reading(text: str, language: Language) -> tuple[str, str | None]:
    """Returns the words of a speech and the reading beside them; None if there is none."""
    match = _reading(language).fullmatch(text)
    return (match["typed"], match["said"].removeprefix(_NOTHING)) if match else (text, None)


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
    """Hears a typed text: one remark or several.

    The weights were fitted to remarks that say one thing or two. A longer one, which as a whole is likely to
    mean nothing that is read in it, or in which more is read than could be weighed together, is heard part by
    part, if several parts say something. Otherwise what the parts say together is offered beside the whole.
    """
    whole, chance, evidence = _hear_whole(text, table)
    if len(whole.heard) > MOST_FREE:
        chance = 0.0
    parts, least = sentences(text, table.language), _LEAST_OF_SENTENCES
    if len(parts) == 1:
        parts, least = comma_parts(text, table.language), _LEAST_OF_COMMAS
    remark = _hear_parts(parts, table, whole)
    if evidence and evidence.is_hedged and least == _LEAST_OF_COMMAS:
        remark = replace(remark, heard=_guard(remark.heard, text, table, _WITHHELD))
    if chance >= least:
        is_more = {heard_act.act.key for heard_act in remark.heard} >= {
            heard_act.act.key for heard_act in whole.heard
        }
        at = 1 if is_more else 2
        remark = replace(whole, offered=(*whole.offered[:at], remark.heard, *whole.offered[at:]))
    remark = drop_thanks(remark, text, table)
    if evidence:
        names = [
            name for name, row in evidence.spoken.people.items() if any(mention.how == "N" for mention in row)
        ]
        remark = point_at_two(remark, text, names, table)
    return replace(remark, offered=_offer(remark, table))


def _offer(remark: HeardRemark, table: TalkTable) -> tuple[tuple[HeardAct, ...], ...]:
    """Returns the likeliest readings, each once: first the acts sent without a tap, many of them as one."""
    lit = {
        _key(heard_act, table): heard_act for heard_act in remark.certain if _is_sayable(heard_act.act, table)
    }
    readings: dict[frozenset[object], tuple[HeardAct, ...]] = {frozenset([key]): (lit[key],) for key in lit}
    if len(lit) >= MOST_OFFERED:
        readings = {frozenset(lit): tuple(lit.values())}
    for reading in remark.offered:
        acts = {
            _key(heard_act, table): heard_act
            for heard_act in (_unlit(heard_act, table) for heard_act in reading)
        }
        rest = {
            key: heard_act
            for key, heard_act in acts.items()
            if key not in lit and _is_sayable(heard_act.act, table)
        }
        if rest and (len(rest) == 1 or not any(lacks(heard_act.act, table) for heard_act in rest.values())):
            readings.setdefault(frozenset(rest), tuple(rest.values()))
    by_words: dict[str, tuple[HeardAct, ...]] = {}
    for reading in readings.values():
        by_words.setdefault(_word_acts([heard_act.act for heard_act in reading], table), reading)
    return tuple(by_words.values())[:MOST_OFFERED]


def _is_sayable(act: SpokenAct, table: TalkTable) -> bool:
    """Returns true unless an act lacks what it is about."""
    return load("said", table.language)["nothing"] not in _word_acts([act], table)


def _key(heard_act: HeardAct, table: TalkTable) -> object:
    """Returns what an act says: its meaning, or its words if the grammar cannot say it."""
    return heard_act.means or _word_acts([heard_act.act], table)


def _unlit(heard_act: HeardAct, table: TalkTable) -> HeardAct:
    """Returns an act as it is offered, at the hour of the death if it lacks one."""
    act, died = heard_act.act, next(iter(table.deaths.values()), None)
    if died and lacks(act, table) == "slot":
        act = act.with_slots(when=died)
    return replace(heard_act, act=act, means=meaning(act, table), is_sure=False)


def _hear_parts(parts: Sequence[str], table: TalkTable, whole: HeardRemark) -> HeardRemark:
    """Hears each part, and beside them what only the whole says; the whole if only one part says anything.

    People and addressee carry over from a part to the next; an answered question does not.
    """
    remarks: list[HeardRemark] = []
    for part in parts:
        remark, _, evidence = _hear_whole(part, table)
        remarks.append(remark)
        if evidence:
            named = evidence.spoken.named_last or table.spoken_of
            table = replace(table, to=evidence.spoken.you or table.to, spoken_of=named)
        if remark.heard:
            table = replace(table, asked="", asker=None)
    if sum(bool(remark.heard) for remark in remarks) < _FEWEST_PARTS:
        return whole
    acts = keep_apart(act for remark in remarks for act in remark.heard)
    return HeardRemark(
        heard=acts,
        unheard=tuple(clause for remark in remarks for clause in remark.unheard),
        guesses=tuple(dict.fromkeys(guess for remark in remarks for guess in remark.guesses)),
        offered=(
            acts,
            *(reading for reading in whole.offered if len(reading) == 1),
            *((act,) for act in acts),
        ),
    )


def _hear_whole(text: str, table: TalkTable) -> tuple[HeardRemark, float, RemarkEvidence | None]:
    """Returns what is heard in words as a whole, how likely that is, and the evidence."""
    remark, evidence = by_rules(text, table)
    if evidence is None:
        return remark, 1.0, None
    chance = 1.0
    if text.strip() not in whole_sentences(table.language, table.scope):
        remark, chance = _weigh(remark, evidence, load_weights(table.language))
    if _is_by_ear(text, evidence, table):
        remark = _by_ear(remark)
    acts = tuple(_as_typed(act, text, table) for act in remark.heard)
    if evidence.is_hedged or evidence.is_doubted:
        acts = _guard(acts, text, table, _WITHHELD if evidence.is_hedged else _DENIALS)
    remark = replace(
        remark,
        heard=acts,
        unheard=tuple(as_typed(clause, text) for clause in remark.unheard),
        offered=remark.offered or (acts, *((act,) for act in acts)),
    )
    return remark, chance, evidence


def _as_typed(heard_act: HeardAct, text: str, table: TalkTable) -> HeardAct:
    """Returns an act in the typed words; sure, too, if the grammar says the same with these words.

    It is sure as well if these words are its plain sentence.
    """
    clause, means = as_typed(heard_act.clause, text), meaning(heard_act.act, table)
    sentence = f"{clause}?" if heard_act.act.is_question else clause
    is_sure = heard_act.is_sure or (means is not None and _grammar_meanings(sentence, table) == (means,))
    is_plain = means is None and text.strip() == say_act(heard_act, table)
    return replace(heard_act, clause=clause, means=means, is_sure=is_sure or is_plain)


def _is_by_ear(text: str, evidence: RemarkEvidence, table: TalkTable) -> bool:
    """Returns true if a remark is about who was heard, not about who was seen."""
    words = wordlist(table.language)
    if re.search(words["by_eye"], text.lower()):
        return False
    return evidence.spoken.question.kind == "ask_heard" or bool(re.search(words["by_ear"], text.lower()))


def _by_ear(remark: HeardRemark) -> HeardRemark:
    """Returns a remark with its "saw no one" as "heard no one"."""

    def tell_how(heard_act: HeardAct) -> HeardAct:
        return (
            replace(heard_act, act=heard_act.act.with_slots(how="heard"))
            if heard_act.act.kind == "saw_nobody"
            else heard_act
        )

    offered = tuple(tuple(map(tell_how, reading)) for reading in remark.offered)
    return replace(remark, heard=tuple(map(tell_how, remark.heard)), offered=offered)


def _guard(
    acts: Sequence[HeardAct], text: str, table: TalkTable, kinds: frozenset[str]
) -> tuple[HeardAct, ...]:
    """Returns the acts of a remark that hedges or turns; only some kinds and grammatical acts are sure."""
    stated = _grammar_meanings(text, table)
    return tuple(
        replace(
            heard_act,
            is_sure=heard_act.is_sure and (heard_act.act.kind in kinds or heard_act.means in stated),
        )
        for heard_act in acts
    )


def _grammar_meanings(text: str, table: TalkTable) -> tuple[Fact | Question, ...]:
    reading = read(text, table.language, speaker=table.speaker, reader=table.to, names=table.names)
    return (*reading.facts, *reading.questions)


def _weigh(
    remark: HeardRemark, evidence: RemarkEvidence, weights: FittedWeights
) -> tuple[HeardRemark, float]:
    if not remark.heard and weights.words.keys().isdisjoint(words_of(evidence.text)):
        return remark, 1.0  # a guess would rest on the question alone
    acts, certainty, chance, ranked = weigh(evidence, weights)
    is_sure = certainty >= weights.least_certainty
    ruled = {heard_act.act: heard_act for heard_act in remark.heard}
    heard_acts = tuple(
        replace(ruled.get(act) or _guess(act, evidence), is_sure=is_sure)
        for act in sorted(acts, key=evidence.end_of)
    )
    is_more = any(act not in ruled for act in acts)
    offered = tuple(
        tuple(_guess(act, evidence) for act in sorted(reading, key=evidence.end_of))
        for reading in ranked[: 3 * MOST_OFFERED]
    )
    unheard = () if is_more else remark.unheard
    return replace(remark, heard=heard_acts, unheard=unheard, offered=offered), chance


def _guess(act: SpokenAct, evidence: RemarkEvidence) -> HeardAct:
    return HeardAct(act=evidence.fill_kind(act), clause=evidence.clause_of(act), is_sure=False)
