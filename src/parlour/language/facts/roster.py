"""The names of a table, as people type them: in any case, by a part, without an apostrophe, with a slip."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property

from parlour.core.language import Language
from parlour.language.facts.fact import Name
from parlour.language.facts.names import NameVeil

_LIKENESS, _LEAD = 0.7, 0.1
"""How like a name a slip must be, and how much more so than any other name."""
_SHORTEST = 4
"""A shorter English name has too many neighbours for a guess."""


@dataclass(frozen=True, kw_only=True)
class NameGuess:
    """Something that was taken to mean something else."""

    typed: str
    meant: str


@dataclass(frozen=True)
class Roster:
    """Everybody whom a player may speak of.

    Attributes:
        cast: the names, with what stands for each.
    """

    cast: NameVeil
    language: Language

    def veil(self, text: str) -> str:
        """The text with a stand-in for each name, whole or in part."""
        for pattern, name in self._aliases:
            stand_in = self.cast.stand_in(name)
            text = pattern.sub(lambda match, name=stand_in: name + ("'s" if match["s"] else ""), text)
        return text

    def mend(self, text: str, known: frozenset[str]) -> tuple[str, tuple[NameGuess, ...]]:
        """A veiled text with a stand-in for whatever looks like a slip in a name, and what was guessed.

        Args:
            text: what was typed.
            known: words that mean something else.
        """
        return self._mend_english(text, known) if self.language == "en" else self._mend_chinese(text)

    @cached_property
    def _aliases(self) -> tuple[tuple[re.Pattern[str], Name], ...]:
        pairs = sorted(self._parts(), key=lambda pair: -len(pair[0]))
        return tuple((_alias(part, self.language), name) for part, name in pairs)

    def _parts(self) -> Iterator[tuple[str, Name]]:
        """Each name, and each part of a name that nobody else bears."""
        parts = [(part, name) for name in self.cast.names for part in _halves(name, self.language)]
        for name in self.cast.names:
            yield name, name
        for part, name in parts:
            if part not in self.cast.names and [each for each, _ in parts].count(part) == 1:
                yield part, name

    def _mend_english(self, text: str, known: frozenset[str]) -> tuple[str, tuple[NameGuess, ...]]:
        guesses: list[NameGuess] = []

        def mended(match: re.Match[str]) -> str:
            name = None if match["word"].lower() in known else self._nearest(match["word"])
            if name is None:
                return match[0]
            guesses.append(NameGuess(typed=match["word"], meant=name))
            return self.cast.stand_in(name)

        return re.sub(r"\b(?P<word>[A-Za-z][A-Za-z-]{2,})\b", mended, text), tuple(guesses)

    def _nearest(self, word: str) -> Name | None:
        parts = [(part, name) for part, name in self._parts() if len(part) >= _SHORTEST]
        scores = sorted(((_likeness(word, part), name) for part, name in parts), reverse=True)
        if not scores or scores[0][0] < _LIKENESS:
            return None
        rivals = [score for score, name in scores if name != scores[0][1]]
        return scores[0][1] if not rivals or scores[0][0] - rivals[0] >= _LEAD else None

    def _mend_chinese(self, text: str) -> tuple[str, tuple[NameGuess, ...]]:
        guesses: list[NameGuess] = []
        for name in self.cast.names:
            if len(name) > 2:
                for slip in re.findall("|".join(_one_wrong(name)), text):
                    guesses.append(NameGuess(typed=slip, meant=name))
                    text = text.replace(slip, self.cast.stand_in(name))
        return text, tuple(guesses)


def _halves(name: Name, language: Language) -> list[str]:
    """The parts by which a longer name may go: a first or last name, a Chinese given name."""
    if language == "en":
        return [part for part in name.split() if not part.isdecimal()] if " " in name else []
    return [name[1:]] if re.fullmatch("[\u4e00-\u9fff]{3}", name) else []


def _alias(part: str, language: Language) -> re.Pattern[str]:
    if language == "zh":
        bounds = ("(?<![a-z0-9])", "(?![a-z0-9])") if part.isascii() else ("", "")
        return re.compile(re.escape(part).join(bounds) + "(?P<s>(?!))?", re.IGNORECASE)
    return re.compile(rf"(?<!\w){re.escape(part)}(?P<s>'?s)?(?!\w)", re.IGNORECASE)


def _one_wrong(name: Name) -> Iterator[str]:
    """Patterns of a Chinese name with one wrong character after the family name."""
    for position in range(1, len(name)):
        yield re.escape(name[:position]) + "[\u4e00-\u9fff]" + re.escape(name[position + 1 :])


def _likeness(word: str, name: str) -> float:
    if word[0].lower() != name[0].lower():
        return 0.0
    return SequenceMatcher(None, word.lower(), name.lower()).ratio()
