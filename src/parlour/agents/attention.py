"""Which of all that a player heard it has in mind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Literal, Protocol

from parlour.games import DEALT, EventKind

Counted = Literal["utterances", "messages"]
"""What a window counts: what players say, or whatever they are told."""
SAID = frozenset(
    {EventKind.INTRODUCED, EventKind.ASKED, EventKind.REPLIED, EventKind.SPOKE, EventKind.CONFERRED}
)
"""The events that are utterances."""
TOLD = frozenset(EventKind) - DEALT
"""Whatever a player learns at the table: what is said, deaths, votes, its own nights."""
_KINDS: Mapping[Counted, frozenset[EventKind]] = {"utterances": SAID, "messages": TOLD}


class Attention(Protocol):
    """A way to choose among what was heard; called upon whenever a player calls the talk to mind."""

    @property
    def kinds(self) -> AbstractSet[EventKind]:
        """The events that it chooses among; all others stay in mind."""
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

    @property
    def kinds(self) -> AbstractSet[EventKind]:
        """The events that are counted."""
        return _KINDS[self.counts]

    def minded(self, heard: Sequence[int]) -> AbstractSet[int]:
        """The last ones."""
        return frozenset(heard[max(len(heard) - self.most, 0) :])
