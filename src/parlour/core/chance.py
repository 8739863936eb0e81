"""Draws by the match seed."""

from __future__ import annotations

import hashlib
from random import Random


def chance(seed: int, *purpose: object) -> Random:
    """A generator of its own for one seed and purpose, so that no draw shifts another.

    Args:
        seed: the match seed.
        purpose: what the draw is for, such as a player, a step and a word.
    """
    key = "\x1f".join(map(str, (seed, *purpose)))
    return Random(int.from_bytes(hashlib.sha256(key.encode()).digest()[:16]))
