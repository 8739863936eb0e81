"""The Big Five persona of an agent: five scores, drawn or given (Humanized Agents, eq. 1)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from random import Random

LEAST, MEAN, MOST = 1, 4, 7
_SCORE = re.compile(r"([A-Za-z])(\d+)")
EXAMPLE = "A7E1N2O4C1"


class Factor(StrEnum):
    """The five factors, in the order in which the paper writes their scores."""

    AGREEABLENESS = "agreeableness"
    EXTRAVERSION = "extraversion"
    NEUROTICISM = "neuroticism"
    OPENNESS = "openness"
    CONSCIENTIOUSNESS = "conscientiousness"

    @property
    def letter(self) -> str:
        """As it stands in a persona's code."""
        return self.value[0].upper()


@dataclass(frozen=True, kw_only=True)
class Persona:
    """What an agent is like.

    Attributes:
        scores: B_i, of each factor, from 1 (weak) to 7 (strong).
    """

    scores: Mapping[Factor, int]

    def __post_init__(self) -> None:
        """Refuses scores that are missing or out of range."""
        if set(self.scores) != set(Factor):
            raise ValueError("a persona has one score for each of A, E, N, O and C")
        wrong = [f"{factor.letter}{score}" for factor, score in self.scores.items() if not _is_score(score)]
        if wrong:
            raise ValueError(f"{', '.join(wrong)}: a score is from {LEAST} to {MOST}")

    @staticmethod
    def read(code: str) -> Persona:
        """A persona as it is spelled.

        Args:
            code: such as `A7E1N2O4C1`, in any order.

        Raises:
            ValueError: if it is not five scores from 1 to 7, one for each factor.
        """
        told = _SCORE.findall(code)
        factors = {factor.letter: factor for factor in Factor}
        letters = [letter.upper() for letter, _ in told]
        if not re.fullmatch(rf"(?:{_SCORE.pattern}){{5}}", code) or set(letters) != set(factors):
            raise ValueError(f"{code!r} is no persona: write a score for each factor, such as {EXAMPLE}")
        return Persona(
            scores={factors[letter]: int(score) for letter, (_, score) in zip(letters, told, strict=True)}
        )

    @staticmethod
    def drawn(rng: Random) -> Persona:
        """A persona by lot, each score as likely as any other."""
        return Persona(scores={factor: rng.randint(LEAST, MOST) for factor in Factor})

    @property
    def code(self) -> str:
        """As it is spelled."""
        return "".join(f"{factor.letter}{self.scores[factor]}" for factor in Factor)


def _is_score(score: int) -> bool:
    return LEAST <= score <= MOST
