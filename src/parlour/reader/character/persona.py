"""What a persona statement tells: which traits are marked, and how much (Humanized Agents, section 2.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from parlour.facts import Language
from parlour.llm import Prompt
from parlour.reader.frames import words

_PERSONA = "character/persona"


@dataclass(frozen=True, kw_only=True)
class Trait:
    """A factor of the Big Five in which somebody is not like just anybody.

    Attributes:
        factor: as the data files call it.
        is_high: towards which pole.
        degree: how far from the middle, from 1 to 3.
    """

    factor: str
    is_high: bool
    degree: int


def traits_of(prompt: Prompt) -> tuple[Trait, ...]:
    """The traits of whom a prompt makes its reader; none where it says nothing, or nothing stands out.

    The statement stands first in the system prompt. Only the adjectives of its last lines are read, since
    each has the pole of its factor and the degree of the score.
    """
    return _traits(prompt.system[0].text, prompt.language) if prompt.system else ()


@lru_cache(maxsize=512)
def _traits(text: str, language: Language) -> tuple[Trait, ...]:
    persona = words(_PERSONA, language)
    told = next((line for line in text.splitlines() if line.startswith(persona["manner"])), "")
    listed = told.removeprefix(persona["manner"]).removesuffix(persona["stop"])
    manners = [each for manner in listed.split(persona["between"]) for each in manner.split(persona["comma"])]
    known = _meanings(language)
    return tuple(dict.fromkeys(known[each] for each in manners if each in known))


@cache
def _meanings(language: Language) -> Mapping[str, Trait]:
    """What each adjective means with each of its adverbs."""
    persona = words(_PERSONA, language)
    return {
        f"{adverb}{persona['gap']}{adjective}": Trait(factor=factor, is_high=pole == "high", degree=degree)
        for degree, adverbs in persona["adverbs"].items()
        for adverb in adverbs
        for factor, poles in persona["adjectives"].items()
        for pole, adjectives in poles.items()
        for adjective in adjectives
    }
