"""How the native engines in this process share the machine with others."""

from __future__ import annotations

import os

_FEW_CORES = 4


def rein_in_openmp() -> None:
    """Keeps idle OpenMP threads from spinning, which starves every other program.

    Beside a busy process llama.cpp fell from 50 to 1 token a second without it, and holds 25 with it. The
    variable is read when the first engine is loaded, so each of them calls this before it is.
    """
    os.environ.setdefault("GOMP_SPINCOUNT", "1000")


def thread_count() -> int:
    """Of the cores that this process may use, all of a few, or half of many, which are two to a real one."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores if cores <= _FEW_CORES else max(_FEW_CORES, cores // 2)
