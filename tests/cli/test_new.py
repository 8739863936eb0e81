"""What `parlour new` writes is installed as a stranger would, and its own tests pass."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.runs import Done

Parlour = Callable[..., Done]


def _tested(package: Path, site: Path) -> subprocess.CompletedProcess[str]:
    """Installs a package for this Python into a folder, and runs its tests in a process of their own."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--target", str(site), str(package)], check=True, capture_output=True)
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(package)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(site), *sys.path])},
        cwd=package,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(("sort", "name"), [("game", "heist"), ("method", "gut_feeling")])
def test_the_tests_of_what_was_written_pass(sort: str, name: str, parlour: Parlour, tmp_path: Path):
    package = tmp_path / name
    assert parlour("new", sort, name, "--folder", str(package)).code == 0
    done = _tested(package, tmp_path / "site")
    assert done.returncode == 0, done.stdout + done.stderr
    assert not [path for path in package.rglob("*") if f"new{sort}" in path.name.lower()]


def test_a_name_that_cannot_be_a_package_is_refused(parlour: Parlour):
    done = parlour("new", "game", "My Game")
    assert done.code == 2
    assert "cannot name a package" in done.err


def test_nothing_is_written_over_what_is_there(parlour: Parlour, tmp_path: Path):
    (tmp_path / "kept.txt").write_text("kept")
    done = parlour("new", "game", "heist", "--folder", str(tmp_path))
    assert done.code == 2
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["kept.txt"]
