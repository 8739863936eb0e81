"""A game from another package, as `parlour new` writes it, and a broken one beside it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.cli.scaffold import new
from parlour.core import asked_model, plugins
from parlour.web.pages.lobby.draft import rules_of

GAME, BROKEN = "harbour", "drydock"
_POINTS = "[parlour.games]\nharbour = harbour.game:GAME\ndrydock = drydock.game:GAME\n"


def install(folder: Path) -> Path:
    new("game", GAME, folder / "package")
    source = folder / "package" / "src"
    info = source / "parlour_harbour-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: parlour-harbour\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(_POINTS)
    return source


@pytest.fixture
def stranger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    before = set(sys.modules)
    monkeypatch.setattr("sys.path", [str(install(tmp_path)), *sys.path])
    _forget()
    yield GAME
    _forget()
    for name in set(sys.modules) - before:
        if name.partition(".")[0] == GAME:
            del sys.modules[name]


def _forget() -> None:
    plugins.installed_points.cache_clear()
    plugins.sorted_points.cache_clear()
    asked_model.cache_clear()
    rules_of.cache_clear()
