"""Which of all that a player heard it has in mind."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Literal, Protocol

from parlour.core import EventKind

Counted = Literal["utterances", "messages"]
"""What a window counts: what players say, or whatever they are told."""


class Attention(Protocol):
    """A way to choose among what was heard; called upon whenever a player calls the talk to mind."""

    def chooses(self, kind: EventKind) -> bool:
        """Whether it chooses among events of that kind; all others stay in mind."""
        ...

    def minded(self, heard: Sequence[int]) -> AbstractSet[int]:
        """Those that are kept in mind.

        Args:
            heard: the events of its kinds that the player knows, by number and in order.
        """
        ...


@dataclass(frozen=True, kw_only=True)
class Latest:
    """Minds what was heard last.

    Attributes:
        most: how many events.
        counts: `utterances` leaves in mind what happened without words (deaths, votes, one's own nights);
            `messages` forgets those with the rest, as a list of the latest messages does.
    """

    most: int
    counts: Counted = "utterances"

    def chooses(self, kind: EventKind) -> bool:
        """Whether events of that kind are counted."""
        return kind.utterance if self.counts == "utterances" else not kind.dealt

    def minded(self, heard: Sequence[int]) -> AbstractSet[int]:
        """The last ones."""
        return frozenset(heard[max(len(heard) - self.most, 0) :])
