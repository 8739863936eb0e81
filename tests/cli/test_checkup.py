"""What the doctor finds out: of packages, of what they bring, and what of it is nobody else's."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.cli.checkup import Plugin, look_at_plugins, look_at_software
from parlour.cli.doctor import without_secrets
from parlour.core import GAMES
from tests.core.test_plugins import CLOCKS, folder, install

__all__ = ["folder"]


def test_where_the_home_is_the_root_paths_stay_as_they_are(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOME", "/")
    assert without_secrets("/var/lib/parlour.db") == "/var/lib/parlour.db"


def test_a_package_from_elsewhere_is_told_with_what_it_brings(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("parlour.cli.checkup.REGISTRIES", (GAMES, CLOCKS))
    install(folder, "tower", "big", "small")
    found = look_at_plugins()
    assert found.packages == (Plugin(package="tower", version="1.0", brings=("clock big", "clock small")),)
    assert found.working == {"game": 3, "clock": 2}


def test_what_is_needed_and_missing_or_too_old_is_told(monkeypatch: pytest.MonkeyPatch):
    def needs(_package: str) -> list[str]:
        return ["pytest<1", "no-such-thing", "rich"]

    monkeypatch.setattr("parlour.cli.checkup.requires", needs)
    found = look_at_software()
    assert [each.name for each in found.packages] == ["no-such-thing", "pytest", "rich"]
    missing, old = found.troubles
    assert missing.startswith("no-such-thing is not installed")
    assert old.startswith(f"pytest {pytest.__version__} will not do, <1 would")
