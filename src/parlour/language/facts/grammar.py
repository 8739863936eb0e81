"""One grammar for both directions: facts and questions to sentences, and sentences to what they mean.

Of several wordings `Unrepeated` draws the one that recent talk used longest ago.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from random import Random
from typing import Any, Protocol, cast

from parlour.core.language import Language
from parlour.language.facts.fact import Claim, Fact, Name, Plain
from parlour.language.facts.lexicon import WordKind, vocabulary
from parlour.language.facts.names import NameVeil
from parlour.language.facts.pattern import (
    PEOPLE,
    SELF,
    Gap,
    Pattern,
    Voice,
    gap_pattern,
    hear_person,
    hear_value,
    lexical_kind,
    patterns,
    say_person,
    say_value,
)
from parlour.language.facts.question import Confirm, Question

Index = Mapping[str, tuple[Pattern, ...]]
"""Patterns by their anchor."""


def index(patterns: Iterable[Pattern]) -> Index:
    """Groups patterns by a literal; a text without it matches none of them."""
    rows = tuple(patterns)
    return {
        anchor: tuple(row for row in rows if row.anchor == anchor) for anchor in {row.anchor for row in rows}
    }


@dataclass(frozen=True, kw_only=True)
class Ear:
    """A parser of sentences by certain patterns."""

    index: Index
    inner: Index
    voice: Voice
    cast: NameVeil
    given: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def meanings(self, text: str) -> Iterator[Fact | Question]:
        """Yields the meaning of a text, without its full stop, by each pattern that it fits."""
        lowered = text[:1].lower() + text[1:]
        for anchor, anchored in self.index.items():
            if anchor in lowered:
                for pattern in anchored:
                    meaning = self._meaning(text if pattern.opens_with_person else lowered, pattern)
                    if meaning is not None:
                        yield meaning

    def _meaning(self, text: str, pattern: Pattern) -> Fact | Question | None:
        match = _regex(pattern).fullmatch(text)
        if match is None:
            return None
        fields = pattern.type.__dataclass_fields__
        values: dict[str, Any] = {name: value for name, value in self.given.items() if name in fields}
        values.update(pattern.fixed)
        for gap in pattern.gaps:
            name = "fact" if gap.field == "speech" else gap.field
            values[name] = self._read_gap(match[gap.field], gap, pattern, values)
        if len(values) < len(fields) or None in values.values():
            return None
        meaning = pattern.type(**values)
        return Confirm(fact=cast(Plain, meaning)) if pattern.confirms else meaning

    def _read_gap(self, text: str, gap: Gap, pattern: Pattern, values: Mapping[str, Any]) -> object | None:
        if gap.field in PEOPLE:
            return hear_person(text, gap, pattern.language, self.voice, self.cast)
        if gap.field == "fact":
            return replace(self, index=self.inner)._plain(text)
        if gap.field == "speech":
            return replace(self, index=self.inner, voice=Voice(speaker=values["by"]))._plain(text)
        return hear_value(text, gap, lexical_kind(pattern.type, gap.field), pattern.language)

    def _plain(self, text: str) -> Plain | None:
        meanings = set(self.meanings(text))
        fact = meanings.pop() if len(meanings) == 1 else None
        return None if isinstance(fact, Claim) else cast(Plain | None, fact)


@cache
def _regex(pattern: Pattern) -> re.Pattern[str]:
    parts = pattern.parts
    neighbours = zip(("", *parts), (*parts[1:], ""), strict=False)
    crowded = [isinstance(before, Gap) or isinstance(after, Gap) for before, after in neighbours]
    return re.compile(
        "".join(
            re.escape(part)
            if isinstance(part, str)
            else gap_pattern(part, lexical_kind(pattern.type, part.field), pattern.language, crowded=beside)
            for part, beside in zip(parts, crowded, strict=True)
        )
    )


_STOP: dict[Language, tuple[str, str]] = {"en": (".", "?"), "zh": ("。", "？")}
_WORDED = 0.4
"""The probability of a word's own sentence, where it has one."""
_QUOTES = ('"', "”")


def render(
    fact: Fact | Question,
    lang: Language,
    rng: Random,
    *,
    speaker: Name | None = None,
    reader: Name | None = None,
) -> str:
    """Returns a fact or a question in one of its phrasings; the speaker is "I", the reader is "you"."""
    voice = Voice(speaker=speaker, reader=reader)
    fitting = phrasings(fact, lang, voice)
    worded = [pattern for pattern in fitting if pattern.fixed]
    pattern = rng.choice(worded if worded and rng.random() < _WORDED else fitting)
    return sentence(pattern, fact, voice, rng)


def every_wording(
    fact: Fact | Question,
    lang: Language,
    rng: Random,
    *,
    speaker: Name,
    reader: Name | None = None,
    at: str = "",
) -> tuple[str, ...]:
    """Returns a fact or a question in each of its phrasings."""
    voice = Voice(speaker=speaker, reader=reader, at=at)
    return tuple(sentence(pattern, fact, voice, rng) for pattern in phrasings(fact, lang, voice))


def phrasings(fact: Fact | Question, lang: Language, voice: Voice) -> list[Pattern]:
    """Returns every pattern that can express a fact or question in a voice."""
    return [pattern for pattern in _by_type(lang)[type(fact)] if _fits(pattern, fact, voice)]


def sentence(pattern: Pattern, fact: Fact | Question, voice: Voice, rng: Random) -> str:
    """Returns a fact or a question in the words of one pattern."""
    words = _fill(pattern, fact, voice, rng)
    stop = "" if words.endswith(_QUOTES) else _STOP[pattern.language][pattern.is_question]
    return _capitalize(words, pattern, fact, voice) + stop


@lru_cache(maxsize=65536)
def parse(text: str, lang: Language, voice: Voice, cast: NameVeil) -> Fact | Question | None:
    """Returns the meaning of one (veiled) sentence; None if it has none or several."""
    asks = text.endswith(("?", "？"))
    body = text[:-1].rstrip() if text.endswith((".", "!", "?", "。", "！", "？")) else text
    ear = Ear(index=_index(lang, asks), inner=_index(lang, False), voice=voice, cast=cast)  # noqa: FBT003
    meanings = set(ear.meanings(body))
    return meanings.pop() if len(meanings) == 1 else None


def _fill(pattern: Pattern, fact: Fact | Question, voice: Voice, rng: Random) -> str:
    meaning = fact.fact if pattern.confirms and isinstance(fact, Confirm) else fact
    return "".join(
        part if isinstance(part, str) else _say_field(part, pattern, meaning, voice, rng)
        for part in pattern.parts
    )


def _say_field(gap: Gap, pattern: Pattern, fact: Fact | Question, voice: Voice, rng: Random) -> str:
    if isinstance(fact, Claim | Confirm) and gap.field in ("fact", "speech"):
        inner_voice = Voice(speaker=fact.by) if isinstance(fact, Claim) and gap.field == "speech" else voice
        fitting = phrasings(fact.fact, pattern.language, inner_voice)
        # a colon would halt the sentence around it
        inner = rng.choice(
            [phrasing for phrasing in fitting if not re.search("[:：]", phrasing.text)] or fitting
        )
        words = _fill(inner, fact.fact, inner_voice, rng)
        return _capitalize(words, inner, fact.fact, inner_voice) if gap.field == "speech" else words
    value = getattr(fact, gap.field)
    if gap.field in PEOPLE:
        return say_person(value, gap, pattern.language, voice)
    return say_value(value, lexical_kind(pattern.type, gap.field), gap, pattern.language)


def _fits(pattern: Pattern, fact: Fact | Question, voice: Voice) -> bool:
    """Returns true if a pattern can express a fact: its wording may fix a word, or a person."""
    meaning = fact.fact if pattern.confirms and isinstance(fact, Confirm) else fact
    first = next((gap.field for gap in pattern.gaps if gap.field in PEOPLE), "")
    return (
        type(meaning) is pattern.type
        and pattern.says(meaning)
        and pattern.at in ("", voice.at)
        and not (SELF in pattern.unsaid_of and voice.pronoun(getattr(meaning, first)) == 0)
        and all(
            voice.pronoun(getattr(meaning, gap.field)) == (0 if gap.only == "I" else None)
            for gap in pattern.gaps
            if gap.only
        )
    )


def _capitalize(words: str, pattern: Pattern, fact: Fact | Question, voice: Voice) -> str:
    first = pattern.parts[0]
    if isinstance(first, Gap) and first.field in PEOPLE and not first.inverted:
        meaning = fact.fact if pattern.confirms and isinstance(fact, Confirm) else fact
        if voice.pronoun(getattr(meaning, first.field)) is None:
            return words
    return words[:1].upper() + words[1:]


@cache
def _by_type(lang: Language) -> Mapping[type[Fact | Question], tuple[Pattern, ...]]:
    rows = patterns(lang)
    return {
        fact_type: tuple(row for row in rows if row.means is fact_type)
        for fact_type in {row.means for row in rows}
    }


@cache
def _index(lang: Language, asks: bool) -> Index:  # noqa: FBT001 - a key of the cache
    return index(row for row in patterns(lang) if row.is_question is asks)


_GAP = re.compile(r"\{\w+\}|\byou\b|你", re.IGNORECASE)
_NUMBER = re.compile(r"\d+|(?<=第)[一二三四五六七八九十]+")
_EDGES = ".!?。！？ _"
"""The stops and the marks of gaps around a wording, which stand otherwise where it was used."""


class Chooser(Protocol):
    """A generator that picks one of several wordings: a `Random`, or one that repeats none at once."""

    def choice(self, seq: Sequence[str], /) -> str:
        """Returns one of the wordings."""
        ...


@dataclass(frozen=True, kw_only=True)
class Unrepeated:
    """A chooser of the wording that recent talk used longest ago.

    Attributes:
        turn: the place among players who speak at once and share the `rng`: each takes another wording.
    """

    rng: Random
    recent: tuple[str, ...]
    language: Language
    names: tuple[Name, ...]
    turn: int = 0

    def choice(self, seq: Sequence[str], /) -> str:
        """Returns the wording whose last use lies furthest back; an empty one counts as unused."""
        oldest_first = sorted(self.rng.sample(seq, len(seq)), key=self._last_use)
        return oldest_first[self.turn % len(oldest_first)]

    def _last_use(self, wording: str) -> int:
        bare = sketch(wording, self.language, self.names).strip(_EDGES)
        return self._talk.rfind(bare) if bare else -1

    @cached_property
    def _talk(self) -> str:
        return "\n".join(sketch(text, self.language, self.names) for text in self.recent)


@lru_cache(maxsize=16384)
def sketch(text: str, language: Language, names: tuple[Name, ...]) -> str:
    """Returns a text with marks for its names, gaps, numbers and levels: two with one wording are equal."""
    for pattern, mark in _marks(language, names):
        text = pattern.sub(mark, text)
    return text.lower()


@cache
def _marks(language: Language, names: tuple[Name, ...]) -> tuple[tuple[re.Pattern[str], str], ...]:
    levels = {*vocabulary(WordKind.TRUST, language), *vocabulary(WordKind.SUSPICION, language)}
    rows = ((names, "_"), (levels, "~"))
    either = (("|".join(map(re.escape, sorted(words, key=len, reverse=True))), mark) for words, mark in rows)
    return (*((re.compile(row), mark) for row, mark in either if row), (_GAP, "_"), (_NUMBER, "#"))
