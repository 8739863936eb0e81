"""Which of all that was said a player has in mind."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Protocol


class Attention(Protocol):
    """A way to choose among utterances; called upon whenever a player calls the talk to mind."""

    def minded(self, said: Sequence[int]) -> AbstractSet[int]:
        """The utterances that are kept in mind.

        Args:
            said: the events in which something was said, by number and in order.
        """
        ...


@dataclass(frozen=True, kw_only=True)
class Latest:
    """Minds what was said last.

    Attributes:
        most: how many utterances.
    """

    most: int

    def minded(self, said: Sequence[int]) -> AbstractSet[int]:
        """The last ones."""
        return frozenset(said[max(len(said) - self.most, 0) :])
