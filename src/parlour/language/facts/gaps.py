"""What fills a gap, in words and back: people in their three voices, times, nights, words of the lexicon."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from parlour.core.language import Language
from parlour.language.facts.clock import (
    TIME_PATTERN,
    hear_hour,
    hear_number,
    hear_time,
    say_hour,
    say_number,
    say_time,
)
from parlour.language.facts.fact import Level, Name, Slot, Word
from parlour.language.facts.lexicon import WordKind, hear, say, vocabulary
from parlour.language.facts.names import NAME_PATTERN, NameVeil
from parlour.language.facts.pattern import PEOPLE, Gap

_PRONOUNS: dict[tuple[Language, str], tuple[str, str]] = {
    ("en", "subject"): ("I", "you"),
    ("en", "object"): ("me", "you"),
    ("en", "possessive"): ("my", "your"),
    ("zh", "subject"): ("我", "你"),
    ("zh", "object"): ("我", "你"),
    ("zh", "possessive"): ("我的", "你的"),
}
_POSSESSIVE: dict[Language, str] = {"en": "'s", "zh": "的"}
_IRREGULAR = {"is": ("am", "are"), "was": ("was", "were"), "has": ("have", "have"), "does": ("do", "do")}
_WORDS: dict[Language, str] = {"en": "[a-zà-ÿ' -]+?", "zh": "[\u4e00-\u9fff]+?"}
_NUMBER: dict[Language, str] = {"en": r"\d{1,2}", "zh": r"\d{1,2}|[一二三四五六七八九十]{1,3}"}


@dataclass(frozen=True, kw_only=True)
class Voice:
    """Who is "I" and who is "you" in a sentence."""

    speaker: Name | None = None
    reader: Name | None = None

    def pronoun(self, name: Name) -> int | None:
        """0 for "I", 1 for "you", None for everybody else."""
        return 0 if name == self.speaker else 1 if name == self.reader else None


def say_person(name: Name, gap: Gap, language: Language, voice: Voice) -> str:
    """Somebody as a sentence needs it: `Bob was`, `I was`, `me`, `your`."""
    index = voice.pronoun(name)
    if index is not None:
        words = _PRONOUNS[language, gap.form][index]
    else:
        words = name + (_POSSESSIVE[language] if gap.form == "possessive" else "")
    if not gap.verb:
        return words
    verb = gap.verb if index is None else _conjugated(gap.verb)[index]
    return f"{verb} {words}" if gap.inverted else f"{words} {verb}"


def say_value(value: Slot | int | Word, kind: str, gap: Gap, language: Language) -> str:
    """A time, a night or a word of the lexicon as a sentence needs it."""
    if isinstance(value, Slot):
        words = say_time(value, language) if gap.form == "full" else say_hour(value, language)
        return words if language == "zh" or gap.form == "time" else f"at {words}"
    if isinstance(value, int):
        return str(value) if language == "en" else say_number(value)
    return say(WordKind(kind), value, language, gap.form)


def gap_pattern(gap: Gap, kind: str, language: Language, *, crowded: bool) -> str:
    """A regular expression for whatever may fill a gap; `crowded` if no literal stands beside it."""
    if gap.field in PEOPLE:
        return _person_pattern(gap, language)
    match gap.field:
        case "slot":
            inner = rf"(?P<slot>{TIME_PATTERN[language]})"
            return inner if language == "zh" or gap.form == "time" else f"at {inner}"
        case "night":
            return f"(?P<night>{_NUMBER[language]})"
        case "fact" | "speech":
            return f"(?P<{gap.field}>.+)"
        case field:
            words = _every_word(WordKind(kind), language, gap.form) if crowded else _WORDS[language]
            return f"(?P<{field}>{words})"


def hear_person(text: str, gap: Gap, language: Language, voice: Voice, cast: NameVeil) -> Name | None:
    """The name that somebody is meant by."""
    bare = _POSSESSIVE_END[language].sub("", text)
    person = _PERSONS.get(text, _PERSONS.get(bare))
    if person is not None:
        if gap.only == "name":
            return None
        return voice.speaker if person == 0 else voice.reader
    return cast.name(bare, language)


def hear_value(text: str, gap: Gap, kind: str, language: Language) -> Slot | int | Word | None:
    """The time, night or word that some words mean."""
    match gap.field:
        case "slot":
            return hear_time(text, language) if gap.form == "full" else hear_hour(text, language)
        case "night":
            return hear_number(text)
        case "level":
            level = hear(WordKind(kind), text, language)
            return level and Level(level)
        case _:
            return hear(WordKind(kind), text, language, gap.form)


def _person_pattern(gap: Gap, language: Language) -> str:
    end = _POSSESSIVE[language] if gap.form == "possessive" else ""
    named = f"(?:{NAME_PATTERN[language]}){end}"
    pronouns = "|".join(_either_case(word) for word in _PRONOUNS[language, gap.form])
    only = {"I": _PRONOUNS[language, gap.form][0], "name": named, "": f"{pronouns}|{named}"}[gap.only]
    person = f"(?P<{gap.field}>{only})"
    if not gap.verb:
        return person
    verb = "(?:" + "|".join(dict.fromkeys((gap.verb, *_conjugated(gap.verb)))) + ")"
    return f"{verb} {person}" if gap.inverted else f"{person} {verb}"


def _either_case(word: str) -> str:
    return word if word == "I" or not word.isascii() else f"[{word[0]}{word[0].upper()}]{word[1:]}"


def _conjugated(verb: str) -> tuple[str, str]:
    """A verb of the third person after "I" and "you"."""
    plain = verb.removesuffix("s")
    return _IRREGULAR.get(verb, (plain, plain))


@cache
def _every_word(kind: WordKind, language: Language, form: str) -> str:
    longest_first = sorted(vocabulary(kind, language, form), key=len, reverse=True)
    return "|".join(re.escape(words) for words in longest_first)


_POSSESSIVE_END: dict[Language, re.Pattern[str]] = {"en": re.compile("['’]s$"), "zh": re.compile("的$")}
_PERSONS = {
    cased: index
    for pair in _PRONOUNS.values()
    for index, word in enumerate(pair)
    for cased in (word, word.capitalize())
}
