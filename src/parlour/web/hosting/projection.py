"""The journal of a match as one viewer reads it: which of its entries are lines, and which number each has.

A number must tell nothing of private entries: the journal positions of two mornings would tell which of
those who act by night had died between them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from parlour.arena import Act, Setup
from parlour.web.hosting.feed import Happened
from parlour.web.hosting.lines import FeedLine, line
from parlour.web.hosting.visibility import Visibility


class Projection:
    """The lines of a match for one viewer, numbered from 1 in the order in which the viewer came to see them.

    What the end of a match reveals has the numbers after those of the lines that were visible in play, so
    that `after` means the same before and after the end. Only the host's view numbers by journal position.

    Args:
        happened: the journal; it may grow.
        setup: of the match.
        visibility: what the viewer sees now.
        in_play: what the viewer saw until the match ended, where that was less.
    """

    def __init__(
        self,
        happened: Sequence[Happened],
        setup: Setup,
        visibility: Visibility,
        in_play: Visibility | None = None,
    ) -> None:
        self._happened, self._setup = happened, setup
        self._visibility, self._in_play = visibility, in_play or visibility
        self._is_by_position = self._in_play.is_god
        self._positions = list[int]()
        """Of the lines in the journal, in the order of their numbers."""
        self._read = 0

    @property
    def last(self) -> int:
        """The highest number so far: what a viewer who has read everything asks after."""
        self._read_on()
        return self._read - 1 if self._is_by_position else len(self._positions)

    def lines(self, after: int = -1) -> tuple[FeedLine, ...]:
        """Returns the lines with higher numbers, in the order of the journal."""
        self._read_on()
        first = bisect_right(self._positions, after) if self._is_by_position else max(0, after)
        later = sorted((position, first + n) for n, position in enumerate(self._positions[first:], 1))
        shown = ((number, line(self._happened[position], self._setup)) for position, number in later)
        return tuple(self._numbered(each, number) for number, each in shown if each)

    def _numbered(self, shown: FeedLine, number: int) -> FeedLine:
        shown = self._visibility.told(shown)
        return shown if self._is_by_position else shown.model_copy(update={"number": number})

    def _read_on(self) -> None:
        """Takes in what is new in the journal."""
        new = range(self._read, len(self._happened))
        self._read = len(self._happened)
        in_play = [position for position in new if self._shows(position, self._in_play)]
        self._positions += in_play
        if self._visibility != self._in_play:
            known = set(in_play)
            self._positions += [
                position
                for position in new
                if position not in known and self._shows(position, self._visibility)
            ]

    def _shows(self, position: int, visibility: Visibility) -> bool:
        one = self._happened[position]
        return not isinstance(one.item, Act) and visibility.shows(one.item, one.request)
