from typing import Any

from parlour.games.mystery.generate import Mystery, first_of
from parlour.games.mystery.shape import MysteryShape


def invent(seed: int, **shape: Any) -> Mystery:
    """The mystery of a seed before it is told."""
    return first_of(seed, MysteryShape.of(**shape))
