from __future__ import annotations

import os
from pathlib import Path

import pytest

KEYS = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY")


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No key, no default model, and a data folder of the test's own."""
    for key in (*KEYS, "PARLOUR_MODEL", "PARLOUR_CONTEXT"):
        monkeypatch.delenv(key, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", os.fspath(tmp_path / "data"))
    monkeypatch.setenv("PARLOUR_SCRIPTS", str(tmp_path / "scripts"))


@pytest.fixture
def db(tmp_path: Path) -> str:
    return str(tmp_path / "parlour.db")
