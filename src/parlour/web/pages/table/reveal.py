"""What was decided comes out one after the other: vote by vote, who is out, who was what, who has won."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping

from parlour.core import EventKind, event_kinds
from parlour.web.hosting import FeedLine
from parlour.web.insight import is_vote, kind_of

VOTE, ROLE, END = 0.9, 0.7, 1.8
"""Seconds before a vote, a role that is revealed, and all else that tells how something came out."""
LONGEST = 8.0
"""Seconds that all of one count take at most."""
OF_THE_TIME = 0.1
"""The share of the time for an answer, where there is such a limit, that a count takes at most."""


class Reveal:
    """Lines that are known and not shown yet.

    Args:
        kinds: the events of the game, by name.
        is_paced: whether anything is held back at all.
    """

    def __init__(self, kinds: Mapping[str, EventKind], *, is_paced: bool) -> None:
        self._kinds, self._is_paced = kinds, is_paced
        self._held = deque[tuple[FeedLine, float]]()
        self._last = 0.0

    def offer(self, lines: Iterable[FeedLine], now: float, limit: float | None = None) -> None:
        """Takes lines that are new.

        Args:
            lines: in order.
            now: seconds on a clock that never goes back.
            limit: how many seconds whoever is asked next has for an answer; None for ever.
        """
        told = [(line, self._wait(line)) for line in lines]
        longest = min(LONGEST, OF_THE_TIME * limit) if limit else LONGEST
        whole = sum(wait for _, wait in told)
        share = min(1.0, longest / whole) if whole and self._is_paced else 0.0
        if not self._held:
            self._last = now
        self._held += [(line, wait * share) for line, wait in told]

    def due(self, now: float) -> list[FeedLine]:
        """The lines whose time has come."""
        found: list[FeedLine] = []
        while self._held and self._last + self._held[0][1] <= now:
            line, wait = self._held.popleft()
            self._last += wait
            found.append(line)
        return found

    @property
    def next_at(self) -> float | None:
        """When the next of them is shown; None where none is left."""
        return self._last + self._held[0][1] if self._held else None

    def skip(self) -> None:
        """Shows all that is left at once."""
        self._held = deque((line, 0.0) for line, _ in self._held)

    def _wait(self, line: FeedLine) -> float:
        kind = kind_of(line, self._kinds)
        if kind is None or kind.dealt:
            return 0.0
        if is_vote(kind):
            return 0.0 if line.is_private else VOTE
        if kind == event_kinds.REVEALED:
            return ROLE
        return END if kind.removes or kind.tells_end else 0.0
