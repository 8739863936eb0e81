"""Passages of text: the facts in them, and their order by how much they say about a question."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from parlour.language import facts
from parlour.language.facts import Fact, Level, Name, StatedFact, read
from parlour.llm import Language, Prompt
from parlour.reader.seat import GameReader

_COLON = re.compile("[:：]")
LEAST_HEARD = 0.5
"""The share of what was said from which on the reader takes a talk to be in its language."""


def names_in(prompt: Prompt, told: Sequence[Name], game: GameReader) -> tuple[Name, ...]:
    """Returns the names that a passage may mention: the given ones, and those of the game."""
    return tuple(dict.fromkeys((*told, *game.people(prompt))))


def read_lines(
    text: str, language: Language, names: tuple[Name, ...]
) -> Iterator[tuple[Name | None, StatedFact]]:
    """Each fact in the lines of a passage; a line's words stand after who says them, and a colon."""
    for line in text.splitlines():
        who, *rest = _COLON.split(line, maxsplit=1)
        words = rest[0] if rest else line
        present = sorted((name for name in names if name in who), key=who.index)
        speaker, reader = (*present, None, None)[:2] if rest else (None, None)
        found = read(words, language, speaker=speaker, reader=reader, names=names).found
        yield from ((speaker, each) for each in found)


def understands(prompt: Prompt, players: Sequence[Name]) -> bool:
    """Returns true if at least half of a prompt's events contain a readable fact.

    Free talk contains almost none; reasoning from the few sentences that happen to fit would be a pretence.
    """
    told = [part.text for part in prompt.user if part.source.origin == "event" and part.source.events]
    heard = sum(any(True for _ in read_lines(text, prompt.language, tuple(players))) for text in told)
    return bool(told) and heard >= LEAST_HEARD * len(told)


_NUMBER = re.compile(r"\[(\d+)\]")
_LEVELS = {Level.LITTLE: 1, Level.SOME: 2, Level.STRONG: 3}


def order_passages(prompt: Prompt, names: tuple[Name, ...]) -> list[int]:
    """Returns the numbers of the passages in a prompt, the weightiest first, ties in order."""
    question = prompt.user[-1].text
    asked = frozenset(name for name in names if name in question)
    weights = {number: _weight(text, prompt.language, names, asked) for number, text in _passages(prompt)}
    return sorted(weights, key=lambda number: -weights[number])


def _passages(prompt: Prompt) -> Iterator[tuple[int, str]]:
    texts = [part.text for part in prompt.user]
    for mark, text in pairwise(texts):
        if found := _NUMBER.fullmatch(mark):
            yield int(found[1]), text


def _weight(text: str, language: Language, names: tuple[Name, ...], asked: frozenset[Name]) -> int:
    found = [each for _, each in read_lines(text, language, names)]
    return sum(_worth(each.fact) + any(name in each.sentence for name in asked) for each in found)


def _worth(fact: Fact) -> int:
    """Returns the weight of a fact (ours): culprits and roles, then motives and means, then whereabouts."""
    match fact:
        case facts.Claim(fact=inner):
            return _worth(inner)
        case facts.Killing() | facts.Accusation() | facts.Check():
            return 5
        case facts.RoleClaim(role=role):
            return 1 if role == "good" else 4
        case facts.Suspicion(level=level) | facts.Trust(level=level):
            return _LEVELS[level]
        case facts.Motive() | facts.NoMotive() | facts.Means() | facts.NoMeans():
            return 3
        case facts.VoteFor() | facts.Presence() | facts.Sighting():
            return 2
        case _:
            return 1
