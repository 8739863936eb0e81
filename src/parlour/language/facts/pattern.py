"""Sentences with gaps: the patterns of `sentences.en.yaml`, and what fills a gap, in words and back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Literal, get_args

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
from parlour.language.facts.fact import Claim, Fact, Level, Name, Plain, Slot, Word
from parlour.language.facts.lexicon import WordKind, entries, hear, load, say, vocabulary
from parlour.language.facts.names import NAME_PATTERN, NameVeil
from parlour.language.facts.question import Confirm, Question

PEOPLE = frozenset({"who", "whom", "by", "victim", "of", "to", "other"})
"""The fields that hold a name."""

ANY, SELF = "any", "I"
_NOT, _AT = "not ", "at "
_GAP = re.compile(r"\{([^}]+)\}")
_TYPES: dict[str, type[Fact | Question]] = {
    fact_type.__name__: fact_type for fact_type in (*get_args(Plain), Claim, *get_args(Question))
}


@dataclass(frozen=True, kw_only=True)
class Gap:
    """A gap of a sentence for a field of its fact.

    Attributes:
        form: of a person `subject`, `object` or `possessive`; of a word as in `lexicon.py`.
        only: the one person that fits, if not any: a `name`, or the speaker (`I`).
    """

    field: str
    form: str = ""
    verb: str = ""
    inverted: bool = False
    only: Literal["", "name", "I"] = ""


@dataclass(frozen=True, kw_only=True)
class Pattern:
    """One sentence of the grammar.

    Attributes:
        unsaid_of: the words of which it is understood but not said; `SELF` if speakers do not say it of
            themselves, `ANY` if it is never said.
        at: the kind of table whose players alone say it; empty for all.
        confirms: whether it asks if the fact is so, and so means a `Confirm` of it.
    """

    type: type[Fact | Question]
    language: Language
    text: str
    fixed: tuple[tuple[str, Word], ...] = ()
    unsaid_of: tuple[Word, ...] = ()
    at: str = ""
    confirms: bool = False

    @property
    def means(self) -> type[Fact | Question]:
        """The type of fact or question that it expresses."""
        return Confirm if self.confirms else self.type

    def says(self, fact: Fact | Question) -> bool:
        """Returns true if it expresses a fact or question of its type: its wording may fix a word."""
        if ANY in self.unsaid_of or not all(getattr(fact, field) == word for field, word in self.fixed):
            return False
        words = [word for word in self.unsaid_of if word != SELF]
        return not words or getattr(fact, _worded_field(self.type)) not in words

    @property
    def is_question(self) -> bool:
        """Returns true if it ends in a question mark."""
        return self.means in get_args(Question)

    @cached_property
    def parts(self) -> tuple[str | Gap, ...]:
        """Literal text and gaps in turn."""
        pieces = enumerate(_GAP.split(self.text))
        return tuple(_gap(piece, self.language) if odd % 2 else piece for odd, piece in pieces if piece)

    @cached_property
    def gaps(self) -> tuple[Gap, ...]:
        """The gaps alone."""
        return tuple(part for part in self.parts if isinstance(part, Gap))

    @cached_property
    def anchor(self) -> str:
        """The longest literal: a text without it is some other sentence."""
        return max((part for part in self.parts if isinstance(part, str)), key=len, default="")

    @cached_property
    def opens_with_person(self) -> bool:
        """Returns true if it begins with a person, whose name keeps its capital."""
        first = self.parts[0]
        return isinstance(first, Gap) and first.field in PEOPLE and not first.inverted


@cache
def patterns(language: Language, file: str = "sentences") -> tuple[Pattern, ...]:
    """Returns all sentences of a language that stand in a file."""
    sections: dict[str, list[str | dict[Word, str]]] = load(f"{file}.{language}.yaml")
    return tuple(pattern for name, rows in sections.items() for pattern in _section(name, rows, language))


def lexical_kind(of: type[Fact | Question], field: str) -> str:
    """Returns the kind of the lexicon whose words stand in a field."""
    if field in ("kind", "level"):
        return of.__name__.lower()
    return "topic" if field == "over" else field


def _section(name: str, rows: list[str | dict[Word, str]], language: Language) -> Iterator[Pattern]:
    confirms = name.startswith("Confirm(")
    of = _TYPES[name.removeprefix("Confirm(").removesuffix(")")]
    for row in rows:
        pairs = [("", row)] if isinstance(row, str) else [*row.items()]
        for word, text in pairs:
            marks = [mark for mark in word.split(", ") if mark]
            said_of = [mark for mark in marks if not mark.startswith((_NOT, _AT))]
            not_of = [mark.removeprefix(_NOT) for mark in marks if mark.startswith(_NOT)]
            yield Pattern(
                type=of,
                language=language,
                text=text,
                fixed=tuple((_worded_field(of), _value(of, mark)) for mark in said_of),
                unsaid_of=tuple(_value(of, mark) for mark in not_of),
                at=next((mark.removeprefix(_AT) for mark in marks if mark.startswith(_AT)), ""),
                confirms=confirms,
            )


def _value(of: type[Fact | Question], word: Word) -> Word:
    if word in (ANY, SELF):
        return word
    if "level" in of.__dataclass_fields__:
        return Level(word)
    if "role" in of.__dataclass_fields__:
        return next((role.id for role in entries(WordKind.ROLE).values() if role.mark == word), word)
    return word


def _worded_field(of: type[Fact | Question]) -> str:
    return next(field for field in ("kind", "level", "role", "thing") if field in of.__dataclass_fields__)


def _gap(text: str, language: Language) -> Gap:
    if text.endswith(("!", "=I")):
        only: Literal["name", "I"] = "name" if text.endswith("!") else "I"
        return Gap(
            field=text.rstrip("!").removesuffix("=I"),
            form="object" if only == "name" else "subject",
            only=only,
        )
    if text.endswith(("'s", "的")):
        return Gap(field=text.removesuffix("'s").removesuffix("的"), form="possessive")
    first, _, second = text.partition(" ")
    if second:
        field, verb = (first, second) if first in PEOPLE else (second, first)
        only_name: Literal["", "name"] = "name" if field.endswith("!") else ""
        return Gap(
            field=field.rstrip("!"), form="subject", verb=verb, inverted=first not in PEOPLE, only=only_name
        )
    field, _, form = text.partition(".")
    return Gap(field=field, form=form or ("object" if field in PEOPLE else ""))


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
    """Who is "I" and who is "you" in a sentence.

    Attributes:
        at: the kind of table, whose players have words of their own; empty for none.
    """

    speaker: Name | None = None
    reader: Name | None = None
    at: str = ""

    def pronoun(self, name: Name) -> int | None:
        """Returns 0 for "I", 1 for "you", None for all others."""
        return 0 if name == self.speaker else 1 if name == self.reader else None


def say_person(name: Name, gap: Gap, language: Language, voice: Voice) -> str:
    """Returns a person in the form that a sentence needs: `Bob was`, `I was`, `me`, `your`."""
    index = voice.pronoun(name)
    if index is not None:
        words = _PRONOUNS[language, gap.form][index]
    else:
        words = name + (_POSSESSIVE[language] if gap.form == "possessive" else "")
    if not gap.verb:
        return words
    verb = gap.verb if index is None else _conjugate(gap.verb)[index]
    return f"{verb} {words}" if gap.inverted else f"{words} {verb}"


def say_value(value: Slot | int | Word, kind: str, gap: Gap, language: Language) -> str:
    """Returns a time, a night or a word of the lexicon as a sentence needs it."""
    if isinstance(value, Slot):
        words = say_time(value, language) if gap.form == "full" else say_hour(value, language)
        return words if language == "zh" or gap.form == "time" else f"at {words}"
    if isinstance(value, int):
        return str(value) if language == "en" else say_number(value)
    return say(WordKind(kind), value, language, gap.form)


def gap_pattern(gap: Gap, kind: str, language: Language, *, crowded: bool) -> str:
    """Returns a regular expression of all that may fill a gap; `crowded` if no literal is beside it."""
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
    """Returns the name that a person's form means."""
    bare = _POSSESSIVE_END[language].sub("", text)
    person = _PERSONS.get(text, _PERSONS.get(bare))
    if person is not None:
        if gap.only == "name":
            return None
        return voice.speaker if person == 0 else voice.reader
    return cast.name(bare, language)


def hear_value(text: str, gap: Gap, kind: str, language: Language) -> Slot | int | Word | None:
    """Returns the time, night or word that some words mean."""
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
    pronouns = "|".join(
        f"[{word[0]}{word[0].upper()}]{word[1:]}" if word.isascii() and word != "I" else word
        for word in _PRONOUNS[language, gap.form]
    )
    only = {"I": _PRONOUNS[language, gap.form][0], "name": named, "": f"{pronouns}|{named}"}[gap.only]
    person = f"(?P<{gap.field}>{only})"
    if not gap.verb:
        return person
    verb = "(?:" + "|".join(dict.fromkeys((gap.verb, *_conjugate(gap.verb)))) + ")"
    return f"{verb} {person}" if gap.inverted else f"{person} {verb}"


def _conjugate(verb: str) -> tuple[str, str]:
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
