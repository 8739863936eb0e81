"""The schema of a database: created in an empty one, and refused if it is of another version of Parlour."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import URL, Connection, func, inspect, select

from parlour.errors import StoreUnavailable
from parlour.store.database import Database, is_sqlite
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
        refuse_unknown(connection, database.place)


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


def refuse_unknown(connection: Connection, place: str) -> None:
    """Refuses a database whose schema is of another version."""
    version = version_in(connection)
    if version not in (None, HEAD):
        raise StoreUnavailable(
            f"{place} was made by another version of Parlour (schema {version}; this version reads {HEAD}): "
            "open it with that version, or name another database with --db"
        )
