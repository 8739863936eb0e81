"""Which passages bear most on a question: those that say something of whom it names, and say much."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from parlour.language.facts import (
    Accusation,
    Check,
    Claim,
    Fact,
    Killing,
    Level,
    Means,
    Motive,
    Name,
    NoMeans,
    NoMotive,
    Presence,
    RoleClaim,
    Sighting,
    Suspicion,
    Trust,
    VoteFor,
)
from parlour.llm import Language, Prompt
from parlour.reader.passages import said

_NUMBER = re.compile(r"\[(\d+)\]")
_LEVELS = {Level.LITTLE: 1, Level.SOME: 2, Level.STRONG: 3}


def order(prompt: Prompt, names: tuple[Name, ...]) -> list[int]:
    """The numbers of the passages in a prompt, the weightiest first; of equals the one that stands first.

    Args:
        prompt: with the passages and, last, the question.
        names: whom a passage may speak of.
    """
    question = prompt.user[-1].text
    asked = frozenset(name for name in names if name in question)
    weights = {number: _weight(text, prompt.language, names, asked) for number, text in _passages(prompt)}
    return sorted(weights, key=lambda number: -weights[number])


def _passages(prompt: Prompt) -> Iterator[tuple[int, str]]:
    """Each passage stands in a part of its own, after one that holds its number."""
    texts = [part.text for part in prompt.user]
    for mark, text in pairwise(texts):
        if found := _NUMBER.fullmatch(mark):
            yield int(found[1]), text


def _weight(text: str, language: Language, names: tuple[Name, ...], asked: frozenset[Name]) -> int:
    found = [each for _, each in said(text, language, names)]
    return sum(_worth(each.fact) + any(name in each.sentence for name in asked) for each in found)


def _worth(fact: Fact) -> int:
    """How much a fact settles (ours): who did it or is what, then motives and means, then whereabouts."""
    match fact:
        case Claim(fact=inner):
            return _worth(inner)
        case Killing() | Accusation() | Check():
            return 5
        case RoleClaim(role=role):
            return 1 if role == "good" else 4
        case Suspicion(level=level) | Trust(level=level):
            return _LEVELS[level]
        case Motive() | NoMotive() | Means() | NoMeans():
            return 3
        case VoteFor() | Presence() | Sighting():
            return 2
        case _:
            return 1
