"""Runs pyright (`python -m tests.typed`), unless nothing that it reads has changed since it last passed."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
STAMP = ROOT / ".venv" / "typed"
TREES = ("src", "tests", "bench", "docs/hooks", "examples", "packages")


def read_by_pyright() -> Iterator[Path]:
    """The files whose contents decide what pyright finds."""
    yield from (ROOT / "pyproject.toml", ROOT / "constraints.txt")
    for tree in TREES:
        yield from sorted((ROOT / tree).rglob("*.py*"))


def digest() -> str:
    """A digest of those files, with their names."""
    total = hashlib.sha256(sys.version.encode())
    for path in read_by_pyright():
        if path.suffix in (".py", ".pyi", ".toml", ".txt"):
            total.update(f"{path}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def main() -> int:
    """Runs it where it is needed; its exit code."""
    now = digest()
    if STAMP.exists() and STAMP.read_text(encoding="ascii") == now:
        print("pyright: nothing has changed since it last passed")  # noqa: T201
        return 0
    STAMP.unlink(missing_ok=True)
    code = subprocess.run([sys.executable, "-m", "pyright"], check=False).returncode
    if code == 0:
        STAMP.write_text(now, encoding="ascii")
    return code


if __name__ == "__main__":
    sys.exit(main())
