"""A database that was written before the games and methods became packages opens, lists, reports, replays."""

from __future__ import annotations

import json
import lzma
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from parlour.cli.verbs import app

BEFORE = Path(__file__).with_name("before")
MATCHES = json.loads((BEFORE / "matches.json").read_text())


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("before") / "old.db"
    path.write_bytes(lzma.decompress((BEFORE / "old.db.xz").read_bytes()))
    return str(path)


def _printed(*words: str) -> Any:
    result = CliRunner().invoke(app, [*words, "--json"], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_its_matches_are_listed(database: str):
    assert _printed("matches", "--db", database) == MATCHES


@pytest.mark.parametrize("suite", ["ladder", "gratr-figure3", "humanized-table7"])
def test_its_runs_are_reported_as_they_were(suite: str, database: str):
    cells = json.loads((BEFORE / f"{suite}.json").read_text())
    printed = _printed("report", suite, "--db", database)
    assert not any(cell.pop("repairs") for cell in printed), "it was written before repairs were counted"
    assert printed == cells


@pytest.mark.parametrize("match", [each["match"] for each in MATCHES])
@pytest.mark.parametrize("verb", ["replay", "audit"])
def test_its_matches_replay_and_pass_the_audit(verb: str, match: str, database: str):
    told = _printed(verb, match, "--db", database)
    assert told.get("identical", True)
    assert not told.get("leaks")
