"""How much memory a command takes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence


def peak_memory(command: Sequence[str]) -> float:
    """The most resident memory that a command had, in MB (10^6 bytes).

    Raises:
        CalledProcessError: if it fails.
    """
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise subprocess.CalledProcessError(child.returncode, list(command))
    unit = 1 if sys.platform == "darwin" else 1024
    return usage.ru_maxrss * unit / 1e6
