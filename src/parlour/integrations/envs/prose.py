"""Texts of any length and alphabet, as a space of gymnasium's."""

from __future__ import annotations

from gymnasium.spaces import Space

_LETTERS = "abcdefghijklmnopqrstuvwxyz "
_SAMPLE = 40


class Prose(Space[str]):
    """Every string. Gymnasium's own `Text` wants an alphabet and a length, which no talk has."""

    def __init__(self) -> None:
        super().__init__((), None)

    @property
    def is_np_flattenable(self) -> bool:
        """A string is no vector."""
        return False

    def sample(self, mask: object = None, probability: object = None) -> str:
        """Some letters by lot."""
        del mask, probability
        return "".join(_LETTERS[n] for n in self.np_random.integers(len(_LETTERS), size=_SAMPLE))

    def contains(self, x: object) -> bool:
        """Whether it is a string."""
        return isinstance(x, str)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Prose)

    def __hash__(self) -> int:
        return hash(Prose)

    def __repr__(self) -> str:
        return "Prose()"
