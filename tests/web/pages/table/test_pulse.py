"""Drawing keeps up with what happens without doing it more often than it must."""

from __future__ import annotations

import asyncio
import time
from itertools import pairwise

from parlour.web.pages.table.scene import BEAT, Pulse
from tests.web.hosting.houses import until


def test_the_first_is_drawn_at_once_and_a_burst_in_one_go():
    drawn: list[float] = []

    async def burst() -> None:
        pulse = Pulse(lambda: drawn.append(time.monotonic()))
        began = time.monotonic()
        for _ in range(100):
            pulse.beat()
            await asyncio.sleep(0.002)
        await asyncio.sleep(2 * BEAT)
        took = time.monotonic() - began
        assert len(drawn) <= took / BEAT + 2
        assert all(later - sooner >= 0.9 * BEAT for sooner, later in pairwise(drawn))

    asyncio.run(burst())


def test_what_was_put_off_is_drawn_now_and_keeps_nothing_later_from_being_drawn():
    drawn: list[int] = []

    async def hurried() -> None:
        pulse = Pulse(lambda: drawn.append(1))
        pulse.beat_at(time.monotonic() + 3600)
        pulse.draw_now()
        assert len(drawn) == 1
        pulse.beat()
        await until(lambda: len(drawn) == 2)

    asyncio.run(hurried())
