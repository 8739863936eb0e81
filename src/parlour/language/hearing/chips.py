"""Heard acts in words: a chip to switch on, the sentence that is sent, and a speech with its reading."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from itertools import groupby
from random import Random
from string import Formatter
from typing import Any

from parlour.core import count_said
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
    every_wording,
    say,
    say_time,
)
from parlour.language.hearing.act import ANYBODY, HeardAct, SpokenAct, TalkTable, Value, meaning
from parlour.language.hearing.clauses import wordlist

_OPTIONAL = re.compile(r"\[([^\]]*)\]")


@cache
def load(name: str, language: Language) -> Mapping[str, Any]:
    """Returns the content of a YAML file of this package in a language."""
    file = resources.files("parlour.language.hearing") / f"{name}.{language}.yaml"
    return read_yaml(file.read_text(encoding="utf-8"))


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
    act, end = heard_act.act.as_sent(table.scope), load("said", table.language)["stop"]
    means = heard_act.means if act.kind != "ask_view" else None
    meant = say_meaning(means, table, addressee=act.addressee) if means is not None else ""
    if meant and act.kind not in _SAID_BESIDE:
        return meant
    if act["whom"] in (ANYBODY, table.to) and act.is_question:
        act = act.with_slots(whom="")
    rows = load("said", table.language)
    sentence = _word_alike([act], table, {**rows, **rows["sentences"]})
    sentence = sentence[:1].upper() + sentence[1:] + ("" if sentence[-1] in ".?。？" else end)
    return _SPACE[table.language].join(filter(None, (sentence, meant)))


def say_meaning(means: Fact | Question, table: TalkTable, *, addressee: Name | None = None) -> str:
    """Returns a meaning in the fewest words; without an addressee a question begins with a name."""
    reader = table.to or addressee
    ways = every_wording(means, table.language, Random(0), speaker=table.speaker, reader=reader)
    sentence = min(ways, key=len)
    return (
        sentence
        if reader == table.to
        else _CALLED[table.language].format(reader, sentence[:1].lower() + sentence[1:])
    )


def chip(reading: Sequence[HeardAct], table: TalkTable) -> Chip:
    """Returns a reading as it is offered to the person who types."""
    return Chip(
        text=word_acts([heard_act.act for heard_act in reading], table),
        sentences=tuple(say_act(heard_act, table) for heard_act in reading),
        is_lit=all(heard_act.is_sure for heard_act in reading),
        to=next((heard_act.act.addressee for heard_act in reading if heard_act.act.addressee), None),
    )


_SPACE: Mapping[Language, str] = {"en": " ", "zh": ""}
_SAID_BESIDE = frozenset({"doubt", "call"})
"""Acts of which the grammar says a part, which follows their own words."""
_CALLED: Mapping[Language, str] = {"en": "{}, {}", "zh": "{}，{}"}
_LISTED = {
    "suspect": "who",
    "trust": "who",
    "vote": "whom",
    "no_vote": "whom",
    "saw": "whom",
    "call": "whom",
    "attack": "whom",
    "spare": "whom",
}
"""The slot by which several acts of a kind are worded as one: `suspect Player 4 and Player 8`."""


def word_acts(acts: Iterable[SpokenAct], table: TalkTable) -> str:
    """Returns acts in a few words."""
    sent = {act.key: act for act in (act.as_sent(table.scope) for act in acts)}.values()
    alike = groupby(sent, lambda act: {**dict(act.slots), "act": act.kind, _LISTED.get(act.kind, ""): ""})
    rows = load("said", table.language)
    words = [_word_alike([*group], table, rows) for _, group in alike]
    joints = [" " if part.endswith(("?", "？")) else rows["then"] for part in words[:-1]]
    return "".join(part + joint for part, joint in zip(words, [*joints, ""], strict=False))


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
    return row.format(**{gap: _list([*words], rows) for gap, words in by_gap.items()} | own)


def _list(words: Sequence[str], rows: Mapping[str, Any]) -> str:
    """Returns words as a list: "A and B", "A, B and C"; 甲、乙、丙."""
    if len(words) <= _PAIR:
        return rows["and"].join(words)
    return rows["comma"].join(words[:-1]) + rows["last"] + words[-1]


_PAIR = 2


def _me(gap: str, row: str, act: SpokenAct, me: Name) -> str:
    """Returns the word for the speaker in a gap, by its place in the row."""
    if row.startswith(f"{{{gap}"):
        return "I"
    return "myself" if gap != "by" and act["by"] == me else "me"


def _row(act: SpokenAct, me: Name, rows: Mapping[str, Any]) -> str:
    """Returns the row of an act: if there is one, that without a slot, to all, or of oneself."""
    kind = "heard_nobody" if act.kind == "saw_nobody" and act["how"] else act.kind
    is_own = me in (act["who"], act["by"], act["of"]) or (me == act["whom"] and not act["by"])
    variants = {
        f"{kind}_open": any(not act[gap] for gap in _gaps(_OPTIONAL.sub("", rows[kind]))),
        f"{kind}_all": act["whom"] == ANYBODY,
        f"{kind}_to_me": act["to"] == me,
        f"my_{kind}": is_own,
    }
    return next((rows[name] for name, fits in variants.items() if fits and name in rows), rows[kind])


def _gaps(row: str) -> set[str]:
    return {gap for _, gap, _, _ in Formatter().parse(row) if gap}


def _word(slot: str, value: Value | None, language: Language) -> str:
    if value in (None, ANYBODY):
        return load("said", language)["anybody" if value else "nothing"]
    if isinstance(value, Slot):
        return say_time(value, language).removesuffix(" in the evening")
    if slot == "of" and value in (deaths := load("said", language)["death_words"]):
        return deaths[value]
    kind = _KINDS.get(slot)
    return say(kind, str(value), language) if kind and value in entries(kind) else str(value)


@dataclass(frozen=True, kw_only=True)
class Chip:
    """A reading that a person switches on or off.

    Attributes:
        sentences: its acts, as the others hear them, or one with gaps; none if it changes nothing.
        to: the addressee of its question, or the player whom it proposes to attack.
        source: the typed sentence that it was read from.
    """

    text: str
    sentences: tuple[str, ...] = ()
    is_lit: bool = False
    to: Name | None = None
    source: str = field(default="", compare=False)


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

    def fits(self, lit: Collection[Chip]) -> bool:
        """Returns false if the readings that are lit are more words than may be said."""
        speech = self.speech(lit)
        return speech == self.typed or all(words in speech for chip in lit for words in chip.sentences)

    def speech(self, lit: Collection[Chip]) -> str:
        """Returns the words with the readings that are lit.

        The last readings are left out if they are more words than may be said; the typed words stay whole.
        """
        in_order = sorted(self.chips, key=lambda chip: self.typed.find(chip.source))
        sentences = dict.fromkeys(sentence for chip in in_order if chip in lit for sentence in chip.sentences)
        is_as_heard = self.is_plain and self.lit == frozenset(lit)
        is_heard = self.is_heard_bare or any(chip.sentences for chip in self.lit)
        if is_as_heard or not (sentences or is_heard):
            return self.typed
        kept = [*sentences]
        versions = (kept[:count] for count in range(len(kept), 0 if kept else -1, -1))
        texts = (
            wordlist(self.language)["that_is"].format(
                typed=self.typed, said=_SPACE[self.language].join(version) or _NOTHING
            )
            for version in versions
        )
        return next((text for text in texts if not 0 < self.most < count_said(text)), self.typed)


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
