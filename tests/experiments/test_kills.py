"""What is killed has in the end the very records of what was not disturbed; the bench kills 200 times."""

from __future__ import annotations

from pathlib import Path

from bench.kills import kill_figures


def test_a_match_a_run_and_a_server_that_are_killed_end_as_those_that_are_not(tmp_path: Path):
    figures = list(kill_figures(tmp_path, 1, 1, 1))
    assert [figure.measured for figure in figures] == ["0"] * 6
