"""The order in which results are revealed on the page, one by one."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping

from parlour.core import EventKind, event_kinds
from parlour.web.hosting import FeedLine
from parlour.web.insight import is_vote, kind_of

VOTE, ROLE, END = 0.9, 0.7, 1.8
"""The seconds before a vote, a revealed role, and another result."""
LONGEST = 8.0
"""The greatest seconds of one count."""
OF_THE_TIME = 0.1
"""The greatest share of the time limit for an answer that a count takes, if there is a limit."""


class Reveal:
    """Lines that are known and not shown yet: votes and results are revealed one by one."""

    def __init__(self, kinds: Mapping[str, EventKind], *, is_paced: bool) -> None:
        self._kinds, self._is_paced = kinds, is_paced
        self._held = deque[tuple[FeedLine, float]]()
        self._last = 0.0

    def offer(self, lines: Iterable[FeedLine], now: float, limit: float | None = None) -> None:
        """Adds new lines."""
        told = [(line, self._wait(line)) for line in lines]
        longest = min(LONGEST, OF_THE_TIME * limit) if limit else LONGEST
        whole = sum(wait for _, wait in told)
        share = min(1.0, longest / whole) if whole and self._is_paced else 0.0
        if not self._held:
            self._last = now
        self._held += [(line, wait * share) for line, wait in told]

    def due(self, now: float) -> list[FeedLine]:
        """Returns the lines that are due."""
        found: list[FeedLine] = []
        while self._held and self._last + self._held[0][1] <= now:
            line, wait = self._held.popleft()
            self._last += wait
            found.append(line)
        return found

    @property
    def next_at(self) -> float | None:
        """The time of the next line; None if none is left."""
        return self._last + self._held[0][1] if self._held else None

    def skip(self) -> None:
        """Makes all remaining lines due at once."""
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
