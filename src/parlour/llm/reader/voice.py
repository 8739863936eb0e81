"""How the reader speaks, whatever the game: within its words, and always alike on the same occasion."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from random import Random

from parlour.games import count_words

USUAL_WORDS = 100
"""Where a prompt sets no limit."""


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
