"""Draws a page again when something has happened: at once, and then not more often than eyes can follow."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

BEAT = 0.05
"""Seconds between two drawings."""


class Pulse:
    """Gathers what happens in quick succession into one drawing.

    Args:
        draw: draws whatever has changed since it was last called.
    """

    def __init__(self, draw: Callable[[], None]) -> None:
        self._draw = draw
        self._last = 0.0
        self._next: asyncio.TimerHandle | None = None

    def beat(self, *_: object) -> None:
        """Something has happened."""
        if self._next is None:
            wait = max(0.0, self._last + BEAT - time.monotonic())
            self._next = asyncio.get_running_loop().call_later(wait, self._now)

    def beat_at(self, moment: float) -> None:
        """Something will have to be drawn then, whatever happens until then.

        Args:
            moment: seconds of `time.monotonic`.
        """
        if self._next is None:
            wait = max(BEAT, moment - time.monotonic())
            self._next = asyncio.get_running_loop().call_later(wait, self._now)

    def draw_now(self) -> None:
        """Draws at once, and not at the moment that was set for later."""
        self.stop()
        self._now()

    def stop(self) -> None:
        """Draws no more."""
        if self._next:
            self._next.cancel()

    def _now(self) -> None:
        self._next, self._last = None, time.monotonic()
        self._draw()
