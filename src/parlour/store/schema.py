"""The schema of a database: created in an empty one, refused if of another version, examined by `doctor`."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from sqlalchemy import URL, Connection, func, inspect, select

from parlour.errors import StoreUnavailable
from parlour.store import tables
from parlour.store.database import Database, address, is_sqlite, location_of
from parlour.store.tables import HEAD, match, metadata, schema_version

EMPTY = "nothing of Parlour's is in it"
_LOCK = 0x7061726C6F7572
"""`parlour` in ASCII: the number of PostgreSQL's advisory lock, so that one process creates the tables."""


def ensure_schema(database: Database) -> None:
    """Creates the tables in an empty database.

    Raises:
        StoreUnavailable: if they are of another version of Parlour.
    """
    with database.reading() as connection:
        is_empty = version_in(connection) is None
    if is_empty:
        with database.writing() as connection:
            if database.is_server:
                connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
            if version_in(connection) is None:
                metadata.create_all(connection)
                connection.execute(schema_version.insert().values(version=HEAD))
    with database.reading() as connection:
        refuse_unknown(connection, database.location)


def missing(url: URL) -> str:
    """Why nothing of Parlour's can be read there; empty where something can. Nothing is made or changed."""
    if not is_sqlite(url):
        database = Database(url)
        try:
            with database.reading() as connection:
                return "" if version_in(connection) else EMPTY
        finally:
            database.close()
    if not url.database or url.database.startswith((":memory:", "file:")):
        return ""
    path = Path(url.database)
    if not path.exists():
        return "no such file"
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            query = "SELECT 1 FROM sqlite_master WHERE name = ?"
            return "" if connection.execute(query, (schema_version.name,)).fetchone() else EMPTY
    except sqlite3.Error:
        return ""  # whoever opens it is told what is wrong with it


def version_in(connection: Connection) -> str | None:
    """Returns the version of a database's schema; None if nothing of Parlour's is in it."""
    inspected = inspect(connection)
    if inspected.has_table(schema_version.name):
        return connection.scalar(select(schema_version.c.version))
    return "before 0.1.0" if inspected.has_table(match.name) else None


def refuse_unknown(connection: Connection, location: str) -> None:
    """Refuses a database whose schema is of another version."""
    version = version_in(connection)
    if version not in (None, HEAD):
        raise StoreUnavailable(
            f"{location} was made by another version of Parlour (schema {version}; this version reads "
            f"{HEAD}): open it with that version, or name another database with --db"
        )


_PATIENCE = 3
"""Seconds to wait for a server."""
LEAST_FREE = 100 << 20
"""Bytes: with less a match of a real model may not find room to its end."""


@dataclass(frozen=True, kw_only=True)
class DatabaseState:
    """The state of a database, as far as it can be known from outside.

    Attributes:
        place: a path, or a URL without user and password.
        is_server: whether it is PostgreSQL.
        is_made: whether anything of Parlour's is in it; it is made when it is first needed.
        revision: of its schema; empty where it has none.
        matches: how many it holds; None where that cannot be read.
        size: in bytes; None where nothing is there.
        free: bytes on its disk; None of a server's, which tells nothing of it.
        trouble: why it cannot be used as it is; empty where it can.
    """

    place: str
    is_server: bool
    is_made: bool = False
    revision: str = ""
    matches: int | None = None
    size: int | None = None
    free: int | None = None
    trouble: str = ""


def examine(url: str | None = None) -> DatabaseState:
    """Looks at a database: nothing is made, upgraded or written.

    Args:
        url: as `Store.open` takes it.

    Raises:
        UsageError: if it is no address of a database, or PostgreSQL's driver is not installed.
    """
    database_url = address(url)
    is_server = not is_sqlite(database_url)
    location = location_of(database_url._replace(username=None, password=None))
    if is_server and "connect_timeout" not in database_url.query:
        database_url = database_url.update_query_dict({"connect_timeout": str(_PATIENCE)})
    folder = None if is_server else _folder(database_url)
    free = shutil.disk_usage(folder).free if folder else None
    state = DatabaseState(
        place=location, is_server=is_server, free=free, trouble=_narrow(database_url, folder, free)
    )
    try:
        if missing(database_url):
            return state
        revision, matches, size = _read(database_url)
    except StoreUnavailable as error:
        return replace(state, trouble=str(error))
    return replace(state, is_made=True, revision=revision, matches=matches, size=size)


def _read(url: URL) -> tuple[str, int, int | None]:
    """The schema's revision, how many matches there are, and the size."""
    database = Database(url)
    try:
        with database.reading() as connection:
            revision = version_in(connection) or ""
            if revision != HEAD:
                refuse_unknown(connection, database.location)
            matches = connection.scalar(select(func.count()).select_from(tables.match)) or 0
            if not database.is_server:
                return revision, matches, Path(database.file).stat().st_size if database.file else None
            size = connection.scalar(select(func.pg_database_size(func.current_database())))
            return revision, matches, size
    finally:
        database.close()


def _folder(url: URL) -> Path | None:
    if not url.database or url.database.startswith((":memory:", "file:")):
        return None
    parents = Path(url.database).absolute().parents
    return next((folder for folder in parents if folder.is_dir()), None)


def _narrow(url: URL, folder: Path | None, free: int | None) -> str:
    """Returns why a file cannot be written, or an empty string: permissions, or a full disk."""
    if folder is None or not url.database:
        return ""
    file = Path(url.database)
    if not os.access(folder, os.W_OK) or (file.exists() and not os.access(file, os.W_OK)):
        return f"{file} may not be written: change its permissions, or name another database with --db"
    if free is not None and free < LEAST_FREE:
        return f"the disk of {file} has only {free >> 20} MB left: make room, or name another with --db"
    return ""
