"""How the reader speaks, whatever the game: within its words, and always alike on the same occasion."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from random import Random

from parlour.core import count_words
from parlour.language.facts import Name

USUAL_WORDS = 100
"""Where a prompt sets no limit."""
_HIGH, _MEDIUM = 0.5, 0.25
_DIGITS = 6


def fitting(sentences: Iterable[str], words: int | None) -> tuple[str, ...]:
    """As many of the sentences as there is room for, the first ones first."""
    room = USUAL_WORDS if words is None else words
    kept: list[str] = []
    for sentence in sentences:
        if (length := count_words(sentence)) <= room:
            kept.append(sentence)
            room -= length
    return tuple(kept)


def drawn_for(occasion: str) -> Random:
    """A generator that draws the same on the same occasion."""
    return Random(int.from_bytes(hashlib.sha256(occasion.encode()).digest()[:8]))


def settled(names: Sequence[Name], by: Callable[[Name], float], occasion: Sequence[str]) -> tuple[Name, ...]:
    """Names by a value, the least first; what is equal is settled by lot, alike on the same occasion."""

    def lot(name: Name) -> str:
        return hashlib.sha256("|".join((*occasion, name)).encode()).hexdigest()

    return tuple(sorted(names, key=lambda name: (round(by(name), _DIGITS), lot(name))))


def yes_no(so: bool) -> str:  # noqa: FBT001 - a word for a truth
    """A truth in the word of a form."""
    return "yes" if so else "no"


def level(likely: float) -> str:
    """A probability in the word of a form."""
    return "high" if likely >= _HIGH else "medium" if likely >= _MEDIUM else "low"
