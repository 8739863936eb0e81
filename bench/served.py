"""A server of a bench in a process of its own, so that what is measured is not what serves."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import IO


@contextmanager
def served(module: str, *words: object) -> Generator[tuple[str, IO[str], IO[str]]]:
    """Runs a module that prints its address and serves until its standard input ends.

    Args:
        module: what is run, as `python -m` names it.
        words: its command line.

    Yields:
        The address, what it reads and what it prints.
    """
    command = [sys.executable, "-m", module, *map(str, words)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        if server.stdin is None or server.stdout is None:
            raise RuntimeError("the server has no pipes")
        yield server.stdout.readline().strip(), server.stdin, server.stdout
        server.stdin.close()
