"""A match of every installed game with newmethod in every seat."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parlour.cli import main
from parlour.core import GAMES


@pytest.mark.parametrize("game", GAMES.names)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_it_plays_without_a_fault(
    game: str,
    language: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
):
    words = ["play", game, "--method", "newmethod", "--model", "reader", "--lang", language, "--seed", "3"]
    db = str(tmp_path / "matches.db")
    monkeypatch.setattr("sys.argv", ["parlour", *words, "--json", "--db", db])
    with pytest.raises(SystemExit) as end:
        main()
    assert not end.value.code
    assert json.loads(capsys.readouterr().out)["faults"] == 0
