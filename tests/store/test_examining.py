"""What is told of a database that nobody has opened yet, and of the room that it has."""

from __future__ import annotations

import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from parlour.store import Store, examine
from parlour.store.schema import LEAST_FREE
from parlour.store.tables import HEAD
from tests.web.hosting.houses import setup


def test_a_database_is_looked_at_and_not_made(tmp_path: Path):
    file = tmp_path / "deeper" / "parlour.db"
    state = examine(str(file))
    assert (state.place, state.is_made, state.is_server, state.trouble) == (str(file), False, False, "")
    assert (state.matches, state.size, state.revision) == (None, None, "")
    assert state.free
    assert not file.parent.exists()


def test_of_one_that_is_there_its_matches_are_counted(tmp_path: Path):
    file = tmp_path / "parlour.db"
    with Store.open(str(file)) as store:
        assert examine(str(file)).matches == 0
        store.create(setup())
    state = examine(str(file))
    assert (state.is_made, state.matches, state.revision, state.trouble) == (True, 1, HEAD, "")
    assert state.size == file.stat().st_size


@pytest.mark.parametrize(
    ("free", "told"), [(LEAST_FREE, ""), (LEAST_FREE - 1, "only 99 MB left"), (0, "only 0 MB left")]
)
def test_a_disk_with_little_room_is_a_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, told: str
):
    def usage(_: Path) -> SimpleNamespace:
        return SimpleNamespace(free=free)

    monkeypatch.setattr(shutil, "disk_usage", usage)
    state = examine(str(tmp_path / "parlour.db"))
    assert state.free == free
    assert told in state.trouble
    assert bool(told) == bool(state.trouble)
