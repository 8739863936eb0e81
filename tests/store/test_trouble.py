"""Each failure is brought about for real, and told with what, where and what to do."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from parlour.arena import Entry, Setup
from parlour.errors import StoreUnavailable
from parlour.store import Store, StoredMatchLog
from tests.cases import cases

NOBODY = 65534
LINE = "x" * 50_000


def line(number: int) -> Entry:
    return Entry(number=number, kind="event", json=LINE)


def fill(log: StoredMatchLog) -> None:
    for number in range(100):
        asyncio.run(log.append([line(number)]))


@contextmanager
def unprivileged() -> Generator[None]:
    """Root may write anywhere, so it steps down."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(user)


@contextmanager
def mounted(folder: Path, size: str) -> Generator[None]:
    """A file system of that size in a folder."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, check=False, stderr=subprocess.DEVNULL).returncode != 0:
        pytest.skip("only root can mount a small disk, and not in every container")
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


@pytest.fixture
def small_disk(tmp_path: Path) -> Generator[Path]:
    """A file system of half a megabyte."""
    with mounted(tmp_path, "512k"):
        yield tmp_path


def test_a_full_disk_loses_nothing_and_the_match_goes_on_when_there_is_room(
    small_disk: Path, setup: Setup
) -> None:
    ballast = small_disk / "ballast"
    ballast.write_bytes(b"x" * 150_000)
    with Store.open(str(small_disk / "p.db")) as store:
        log = store.journal(store.create(setup))
        with pytest.raises(StoreUnavailable, match=r"p\.db: the disk is full: make room"):
            fill(log)
        kept = len(store.record(log.match).entries)
        assert kept > 0
        ballast.unlink()
        asyncio.run(log.append([line(kept)]))
        assert len(store.record(log.match).entries) == kept + 1


def test_a_read_only_file_is_told(sqlite: str, setup: Setup) -> None:
    Store.open(sqlite).close()
    with (
        Store.open(f"sqlite:///file:{sqlite}?mode=ro&uri=true") as store,
        pytest.raises(StoreUnavailable, match="it may not be written: change its permissions"),
    ):
        store.create(setup)


def test_a_folder_without_permission_is_told(sqlite: str) -> None:
    Store.open(sqlite).close()
    Path(sqlite).parent.chmod(0o500)
    with (
        unprivileged(),
        pytest.raises(StoreUnavailable, match=r"cannot be opened|Permission denied|may not be written"),
    ):
        Store.open(sqlite)
    with unprivileged(), pytest.raises(StoreUnavailable, match="Permission denied: check the path"):
        Store.open(str(Path(sqlite).parent / "new" / "parlour.db"))


def test_a_file_that_is_no_database_is_told_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Not a database at all. " * 100)
    with pytest.raises(StoreUnavailable, match=r"notes\.txt: it is no database"):
        Store.open(str(path))
    assert path.read_text() == "Not a database at all. " * 100


def test_a_locked_file_is_told(sqlite: str, setup: Setup) -> None:
    Store.open(sqlite).close()
    with (
        closing(sqlite3.connect(sqlite, isolation_level=None)) as holder,
        Store.open(f"sqlite:///{sqlite}?timeout=0.05") as store,
    ):
        holder.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailable, match="another program holds it"):
            store.create(setup)


@cases("host", ["127.0.0.1:1", "/nowhere"])
def test_an_unreachable_server_is_told(host: str) -> None:
    url = f"postgresql://{host}/name" if ":" in host else f"postgresql:///name?host={host}"
    with pytest.raises(
        StoreUnavailable, match="the server cannot be reached or refuses: see that it runs"
    ) as caught:
        Store.open(url)
    assert "\n" not in str(caught.value)
