"""People's names in text: which words may be one, and the names of a roster as people type them.

Without a list of names, a name is recognised by its form: one or two capitalised words, with a number or
without (`Anna`, `Mary-Jane`, `Player 4`), or two to four Han characters without a word of the grammar. With
a list, each name is replaced by one private character before a text is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache, cached_property

from parlour.core.language import Language
from parlour.language.facts.fact import Name
from parlour.language.facts.lexicon import load

_STAND_INS = range(0xE000, 0xF8FF)
_CAPITALISED = r"[A-ZÀ-ÖØ-Þ][A-Za-zÀ-ɏ'’-]*"
_LATIN = rf"{_CAPITALISED}(?: {_CAPITALISED})?(?: \d+)?"
_STAND_IN = r"[\ue000-\uf8fe]"

NAME_PATTERN: dict[Language, str] = {
    "en": rf"{_STAND_IN}|{_LATIN}",
    "zh": rf"{_STAND_IN}|{_LATIN}|[\u4e00-\u9fff]{{2,4}}?(?:\d+)?|\d+号",
}
"""Whatever may be a name; `is_name` has the last word."""


@cache
def is_name(text: str, language: Language) -> bool:
    """Returns true if a text is taken for a name without a list of names."""
    if re.fullmatch(NAME_PATTERN[language], text) is None or text.endswith(("'s", "’s")):
        return False
    return _no_names(language).search(text) is None


@dataclass(frozen=True)
class NameVeil:
    """The names that a text may contain, each with the private character that stands for it.

    Attributes:
        names: the names that the text may mention; empty if unknown.
    """

    names: tuple[Name, ...]

    def veil(self, text: str) -> str:
        """Returns the text with a stand-in for each name."""
        return self._pattern.sub(lambda match: self._stand_ins[match[0]], text) if self.names else text

    def unveil(self, text: str) -> str:
        """Returns the text with each name in its place again."""
        return (
            re.sub(_STAND_IN, lambda match: self._names.get(match[0], match[0]), text) if self.names else text
        )

    def stand_in(self, name: Name) -> str:
        """Returns the private character that stands for a name of the list."""
        return self._stand_ins[name]

    def name(self, text: str, language: Language) -> Name | None:
        """Returns the name that a veiled text has there: one of the list, if there is a list."""
        if self.names:
            return self._names.get(text)
        return text if is_name(text, language) else None

    @cached_property
    def _stand_ins(self) -> dict[Name, str]:
        return {name: chr(code) for name, code in zip(dict.fromkeys(self.names), _STAND_INS, strict=False)}

    @cached_property
    def _names(self) -> dict[str, Name]:
        return {stand_in: name for name, stand_in in self._stand_ins.items()}

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        longest_first = sorted(self._stand_ins, key=len, reverse=True)
        initials = "".join(re.escape(initial) for initial in sorted({name[0] for name in longest_first}))
        return re.compile(f"(?=[{initials}])(?:{'|'.join(name_pattern(name) for name in longest_first)})")


@cache
def _no_names(language: Language) -> re.Pattern[str]:
    words = load("no_names.yaml")[language]
    if language == "en":
        return re.compile(rf"^(?:{'|'.join(words)})\b")
    anywhere, first, last = ("|".join(words[where]) for where in ("anywhere", "first", "last"))
    return re.compile(f"{anywhere}|^(?:{first})|(?:{last})$|第.{{0,2}}夜")


def any_name(names: Iterable[Name], flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    """Returns a pattern of any name as a whole, longer ones first; it matches nothing without names."""
    return re.compile("|".join(map(name_pattern, sorted(names, key=len, reverse=True))) or "(?!)", flags)


def name_pattern(name: Name) -> str:
    """Returns a name's pattern: a Latin letter or a digit at its end is the end of a word."""
    before = r"(?<![A-Za-z0-9])" if name[0].isascii() else ""
    after = r"(?![A-Za-z0-9])" if name[-1].isascii() else ""
    return before + re.escape(name) + after


_LIKENESS, _LEAD = 0.7, 0.1
"""The least similarity of a slip to a name, and its least lead over any other name."""
_SHORTEST = 4
"""A shorter English name has too many neighbours for a guess."""


@dataclass(frozen=True, kw_only=True)
class NameGuess:
    """A typed word, and the name that it was taken for."""

    typed: str
    meant: str


@dataclass(frozen=True)
class Roster:
    """The names that a player may mention."""

    cast: NameVeil
    language: Language

    def veil(self, text: str) -> str:
        """Returns the text with a stand-in for each name, whole or in part."""
        for pattern, name in self._aliases:
            stand_in = self.cast.stand_in(name)
            text = pattern.sub(lambda match, name=stand_in: name + ("'s" if match["s"] else ""), text)
        return text

    def mend(self, text: str, words: frozenset[str]) -> tuple[str, tuple[NameGuess, ...]]:
        """Returns a veiled text with a stand-in for each likely slip in a name, and the guesses."""
        return self._mend_english(text, words) if self.language == "en" else self._mend_chinese(text)

    @cached_property
    def _aliases(self) -> tuple[tuple[re.Pattern[str], Name], ...]:
        pairs = sorted(self._parts(), key=lambda pair: -len(pair[0]))
        return tuple((_alias(part, self.language), name) for part, name in pairs)

    def _parts(self) -> Iterator[tuple[str, Name]]:
        parts = [(part, name) for name in self.cast.names for part in _halves(name, self.language)]
        for name in self.cast.names:
            yield name, name
        for part, name in parts:
            if part not in self.cast.names and [half for half, _ in parts].count(part) == 1:
                yield part, name

    def _mend_english(self, text: str, words: frozenset[str]) -> tuple[str, tuple[NameGuess, ...]]:
        guesses: list[NameGuess] = []

        def mend_slip(match: re.Match[str]) -> str:
            name = None if match["word"].lower() in words else self._nearest(match["word"])
            if name is None:
                return match[0]
            guesses.append(NameGuess(typed=match["word"], meant=name))
            return self.cast.stand_in(name)

        return re.sub(r"\b(?P<word>[A-Za-z][A-Za-z-]{2,})\b", mend_slip, text), tuple(guesses)

    def _nearest(self, word: str) -> Name | None:
        parts = [(part, name) for part, name in self._parts() if len(part) >= _SHORTEST]
        word = word.lower()
        scores = sorted(
            (
                (SequenceMatcher(None, word, part.lower()).ratio(), name)
                for part, name in parts
                if part[0].lower() == word[0]
            ),
            reverse=True,
        )
        if not scores or scores[0][0] < _LIKENESS:
            return None
        rivals = [score for score, name in scores if name != scores[0][1]]
        return scores[0][1] if not rivals or scores[0][0] - rivals[0] >= _LEAD else None

    def _mend_chinese(self, text: str) -> tuple[str, tuple[NameGuess, ...]]:
        guesses: list[NameGuess] = []
        for name in self.cast.names:
            if len(name) > 2:
                # one wrong character after the family name
                wrong = (
                    f"{re.escape(name[:n])}[\u4e00-\u9fff]{re.escape(name[n + 1 :])}"
                    for n in range(1, len(name))
                )
                for slip in re.findall("|".join(wrong), text):
                    guesses.append(NameGuess(typed=slip, meant=name))
                    text = text.replace(slip, self.cast.stand_in(name))
        return text, tuple(guesses)


def _halves(name: Name, language: Language) -> list[str]:
    """Returns the parts by which a longer name may go: a first or last name, a Chinese given name."""
    if language == "en":
        return [part for part in name.split() if not part.isdecimal()] if " " in name else []
    return [name[1:]] if re.fullmatch("[\u4e00-\u9fff]{3}", name) else []


def _alias(part: str, language: Language) -> re.Pattern[str]:
    if language == "zh":
        bounds = ("(?<![a-z0-9])", "(?![a-z0-9])") if part.isascii() else ("", "")
        return re.compile(re.escape(part).join(bounds) + "(?P<s>(?!))?", re.IGNORECASE)
    return re.compile(rf"(?<!\w){re.escape(part)}(?P<s>'?s)?(?!\w)", re.IGNORECASE)
