"""How often Python looks for cyclic garbage while many matches are alive."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager

_YOUNG, _MIDDLE, _OLD = 10_000, 10, 50
"""Objects made and not freed before the youngest are looked through; how often these before their elders."""


@contextmanager
def seldom_collected() -> Generator[None]:
    """Has the garbage collector look seldom, as long as the block runs.

    Hundreds of matches are millions of objects, and to look through all of them stops the process for a
    second: by Python's own thresholds some 40 times in 500 matches, which was a quarter of the CPU of a run.
    What a match made is freed when it ends, without the collector: it holds next to no cycles.
    """
    usual = gc.get_threshold()
    gc.set_threshold(_YOUNG, _MIDDLE, _OLD)
    try:
        yield
    finally:
        gc.set_threshold(*usual)
