"""One grammar for both directions: a fact or a question into a sentence, a sentence into what it means."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from random import Random
from typing import Any
from typing import cast as typed

from parlour.facts.fact import Claim, Fact, Plain
from parlour.facts.gaps import Voice, gap_pattern, hear_person, hear_value, say_person, say_value
from parlour.facts.lexicon import Language
from parlour.facts.names import Cast
from parlour.facts.pattern import PEOPLE, Gap, Pattern, lexical_kind, patterns
from parlour.facts.question import Confirm, Question

_STOP: dict[Language, tuple[str, str]] = {"en": (".", "?"), "zh": ("。", "？")}
_QUOTES = ('"', "”")


def render(
    fact: Fact | Question,
    lang: Language,
    rng: Random,
    *,
    speaker: str | None = None,
    reader: str | None = None,
) -> str:
    """A fact or a question in one sentence, in one of its phrasings.

    Args:
        fact: what is said.
        lang: the language.
        rng: draws the phrasing.
        speaker: whose name is "I".
        reader: whose name is "you".
    """
    voice = Voice(speaker=speaker, reader=reader)
    pattern = rng.choice(phrasings(fact, lang, voice))
    return _sentence(_fill(pattern, fact, voice, rng), pattern)


def phrasings(fact: Fact | Question, lang: Language, voice: Voice) -> list[Pattern]:
    """Every pattern that can say this in that voice."""
    return [pattern for pattern in _by_type(lang)[type(fact)] if _fits(pattern, fact, voice)]


@lru_cache(maxsize=65536)
def parse(sentence: str, lang: Language, voice: Voice, cast: Cast) -> Fact | Question | None:
    """What one (veiled) sentence means; None if nothing, or if it could mean two things."""
    body, asks = _body(sentence, lang)
    meanings = set(_meanings(body, _index(lang, asks), voice, cast))
    return meanings.pop() if len(meanings) == 1 else None


def match_patterns(text: str, among: Iterable[Pattern], voice: Voice, cast: Cast) -> set[Fact | Question]:
    """Everything that a text without its full stop means by these patterns."""
    return set(_meanings(text, {"": tuple(among)}, voice, cast))


def _meanings(
    text: str, index: Mapping[str, tuple[Pattern, ...]], voice: Voice, cast: Cast
) -> Iterable[Fact | Question]:
    lowered = text[:1].lower() + text[1:]
    for anchor, group in index.items():
        if anchor in lowered:
            for pattern in group:
                meaning = _meaning(text if _opens_with_person(pattern) else lowered, pattern, voice, cast)
                if meaning is not None:
                    yield meaning


def _meaning(text: str, pattern: Pattern, voice: Voice, cast: Cast) -> Fact | Question | None:
    match = _regex(pattern).fullmatch(text)
    if match is None:
        return None
    values: dict[str, Any] = dict(pattern.fixed)
    for gap in pattern.gaps:
        field = "fact" if gap.field == "speech" else gap.field
        values[field] = _heard(match[gap.field], gap, pattern, values, voice, cast)
        if values[field] is None:
            return None
    meaning = pattern.type(**values)
    return Confirm(fact=typed(Plain, meaning)) if pattern.confirms else meaning


def _heard(
    text: str, gap: Gap, pattern: Pattern, values: Mapping[str, Any], voice: Voice, cast: Cast
) -> object | None:
    """What fills a gap, understood."""
    if gap.field in PEOPLE:
        return hear_person(text, pattern.language, voice, cast)
    if gap.field in ("fact", "speech"):
        inner_voice = Voice(speaker=values["by"]) if gap.field == "speech" else voice
        inner = set(_meanings(text, _index(pattern.language, asks=False), inner_voice, cast))
        return inner.pop() if len(inner) == 1 and not any(isinstance(each, Claim) for each in inner) else None
    return hear_value(text, gap, lexical_kind(pattern.type, gap.field), pattern.language)


def _fill(pattern: Pattern, fact: Fact | Question, voice: Voice, rng: Random) -> str:
    said = fact.fact if pattern.confirms and isinstance(fact, Confirm) else fact
    return "".join(
        part if isinstance(part, str) else _said(part, pattern, said, voice, rng) for part in pattern.parts
    )


def _said(gap: Gap, pattern: Pattern, fact: Fact | Question, voice: Voice, rng: Random) -> str:
    """A field of a fact, put into words."""
    if isinstance(fact, Claim | Confirm) and gap.field in ("fact", "speech"):
        inner_voice = Voice(speaker=fact.by) if isinstance(fact, Claim) and gap.field == "speech" else voice
        inner = rng.choice(phrasings(fact.fact, pattern.language, inner_voice))
        words = _fill(inner, fact.fact, inner_voice, rng)
        return _capitalised(words) if gap.field == "speech" else words
    value = getattr(fact, gap.field)
    if gap.field in PEOPLE:
        return say_person(value, gap, pattern.language, voice)
    return say_value(value, lexical_kind(pattern.type, gap.field), gap, pattern.language)


def _fits(pattern: Pattern, fact: Fact | Question, voice: Voice) -> bool:
    said: object = fact
    if pattern.confirms and isinstance(fact, Confirm):
        said = fact.fact
        if type(said) is not pattern.type:
            return False
    people = {gap.field: gap.only for gap in pattern.gaps if gap.only}
    return all(getattr(said, field) == word for field, word in pattern.fixed) and all(
        voice.pronoun(getattr(said, field)) == (0 if only == "I" else None) for field, only in people.items()
    )


def _sentence(words: str, pattern: Pattern) -> str:
    stop = "" if words.endswith(_QUOTES) else _STOP[pattern.language][pattern.is_question]
    return _capitalised(words) + stop


def _capitalised(words: str) -> str:
    return words[:1].upper() + words[1:]


def _body(sentence: str, lang: Language) -> tuple[str, bool]:
    """A sentence without its stop, and whether it asks."""
    if sentence.endswith(("?", "？")):
        return sentence[:-1].rstrip(), True
    return (sentence[:-1] if sentence.endswith((".", "!", "。", "！")) else sentence), False


def _opens_with_person(pattern: Pattern) -> bool:
    first = pattern.parts[0]
    return isinstance(first, Gap) and first.field in PEOPLE and not first.inverted


@cache
def _regex(pattern: Pattern) -> re.Pattern[str]:
    parts = pattern.parts
    crowded = [
        isinstance(before, Gap) or isinstance(after, Gap)
        for before, after in zip(("", *parts), (*parts[1:], ""), strict=False)
    ]
    return re.compile(
        "".join(
            re.escape(part)
            if isinstance(part, str)
            else gap_pattern(part, lexical_kind(pattern.type, part.field), pattern.language, crowded=beside)
            for part, beside in zip(parts, crowded, strict=True)
        )
    )


@cache
def _by_type(lang: Language) -> Mapping[type[Fact | Question], tuple[Pattern, ...]]:
    rows = patterns(lang)
    return {each: tuple(row for row in rows if row.means is each) for each in {row.means for row in rows}}


@cache
def _index(lang: Language, asks: bool) -> Mapping[str, tuple[Pattern, ...]]:  # noqa: FBT001 - a key of the cache
    rows = [row for row in patterns(lang) if row.is_question is asks]
    return {each: tuple(row for row in rows if row.anchor == each) for each in {row.anchor for row in rows}}
