"""What a game's player may offer so that it can be limited further: bounds to its reasoning, things to hide.

A game whose player offers neither is limited in what it takes in and in how it chooses, and in no more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from parlour.reader.bounds import Bounds
from parlour.reader.seat import SeatReader


@runtime_checkable
class BoundedSeat(Protocol):
    """A player whose reasoning can be bounded."""

    def bounded(self, bounds: Bounds) -> SeatReader:
        """The same player within bounds."""
        ...


@runtime_checkable
class HidingSeat(Protocol):
    """A player who may have something to hide."""

    def hidden(self) -> Sequence[str]:
        """The sentences with which it would give itself away, as it would say them; none for most."""
        ...
