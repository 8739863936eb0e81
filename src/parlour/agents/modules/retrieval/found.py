"""What a retrieval is asked, and what it gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from parlour.agents.memory import Query, Segment, pick

MOST = 10
"""How many passages are found at most, unless told otherwise."""


@dataclass(frozen=True, kw_only=True)
class FoundPassages:
    """What was found.

    Attributes:
        positions: of the passages, the best first.
        notes: what a retrieval that keeps notes has written on the question's subjects, the best first.
        problems: what went wrong on the way, and was done without; to be put on record.
    """

    positions: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()

    def within(self, budget: int, passages: Sequence[Segment]) -> FoundPassages:
        """What of it fits a budget of tokens: notes up to half of it, then passages, in the order of time."""
        notes = [Segment(text=note, events=()) for note in self.notes]
        kept = pick(range(len(notes)), notes, budget // 2)
        left = budget - sum(notes[n].tokens for n in kept)
        return FoundPassages(
            positions=pick(self.positions, passages, left),
            notes=tuple(self.notes[n] for n in kept),
            problems=self.problems,
        )


class PassageRetrieval(Protocol):
    """Finds what bears on a question among passages; it knows nothing of what they are of."""

    async def found(self, query: Query, passages: Sequence[Segment]) -> FoundPassages:
        """What bears on a query.

        Args:
            query: what is looked for and for whom; its purpose names the look-up in the record.
            passages: all that may be found, in the order of time.
        """
        ...
