"""Inspect with a mock model, every installed game in its registry, Avalon from its package among them."""

from __future__ import annotations

import gc
import os
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.core import asked_model, plugins
from tests.packages.overlay import installed


@pytest.fixture(scope="module", autouse=True)
def avalon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.path", [*sys.path, *installed(tmp_path_factory.mktemp("outside"))])
        plugins.installed_points.cache_clear()
        plugins.sorted_points.cache_clear()
        asked_model.cache_clear()
        yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # Inspect leaves streams of its own unclosed
        gc.collect()
    plugins.installed_points.cache_clear()
    plugins.sorted_points.cache_clear()
    asked_model.cache_clear()


@pytest.fixture(autouse=True)
def apart(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("PARLOUR_MODEL", "PARLOUR_CONTEXT", "INSPECT_EVAL_MODEL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", os.fspath(tmp_path / "data"))
    monkeypatch.setenv("PARLOUR_SCRIPTS", str(tmp_path / "scripts"))
    monkeypatch.chdir(tmp_path)
