"""How much memory a command takes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence

_WATCH = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(done.returncode)
"""


def peak_memory(command: Sequence[str]) -> float:
    """The most resident memory that a command had, in MB (10^6 bytes).

    A small process starts it: a child is born with the memory of its parent, and that would count as its own.

    Raises:
        CalledProcessError: if it fails.
    """
    watch = [sys.executable, "-S", "-c", _WATCH, *command]
    told = subprocess.run(watch, check=True, capture_output=True, text=True).stdout
    return int(told) * (1 if sys.platform == "darwin" else 1024) / 1e6
