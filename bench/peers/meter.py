"""What a driver measures of its own process, by the standard library alone: every peer's interpreter runs it.

`python -m bench.peers.drivers.NAME random MATCHES SEED` plays so many matches by chance, and
`... stub CALLS SEED URL` as many whole matches as it takes to make so many calls to a chat server. Either
plays one match before, which is not measured, and prints one line of JSON.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from pathlib import Path

LINE = "measured: "
"""What the line of JSON begins with, since peers print other things."""


@dataclass
class Meter:
    """Counts what is played."""

    turns: int = 0
    calls: int = 0


@dataclass(frozen=True, kw_only=True)
class Took:
    """What a driver's matches took, the first one apart.

    Attributes:
        cpu: seconds of the process, its threads and its children.
        loading: seconds of CPU until there was a table, imports and all.
        peak: the most resident memory, in MB (10^6 bytes).
    """

    version: str
    matches: int
    turns: int
    calls: int
    warming: int
    seconds: float
    cpu: float
    loading: float
    peak: float
    grown: float


def drive(
    opened: Callable[[Meter, str], AbstractContextManager[Callable[[int], None]]], version: str
) -> None:
    """Plays as the command line says, and prints what it took.

    Args:
        opened: what plays a match of a seed, told where to count and the chat server's address ("" for none).
        version: of what is driven.
    """
    kind, asked, seed, *address = sys.argv[1:]
    first, least, meter = int(seed), int(asked), Meter()
    with opened(meter, "".join(address)) as play:
        loading = _cpu()
        play(first)
        before, turns, calls, matches = peak_memory(), meter.turns, meter.calls, 0
        cpu, began = _cpu(), time.perf_counter()
        while (meter.calls - calls if kind == "stub" else matches) < least:
            matches += 1
            play(first + matches)
        took = Took(
            seconds=time.perf_counter() - began,
            cpu=_cpu() - cpu,
            version=version,
            matches=matches,
            turns=meter.turns - turns,
            calls=meter.calls - calls,
            warming=calls,
            loading=loading,
            peak=peak_memory(),
            grown=peak_memory() - before,
        )
    print(LINE + json.dumps(asdict(took)), flush=True)


def _cpu() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def peak_memory() -> float:
    """The most resident memory that this process had so far, in MB (10^6 bytes)."""
    status = Path("/proc/self/status")
    if status.exists():  # the other figure counts what the parent had when it started this
        [line] = (line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) * 1024 / 1e6
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
