"""The databases of the store's own tests, and one with two played runs."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from parlour.cli.verbs import app
from tests.store.conftest import postgres, postgresql, sqlite, store, url

__all__ = ["postgres", "postgresql", "runs", "sqlite", "store", "url"]

RUNS = {"ladder": "random", "humanized-table7": "Baseline"}
"""One condition of each suite that is played."""


@pytest.fixture(scope="session")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database that holds a run of each suite of `RUNS`."""
    path = tmp_path_factory.mktemp("runs") / "runs.db"
    for suite, condition in RUNS.items():
        words = ["run", suite, "--games", "1", "--conditions", condition, "--db", str(path)]
        result = CliRunner().invoke(app, words, catch_exceptions=False)
        assert result.exit_code == 0, result.output
    return path
