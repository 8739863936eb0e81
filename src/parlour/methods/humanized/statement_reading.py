"""How the reader reads a B5P statement: by the adjectives of its last lines, as their data file has them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from parlour.llm import Language
from parlour.methods.humanized.statement import words_of
from parlour.reader import PersonaText, Trait


@dataclass(frozen=True, kw_only=True)
class _Wording:
    """What stands around adverbs and adjectives, as `persona.md.j2` writes it.

    Attributes:
        opening: before the first.
        between: two factors.
        comma: between two of one factor.
        stop: after the last.
        gap: between an adverb and its adjective.
    """

    opening: str
    between: str
    comma: str
    stop: str
    gap: str


_WORDINGS: Mapping[Language, tuple[_Wording, ...]] = {
    "en": (
        _Wording(opening="When you speak, you come across as ", between="; ", comma=", ", stop=".", gap=" "),
        _Wording(opening="You speak in a ", between="; ", comma=", ", stop=" way.", gap=" "),
        _Wording(opening="You speak in an ", between="; ", comma=", ", stop=" way.", gap=" "),
    ),
    "zh": (
        _Wording(opening="你说话给人的感觉：", between="；", comma="、", stop="。", gap=""),
        _Wording(opening="你说话的方式是：", between="；", comma="、", stop="。", gap=""),
    ),
}
"""By language, each `phrase`; the first is ours."""


@dataclass(frozen=True, kw_only=True)
class StatementText(PersonaText):
    """The mark of a B5P statement."""

    def traits(self, text: str, language: Language) -> tuple[Trait, ...]:
        """What the adjectives say: each has the pole of its factor, and by its adverb a degree."""
        return _traits(text, language)


@lru_cache(maxsize=512)
def _traits(text: str, language: Language) -> tuple[Trait, ...]:
    known = _meanings(language)
    manners: list[str] = []
    for wording in _WORDINGS[language]:
        lines = [line for line in text.splitlines() if line.startswith(wording.opening)]
        for line in lines[:1]:
            listed = line.removeprefix(wording.opening).removesuffix(wording.stop)
            manners += [
                name for manner in listed.split(wording.between) for name in manner.split(wording.comma)
            ]
    return tuple(dict.fromkeys(known[each] for each in manners if each in known))


@cache
def _meanings(language: Language) -> Mapping[str, Trait]:
    """What each adjective means with each of its adverbs."""
    words, gap = words_of(language), _WORDINGS[language][0].gap
    return {
        f"{adverb}{gap}{adjective}": Trait(factor=factor.value, is_high=is_high, degree=degree)
        for degree, adverbs in words.adverbs.items()
        for adverb in adverbs
        for factor, told in words.factors.items()
        for is_high, adjectives in ((True, told.adjectives.high), (False, told.adjectives.low))
        for adjective in adjectives
    }
