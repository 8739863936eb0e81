"""A loop whose clock is the time of this process: what is measured on it does not depend on its neighbours.

The clock runs while the process computes, its system calls included, and stands while it has to wait for a
core; where there is nothing to do, it jumps to the next thing that is due. So a server and its clients in one
process are measured as on a core of their own, however busy the machine is, and idle time takes no time.
"""

from __future__ import annotations

import asyncio
import selectors
import time
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")
_GRACE = 0.0005
"""Seconds for which the sockets are really waited for before the clock jumps."""


class _Selector(selectors.DefaultSelector):
    """Waits for sockets hardly at all, and tells how much of the waiting was left."""

    skipped = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """What is ready now; if nothing is, the clock jumps over the time for which it would have waited."""
        if timeout is None or timeout <= 0:
            return super().select(timeout)
        ready = super().select(min(timeout, _GRACE))
        if not ready:
            self.skipped += timeout
        return ready


class _Loop(asyncio.SelectorEventLoop):
    def __init__(self, selector: _Selector) -> None:
        super().__init__(selector)
        self._clock = selector

    def time(self) -> float:
        return time.process_time() + self._clock.skipped


def run_in_own_time(main: Coroutine[Any, Any, T]) -> T:
    """Runs something on such a loop."""
    with asyncio.Runner(loop_factory=lambda: _Loop(_Selector())) as runner:
        return runner.run(main)
