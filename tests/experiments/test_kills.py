"""A killed run on two processes has the very records of one that nobody kills; `make bench`: 200 times."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bench.kills import kill_figures


@pytest.mark.skipif(shutil.which("pgrep") is None, reason="no pgrep here, which finds a run's workers")
def test_what_is_killed_ends_as_what_is_not(tmp_path: Path):
    figures = list(kill_figures(tmp_path, 1))
    assert [figure.measured for figure in figures] == ["0", "0"]
