"""The Big Five persona of an agent, and its statement in words (Humanized Agents, eq. 1 to 4, appendix B)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import resources
from random import Random
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from parlour.core import Player, chance
from parlour.core.language import read_yaml
from parlour.errors import SetupError
from parlour.llm import Language, Templates

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
        """The factor's letter in a persona's code."""
        return self.value[0].upper()


@dataclass(frozen=True, kw_only=True)
class Persona:
    """An agent's personality.

    Attributes:
        scores: B_i, of each factor, from 1 (weak) to 7 (strong).
    """

    scores: Mapping[Factor, int]

    def __post_init__(self) -> None:
        """Refuses scores that are missing or out of range."""
        if set(self.scores) != set(Factor):
            raise ValueError("a persona has one score for each of A, E, N, O and C")
        wrong = [f"{factor.letter}{it}" for factor, it in self.scores.items() if not LEAST <= it <= MOST]
        if wrong:
            raise ValueError(f"{', '.join(wrong)}: a score is from {LEAST} to {MOST}")

    @staticmethod
    def read(code: str) -> Persona:
        """Returns the persona of a code.

        Raises:
            ValueError: if it is not five scores from 1 to 7, one for each factor.
        """
        pairs = _SCORE.findall(code)
        factors = {factor.letter: factor for factor in Factor}
        letters = [letter.upper() for letter, _ in pairs]
        if not re.fullmatch(rf"(?:{_SCORE.pattern}){{5}}", code) or set(letters) != set(factors):
            raise ValueError(f"{code!r} is no persona: write a score for each factor, such as {EXAMPLE}")
        return Persona(
            scores={factors[letter]: int(score) for letter, (_, score) in zip(letters, pairs, strict=True)}
        )

    @staticmethod
    def random(rng: Random) -> Persona:
        """Returns a random persona, each score as likely as any other."""
        return Persona(scores={factor: rng.randint(LEAST, MOST) for factor in Factor})

    @property
    def code(self) -> str:
        """Its code, such as `A7E1N2O4C1`."""
        return "".join(f"{factor.letter}{self.scores[factor]}" for factor in Factor)


_PACKAGE = "parlour.methods.humanized"
_TEMPLATES = Templates(_PACKAGE)
_FORBID = ConfigDict(frozen=True, extra="forbid")
Manner = list[tuple[str, str]]
"""Adjectives for a manner of speech, each with its adverb."""
Degrees = Annotated[dict[int, str], Field(min_length=3, max_length=3)]
Phrase = Literal["ours", "printed"]
"""The phrase for a statement's adjectives: in words of ours, or "You speak in a … way" (section 2.2)."""
Items = Literal["ipip", "parlour"]
"""The source of statements: the 50 Big-Five factor markers of the International Personality Item Pool
(IPIP; Goldberg 1992), which are in the public domain, or 100 of our own."""


class Poles(BaseModel):
    """Words for either pole of a factor: statements, IPIP markers, or adjectives."""

    model_config = _FORBID
    high: tuple[str, ...] = Field(min_length=2)
    low: tuple[str, ...] = Field(min_length=2)


_MARKERS = TypeAdapter(dict[Factor, Poles])


class FactorWords(BaseModel):
    """The words of one factor."""

    model_config = _FORBID
    statements: Poles
    adjectives: Poles


class Words(BaseModel):
    """The words of all factors.

    Attributes:
        agree: the words for the degree of agreement, by the score's distance from the mean (1 to 3).
    """

    model_config = _FORBID
    agree: Degrees
    disagree: Degrees
    adverbs: dict[int, tuple[str, ...]]
    factors: dict[Factor, FactorWords]


def resamplings(score: int) -> int:
    """Returns F_R, the number of adjectives of a score: 3 at 1 and 7, none at 4 (appendix B, table 11)."""
    return abs(score - MEAN)


def write_statement(
    persona: Persona, name: Player, language: Language, phrase: Phrase = "ours", items: Items = "ipip"
) -> str:
    """Returns F_D: the B5P statement of an agent, in the second person (eq. 2 to 4).

    Per factor with a score other than 4: one statement of either key, agreed to where key and score point
    the same way, and one to three adjectives of the score's pole, all different. The adjectives are the same
    whichever items the statement is drawn from.
    """
    words = words_of(language)
    statements: list[dict[str, str]] = []
    manners: list[Manner] = []
    for factor in Factor:
        if resamplings(persona.scores[factor]):
            rng = chance(0, "b5p", persona.code, factor)
            own = _statement(words, words.factors[factor].statements, persona.scores[factor], rng)
            if items == "ipip":
                drawn = chance(0, items, persona.code, factor)
                statements.append(
                    _statement(words, markers_of(language)[factor], persona.scores[factor], drawn)
                )
            else:
                statements.append(own)
            manners.append(_manner(words, factor, persona.scores[factor], rng))
    return _TEMPLATES.speak(
        "persona", language, name=name, statements=statements, manners=manners, phrase=phrase
    )


@cache
def words_of(language: Language) -> Words:
    """Returns the words of the B5P statement in one language."""
    name = f"b5p.{language}.yaml"
    text = (resources.files(_PACKAGE) / "words" / name).read_text(encoding="utf-8")
    return read_words(text, name)


@cache
def markers_of(language: Language) -> dict[Factor, Poles]:
    """Returns the IPIP markers in one language; their file names the source."""
    text = (resources.files(_PACKAGE) / "words" / f"ipip.{language}.yaml").read_text(encoding="utf-8")
    return _MARKERS.validate_python(read_yaml(text))


def read_words(text: str, name: str) -> Words:
    """Returns the words in a file.

    Raises:
        SetupError: if it lacks some, naming which, or is no YAML.
    """
    try:
        return Words.model_validate(read_yaml(text))
    except ValidationError as error:
        wrong = error.errors(include_url=False)[0]
        raise SetupError(f"{name}: {'.'.join(map(str, wrong['loc'])) or 'file'}: {wrong['msg']}") from error
    except ValueError as error:
        raise SetupError(f"{name}: no YAML: {error}") from error


def _statement(words: Words, poles: Poles, score: int, rng: Random) -> dict[str, str]:
    is_high = rng.random() < 0.5
    keyed = poles.high if is_high else poles.low
    degrees = words.agree if is_high == (score > MEAN) else words.disagree
    return {"text": keyed[rng.randrange(len(keyed))], "degree": degrees[resamplings(score)]}


def _manner(words: Words, factor: Factor, score: int, rng: Random) -> Manner:
    poles = words.factors[factor].adjectives
    fitting = poles.high if score > MEAN else poles.low
    times = resamplings(score)
    adverbs = words.adverbs[times]
    return [
        (adverbs[rng.randrange(len(adverbs))], fitting[n]) for n in rng.sample(range(len(fitting)), times)
    ]
