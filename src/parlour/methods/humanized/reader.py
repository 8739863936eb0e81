"""The symbolic reader's replies to the forms of Humanized Agents, and its reading of B5P statements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from parlour.llm import EarlierOpinion, FieldPurpose, Language
from parlour.methods.humanized.persona import words_of
from parlour.reader import DOUBTFUL, Blank, PersonaText, SeatReader, Trait, percent


@dataclass(frozen=True, kw_only=True)
class _Wording:
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
        """Returns the traits of the adjectives: the pole by the adjective, the degree by its adverb."""
        return _traits(text, language)


@lru_cache(maxsize=512)
def _traits(text: str, language: Language) -> tuple[Trait, ...]:
    meanings = _meanings(language)
    manners: list[str] = []
    for wording in _WORDINGS[language]:
        lines = [line for line in text.splitlines() if line.startswith(wording.opening)]
        for line in lines[:1]:
            listed = line.removeprefix(wording.opening).removesuffix(wording.stop)
            manners += [
                name for manner in listed.split(wording.between) for name in manner.split(wording.comma)
            ]
    return tuple(dict.fromkeys(meanings[manner] for manner in manners if manner in meanings))


@cache
def _meanings(language: Language) -> Mapping[str, Trait]:
    words, gap = words_of(language), _WORDINGS[language][0].gap
    return {
        f"{adverb}{gap}{adjective}": Trait(factor=factor.value, is_high=is_high, degree=degree)
        for degree, adverbs in words.adverbs.items()
        for adverb in adverbs
        for factor, factor_words in words.factors.items()
        for is_high, adjectives in (
            (True, factor_words.adjectives.high),
            (False, factor_words.adjectives.low),
        )
        for adjective in adjectives
    }


@dataclass(frozen=True, kw_only=True)
class Liked(FieldPurpose):
    """The favor towards another player, from 1 to 10."""

    player: str

    def fill(self, reader: SeatReader, blank: Blank) -> int:
        """Returns a rating by the player's statements and side."""
        return reader.rating(self.player)


@dataclass(frozen=True, kw_only=True)
class LikelyRole(FieldPurpose):
    """The most probable role of the form's player, of those to choose from."""

    def fill(self, reader: SeatReader, blank: Blank) -> str:
        """Returns the role."""
        return _likeliest(reader, blank)[0]


@dataclass(frozen=True, kw_only=True)
class RoleChance(FieldPurpose):
    """The probability of the role beside it in the form, in percent from 1 to 100."""

    def fill(self, reader: SeatReader, blank: Blank) -> int:
        """Returns the percentage."""
        return percent(_likeliest(reader, blank)[1])


def _likeliest(reader: SeatReader, blank: Blank) -> tuple[str, float]:
    about = blank.suspect
    roles = [
        role
        for sibling in blank.beside()
        if isinstance(sibling.purpose, LikelyRole)
        for role in sibling.options
    ]
    return reader.role(about.suspect, roles, about.case)


_DISLIKED = (4.0, 2.0, 1.0, 0.5, 0.25)
"""The odds factor of each band of favor, from the worst to the best (ours)."""


def by_favor(likings: Sequence[tuple[str, int]]) -> EarlierOpinion:
    """Returns the odds that a favor statement implies for its writer.

    Args:
        likings: each player with its band, from 0 to 4.
    """
    return EarlierOpinion(odds={name: _DISLIKED[band] for name, band in likings})


def by_judgement(guesses: Mapping[str, tuple[bool, float]]) -> EarlierOpinion:
    """Returns the odds that a judgement implies for its writer."""
    even = 1 / max(1, len(guesses))
    return EarlierOpinion(odds={name: _odds(*guess, even) for name, guess in guesses.items()})


def _odds(is_friend: bool, likely: float, even: float) -> float:  # noqa: FBT001 - as it stands in a guess
    probability = max(DOUBTFUL, min(1 - DOUBTFUL, likely))
    if is_friend:
        return min(1.0, (1 - probability) / probability)
    return max(1.0, probability / (1 - probability) / (even / (1 - even) if even < 1 else 1.0))
