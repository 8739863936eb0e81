"""What a prompt tells its reader of their character: which traits are marked, and how much."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from parlour.language.facts import Language
from parlour.llm import PartPurpose, Prompt


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


@dataclass(frozen=True, kw_only=True)
class PersonaText(PartPurpose, ABC):
    """The part of a prompt that tells its reader what they are like; who words it, says how it is read."""

    @abstractmethod
    def traits(self, text: str, language: Language) -> tuple[Trait, ...]:
        """The traits that a text tells; none where nothing stands out."""


def traits_of(prompt: Prompt) -> tuple[Trait, ...]:
    """The traits of whom a prompt makes its reader; none where it does not begin with a persona."""
    first = next(iter(prompt.system), None)
    if first is None or not isinstance(first.purpose, PersonaText):
        return ()
    return first.purpose.traits(first.text, prompt.language)
