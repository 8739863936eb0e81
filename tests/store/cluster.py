"""A PostgreSQL server of the tests' own, from whatever PostgreSQL is installed on this machine."""

from __future__ import annotations

import os
import pwd
import re
import shutil
import subprocess
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import make_url

LACKING = "no PostgreSQL here: install one (its `initdb`), or name a server in PARLOUR_TEST_POSTGRES"
_FOLDERS = (
    "/usr/lib/postgresql/*/bin",
    "/usr/lib64/pgsql*/bin",
    "/usr/pgsql-*/bin",
    "/usr/local/pgsql/bin",
    "/opt/homebrew/opt/postgresql*/bin",
    "/usr/local/opt/postgresql*/bin",
    "/home/linuxbrew/.linuxbrew/opt/postgresql*/bin",
    "/Applications/Postgres.app/Contents/Versions/*/bin",
)


def programs() -> Path | None:
    """The folder of `initdb` and `pg_ctl`: the path's, else the newest of where systems put them."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    there = [path.parent for folder in _FOLDERS for path in Path("/").glob(f"{folder[1:]}/initdb")]
    return max(there, key=_version, default=None)


def _version(folder: Path) -> int:
    return max(map(int, re.findall(r"\d+", str(folder))), default=0)


@contextmanager
def cluster(programs: Path) -> Generator[str]:
    """A server that listens on a socket in a folder of its own; gives its URL, and ends with the block."""
    folder = Path(tempfile.mkdtemp(prefix="parlour-postgres-"))
    data, url = folder / "data", f"postgresql://parlour@/postgres?host={folder}"
    if user := _user():
        shutil.chown(folder, user)
    _run(
        programs / "initdb", "--auth=trust", "--no-sync", "--encoding=UTF8", "--username=parlour", "-D", data
    )
    start(programs, url)
    try:
        yield url
    finally:
        _run(programs / "pg_ctl", "stop", "-m", "immediate", "-D", data)
        shutil.rmtree(folder)


def restart(programs: Path, url: str) -> None:
    """Ends such a server in the midst of whatever is done with it, and begins it anew."""
    stop(programs, url)
    start(programs, url)


def stop(programs: Path, url: str) -> None:
    """Ends it as a power cut would, and leaves its data."""
    _run(programs / "pg_ctl", "stop", "-w", "-m", "immediate", "-D", _folder(url) / "data")


def start(programs: Path, url: str) -> None:
    """Begins it, until it takes connections."""
    folder = _folder(url)
    options = f"-F -c listen_addresses= -k {folder}"
    _run(programs / "pg_ctl", "start", "-w", "-D", folder / "data", "-l", folder / "log", "-o", options)


def _folder(url: str) -> Path:
    return Path(str(make_url(url).query["host"]))


def _user() -> str | None:
    """Who PostgreSQL runs as: it refuses root."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in ("postgres", "_postgres", "nobody") if name in known)


def _run(*command: object) -> None:
    user = _user()
    subprocess.run(
        [*map(str, command)],
        check=True,
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        user=user,
        group=pwd.getpwnam(user).pw_gid if user else None,
        extra_groups=[] if user else None,
    )
