"""What Parlour takes once it is installed from its wheel: room, and time until it answers."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from bench.figure import Figure, at_most

MOST_ROOM, MOST_HELP, MOST_IMPORT = 120.0, 0.4, 0.05
ROOT = Path(__file__).parents[1]
_IMPORT = "from time import perf_counter as now; began = now(); import parlour; print(now() - began)"
_TRIES = 5


def installed_figures(folder: Path) -> Iterator[Figure]:
    """The room of a base install, and how soon the library and the command line are there.

    Args:
        folder: an empty one, for the environment.
    """
    try:
        site = _installed(folder)
    except subprocess.CalledProcessError:
        told = "no package index can be reached"
        yield Figure(name="pip install parlour: MB of site-packages", bar="", measured=told, is_met=None)
        return
    room = sum(path.stat().st_size for path in site.rglob("*") if path.is_file()) / 1e6
    yield at_most("pip install parlour: MB of site-packages, bytecode and all", MOST_ROOM, room)
    python = _python(folder)
    imported = min(float(_printed(python, "-c", _IMPORT)) for _ in range(_TRIES))
    yield at_most("import parlour, s", MOST_IMPORT, imported)
    yield at_most(
        "parlour --help, s", MOST_HELP, min(_seconds(python, "-m", "parlour") for _ in range(_TRIES))
    )


def _installed(folder: Path) -> Path:
    """Installs the wheel of this checkout, and nothing else, into an empty environment."""
    uv = (sys.executable, "-m", "uv")
    _printed(*uv, "venv", "--quiet", "--python", sys.executable, str(folder / "env"))
    into = ("--quiet", "--compile-bytecode", "--python", _python(folder))
    _printed(*uv, "pip", "install", *into, str(ROOT))
    [site] = (folder / "env").glob("lib/python*/site-packages")
    return site


def _python(folder: Path) -> str:
    return str(folder / "env" / "bin" / "python")


def _printed(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd="/").stdout


def _seconds(*command: str) -> float:
    began = time.perf_counter()
    _printed(*command, "--help")
    return time.perf_counter() - began
