"""Commands of an installed Parlour, one after the other in one process of its environment."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_LOOP = """
import contextlib, io, json, os, sys
from parlour.cli import main

commands, sys.stdin = sys.stdin, io.StringIO()
for line in commands:
    folder, *words = json.loads(line)
    os.chdir(folder)
    sys.argv, code, out, err = ["parlour", *words], 0, io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main()
        except SystemExit as end:
            code = end.code
    print(json.dumps([code or 0, out.getvalue(), err.getvalue()]), flush=True)
"""
"""Runs each as the installed command would, but for the start of a process, which takes most of the time."""


class Commands:
    """A process that runs commands.

    Args:
        process: of an environment's Python.
    """

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ended(self, folder: Path, *words: str) -> tuple[int, str, str]:
        """Runs a command in a folder, and returns its exit code and what it printed to each stream."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps([str(folder), *words]) + "\n")
        self._process.stdin.flush()
        code, out, err = json.loads(self._process.stdout.readline())
        return code, out, err

    def run(self, folder: Path, *words: str) -> str:
        """What a command prints that ends well, given in a folder."""
        code, out, err = self.ended(folder, *words)
        assert code == 0, out[-3000:] + err[-3000:]
        return out

    def read(self, folder: Path, *words: str) -> Any:
        """The same of a command that prints JSON."""
        return json.loads(self.run(folder, *words, "--json"))


@contextmanager
def commands(python: Path, environment: Mapping[str, str]) -> Generator[Commands]:
    """A process of that Python, as long as the block runs."""
    with subprocess.Popen(
        [str(python), "-c", _LOOP],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=python.parent,
        env=environment,
    ) as process:
        yield Commands(process)
