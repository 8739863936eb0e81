"""What `parlour new` writes is installed as a stranger would, and its own tests pass."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.cli.runs import Parlour


def _tested(package: Path, site: Path) -> subprocess.CompletedProcess[str]:
    """Installs a package for this Python into a folder, and runs its tests in a process of their own."""
    install = ["pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--python", sys.executable]
    words = [sys.executable, "-m", "uv", *install, "--target", str(site), str(package)]
    subprocess.run(words, check=True, capture_output=True)
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(package)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(site), *sys.path])},
        cwd=package,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_tests_of_a_method_that_was_written_pass(parlour: Parlour, tmp_path: Path):
    """Those of a game are tried with the wheel, in `tests/packages`."""
    package = tmp_path / "gut_feeling"
    assert parlour("new", "method", "gut_feeling", "--folder", str(package)).code == 0
    done = _tested(package, tmp_path / "site")
    assert done.returncode == 0, done.stdout + done.stderr
    assert not [path for path in package.rglob("*") if "newmethod" in path.name.lower()]


def test_a_name_that_cannot_be_a_package_is_refused(parlour: Parlour):
    done = parlour("new", "game", "My Game")
    assert done.code == 2
    assert "cannot name a package" in done.err
