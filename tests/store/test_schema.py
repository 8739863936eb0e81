"""A schema of another version is refused; a database is looked at without being made."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy import text

from parlour.errors import StoreUnavailable
from parlour.store import Store, examine
from parlour.store.database import Database
from parlour.store.schema import LEAST_FREE
from parlour.store.tables import HEAD
from tests.web.hosting.houses import setup

OPEN = "import sys; from parlour.store import Store; Store.open(sys.argv[1]).close()"


def test_a_database_of_another_version_is_refused_and_left_as_it_is(
    store: Store, database: Database, url: str
) -> None:
    with database.writing() as connection:
        connection.execute(text("UPDATE schema_version SET version = '9999'"))
    refusal = r"another version of Parlour \(schema 9999; this version reads 0\.1\.0\): open it with"
    for _ in range(2):
        with pytest.raises(StoreUnavailable, match=refusal):
            Store.open(url)


def test_a_database_from_before_there_were_versions_is_refused(
    store: Store, database: Database, url: str
) -> None:
    with database.writing() as connection:
        connection.execute(text("DROP TABLE schema_version"))
    with pytest.raises(StoreUnavailable, match=r"another version of Parlour \(schema before 0\.1\.0;"):
        Store.open(url)


def test_many_processes_may_open_a_fresh_database_at_once(url: str) -> None:
    openings = [subprocess.Popen([sys.executable, "-c", OPEN, url]) for _ in range(4)]
    assert [opening.wait() for opening in openings] == [0] * 4


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
