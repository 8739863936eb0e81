"""The card of a real model, as a new user asks for it: `make test-real`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

PARLOUR = str(Path(sys.executable).with_name("parlour"))
PROBES = 30
pytestmark = pytest.mark.real


def card(db: Path, *more: str) -> dict[str, object]:
    asked = (PARLOUR, "calibrate", "smollm2", "--probes", str(PROBES), "--longest", "600", "--lang", "en")
    done = subprocess.run(
        [*asked, "--yes", "--db", str(db), "--json", *more], capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def test_a_small_model_has_a_card_and_its_answers_are_kept(tmp_path: Path):
    """It reads at chance, so that a reader alike misses nearly all, or draws no conclusion."""
    first = card(tmp_path / "probes.db", "--out", str(tmp_path / "card.md"))
    counted = first["n"], first["faults"]
    assert sum(number for number in counted if isinstance(number, int)) == PROBES
    assert first["reader"] != "reader"
    assert f"It reads like `{first['reader']}`" in (tmp_path / "card.md").read_text(encoding="utf-8")
    assert card(tmp_path / "probes.db") == first  # nothing is asked twice: sampled anew it would differ
