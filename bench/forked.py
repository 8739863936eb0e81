"""Processes that begin in milliseconds and can be killed: forks of one that has imported everything."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from multiprocessing.context import ForkServerContext
from multiprocessing.process import BaseProcess
from random import Random

PATIENCE = 600.0
"""Seconds in which anything that is waited for should have happened, however busy the machine is."""
_IMPORTED = ("bench.victims", "parlour.llm.hosted", "parlour.llm.servers", "parlour.web.server")


def forking() -> ForkServerContext:
    """What begins them; its own process begins with the first of them."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(_IMPORTED))
    return context


@contextmanager
def begun(target: Callable[..., None], *args: object) -> Generator[BaseProcess]:
    """Such a process, for as long as the block runs at most."""
    process = forking().Process(target=target, args=args)
    process.start()
    try:
        yield process
    finally:
        process.kill()
        process.join(PATIENCE)


def await_point(process: BaseProcess, count: Callable[[], float], until: float) -> None:
    """Waits until something has been counted so often, or the process has ended."""
    deadline = time.monotonic() + PATIENCE
    while count() < until and process.is_alive():
        if time.monotonic() > deadline:
            raise RuntimeError(f"{until - count()} more were awaited")
        time.sleep(0.005)


def killed(process: BaseProcess, count: Callable[[], float], most: int, rng: Random, delay: float) -> bool:
    """Kills a process at a point by lot, unless it has ended by then; whether it had not.

    Args:
        process: which.
        count: of what happens in it, such as the calls that its server has had; infinite when all is over.
        most: how much of that happens before the point, at most.
        rng: draws the point.
        delay: seconds within which it lies, after that.
    """
    await_point(process, count, count() + rng.randint(0, most))
    time.sleep(rng.random() * delay)
    process.kill()
    process.join(PATIENCE)
    return process.exitcode != 0
