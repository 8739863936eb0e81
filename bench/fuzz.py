"""The fuzzers of the tests, for as long as is asked for, and each time with other examples."""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path

from bench.figure import Figure

MINUTES = float(os.environ.get("PARLOUR_FUZZ_MINUTES", "12"))
MOST_MEMORY = 6 << 30
"""Bytes that a round may take: what would take all of the machine's fails there, with its example."""
TIMES = 10
"""So many times the examples of a check are tried before a new seed."""
FUZZERS = Path(__file__).parents[1] / "tests" / "fuzzing"
_FAILED = re.compile(r"^FAILED (\S+)", re.MULTILINE)


def fuzz_figures(folder: Path) -> Iterator[Figure]:
    """What they find; the smallest examples are told on standard error."""
    until, found, rounds = time.monotonic() + 60 * MINUTES, set[str](), 0
    first = time.time_ns() % 10**9
    for rounds in count(1):
        told = _round(first + rounds, folder)
        if fresh := {*_FAILED.findall(told)} - found:
            print(told, file=sys.stderr)
            found |= fresh
        if time.monotonic() > until:
            break
    name = f"{rounds} rounds of {TIMES} times the examples of a check: what does not hold"
    yield Figure(name=name, bar="0", measured=str(len(found)), is_met=not found)


def _round(seed: int, folder: Path) -> str:
    """What pytest says of all fuzzers with a seed.

    Raises:
        RuntimeError: if it could not try them.
    """
    asked = ["-n", "0", "-q", f"--hypothesis-seed={seed}", "-o", "faulthandler_timeout=3600"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *asked, f"--basetemp={folder / 'fuzz'}", str(FUZZERS)],
        env={**os.environ, "PARLOUR_FUZZ_TIMES": str(TIMES)},
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=partial(resource.setrlimit, resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY)),
    )
    if done.returncode not in (0, 1):
        raise RuntimeError(f"the fuzzers could not be tried: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout
