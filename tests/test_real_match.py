"""A whole match on a real model, as a new user plays it: `make test-real`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

SHORT = ("--players", "3", "--rounds", "1", "--script-tokens", "800", "--dialogue-tokens", "600")
"""A table and prompts of a size that a small model plays in minutes on two cores."""
PARLOUR = str(Path(sys.executable).with_name("parlour"))
pytestmark = pytest.mark.real


def parlour(*arguments: str) -> dict[str, object]:
    done = subprocess.run([PARLOUR, *arguments, "--json"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_a_small_model_plays_to_the_verdict_unattended_and_its_match_replays(tmp_path: Path) -> None:
    db = str(tmp_path / "matches.db")
    played = parlour("play", "--model", "smollm2", *SHORT, "--no-answers", "--seed", "1", "--db", db)
    match = str(played["match"])
    assert played["votes"], "nobody voted"
    assert isinstance(outcome := played["outcome"], dict)
    assert outcome["winner"] in ("civilian", "murderer")
    assert parlour("replay", match, "--db", db)["identical"] is True
    assert parlour("audit", match, "--db", db)["leaks"] == []
