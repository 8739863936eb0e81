"""One grammar for both directions: a fact or a question into a sentence, a sentence into what it means."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from random import Random

from parlour.core.language import Language
from parlour.language.facts.fact import Claim, Fact, Name
from parlour.language.facts.gaps import Voice, say_person, say_value
from parlour.language.facts.matching import Ear, Index, index
from parlour.language.facts.names import NameVeil
from parlour.language.facts.pattern import PEOPLE, Gap, Pattern, lexical_kind, patterns
from parlour.language.facts.question import Confirm, Question

_STOP: dict[Language, tuple[str, str]] = {"en": (".", "?"), "zh": ("。", "？")}
_WORDED = 0.4
"""How often a word is said by a sentence of its own, where it has one, rather than by chance."""
_QUOTES = ('"', "”")


def render(
    fact: Fact | Question,
    lang: Language,
    rng: Random,
    *,
    speaker: Name | None = None,
    reader: Name | None = None,
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
    fitting = phrasings(fact, lang, voice)
    worded = [pattern for pattern in fitting if pattern.fixed]
    pattern = rng.choice(worded if worded and rng.random() < _WORDED else fitting)
    return sentence(pattern, fact, voice, rng)


def phrasings(fact: Fact | Question, lang: Language, voice: Voice) -> list[Pattern]:
    """Every pattern that can say this in that voice."""
    return [pattern for pattern in _by_type(lang)[type(fact)] if _fits(pattern, fact, voice)]


def sentence(pattern: Pattern, fact: Fact | Question, voice: Voice, rng: Random) -> str:
    """A fact or a question as one pattern says it."""
    words = _fill(pattern, fact, voice, rng)
    stop = "" if words.endswith(_QUOTES) else _STOP[pattern.language][pattern.is_question]
    return _opened(words, pattern, fact, voice) + stop


@lru_cache(maxsize=65536)
def parse(text: str, lang: Language, voice: Voice, cast: NameVeil) -> Fact | Question | None:
    """What one (veiled) sentence means; None if nothing, or if it could mean two things."""
    asks = text.endswith(("?", "？"))
    body = text[:-1].rstrip() if text.endswith((".", "!", "?", "。", "！", "？")) else text
    ear = Ear(index=_index(lang, asks), inner=_index(lang, False), voice=voice, cast=cast)  # noqa: FBT003
    meanings = set(ear.meanings(body))
    return meanings.pop() if len(meanings) == 1 else None


def _fill(pattern: Pattern, fact: Fact | Question, voice: Voice, rng: Random) -> str:
    said = fact.fact if pattern.confirms and isinstance(fact, Confirm) else fact
    return "".join(
        part if isinstance(part, str) else _said(part, pattern, said, voice, rng) for part in pattern.parts
    )


def _said(gap: Gap, pattern: Pattern, fact: Fact | Question, voice: Voice, rng: Random) -> str:
    """A field of a fact, put into words."""
    if isinstance(fact, Claim | Confirm) and gap.field in ("fact", "speech"):
        inner_voice = Voice(speaker=fact.by) if isinstance(fact, Claim) and gap.field == "speech" else voice
        inner = rng.choice(_flowing(phrasings(fact.fact, pattern.language, inner_voice)))
        words = _fill(inner, fact.fact, inner_voice, rng)
        return _opened(words, inner, fact.fact, inner_voice) if gap.field == "speech" else words
    value = getattr(fact, gap.field)
    if gap.field in PEOPLE:
        return say_person(value, gap, pattern.language, voice)
    return say_value(value, lexical_kind(pattern.type, gap.field), gap, pattern.language)


def _flowing(fitting: list[Pattern]) -> list[Pattern]:
    """Those without a colon, which would halt the sentence around them; all where none is without."""
    return [each for each in fitting if ":" not in each.text and "：" not in each.text] or fitting


def _fits(pattern: Pattern, fact: Fact | Question, voice: Voice) -> bool:
    """Whether a pattern can say this: its wording may settle a word, or a person."""
    said = fact.fact if pattern.confirms and isinstance(fact, Confirm) else fact
    return (
        type(said) is pattern.type
        and pattern.says(said)
        and all(
            voice.pronoun(getattr(said, gap.field)) == (0 if gap.only == "I" else None)
            for gap in pattern.gaps
            if gap.only
        )
    )


def _opened(words: str, pattern: Pattern, fact: Fact | Question, voice: Voice) -> str:
    """A sentence with its capital, unless it opens with a name, which keeps its own."""
    first = pattern.parts[0]
    if isinstance(first, Gap) and first.field in PEOPLE and not first.inverted:
        said = fact.fact if pattern.confirms and isinstance(fact, Confirm) else fact
        if voice.pronoun(getattr(said, first.field)) is None:
            return words
    return words[:1].upper() + words[1:]


@cache
def _by_type(lang: Language) -> Mapping[type[Fact | Question], tuple[Pattern, ...]]:
    rows = patterns(lang)
    return {each: tuple(row for row in rows if row.means is each) for each in {row.means for row in rows}}


@cache
def _index(lang: Language, asks: bool) -> Index:  # noqa: FBT001 - a key of the cache
    return index(row for row in patterns(lang) if row.is_question is asks)
