"""Each failure is brought about for real, and told with what, where and what to do.

A full disk and a lock are brought about in the middle of matches (`test_in_mid_match`, `test_group`).
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from parlour.arena import Setup
from parlour.errors import StoreUnavailable
from parlour.store import Store
from tests.cases import cases

NOBODY = 65534


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


@cases("host", ["127.0.0.1:1", "/nowhere"])
def test_an_unreachable_server_is_told(host: str) -> None:
    url = f"postgresql://{host}/name" if ":" in host else f"postgresql:///name?host={host}"
    with pytest.raises(
        StoreUnavailable, match="the server cannot be reached or refuses: see that it runs"
    ) as caught:
        Store.open(url)
    assert "\n" not in str(caught.value)
