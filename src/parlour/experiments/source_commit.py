"""The commit of the code that runs, where that can be known."""

from __future__ import annotations

import json
import subprocess
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

HERE = Path(__file__).resolve()
TIMEOUT = 10


@cache
def source_commit() -> str:
    """Returns the commit that Parlour was installed or runs from, with `-dirty` if files differ from it.

    Empty for a release from a package index, and where git cannot be asked.
    """
    return _installed_commit() or _checkout_commit()


def _installed_commit() -> str:
    """Returns the commit that pip recorded, of an installation from a repository (PEP 610)."""
    try:
        recorded = distribution("parlour").read_text("direct_url.json")
    except PackageNotFoundError:
        return ""
    return json.loads(recorded or "{}").get("vcs_info", {}).get("commit_id", "")


def _checkout_commit() -> str:
    """Returns the commit of the working tree in which this file is tracked."""
    if not _git("ls-files", "--", HERE.name):
        return ""
    return _git("describe", "--always", "--dirty", "--abbrev=40", "--exclude=*")


def _git(*words: str) -> str:
    command = ["git", "-C", str(HERE.parent), *words]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
