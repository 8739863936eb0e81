"""Brings a database to the schema that the code knows, by the revisions in `migrations/`."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import URL, Connection, column, func, inspect, select, table

from parlour.errors import StoreUnavailable
from parlour.store.database import Database, is_sqlite
from parlour.store.tables import HEAD

if TYPE_CHECKING:
    from alembic.config import Config

EMPTY = "nothing of Parlour's is in it"
_VERSION = table("alembic_version", column("version_num"))
_LOCK = 0x7061726C6F7572
"""`parlour` in ASCII: the number of PostgreSQL's advisory lock, so that two processes migrate in turn."""


def migrate(database: Database) -> None:
    """Upgrades the database where it is behind; a current one costs two small queries and no Alembic."""
    with database.reading() as connection:
        is_current = revision_in(connection) == HEAD
    if is_current:
        return
    # Imported here because it takes longer than everything else that opening a database does.
    from alembic.command import upgrade

    with database.writing() as connection:
        if database.is_server:
            connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
        refuse_unknown(connection, database.place)
        config = _config()
        config.attributes["connection"] = connection
        upgrade(config, "head")


def missing(url: URL) -> str:
    """Why nothing of Parlour's can be read there; empty where something can. Nothing is made or changed."""
    if not is_sqlite(url):
        database = Database(url)
        try:
            with database.reading() as connection:
                return "" if revision_in(connection) else EMPTY
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
            return "" if connection.execute(query, (_VERSION.name,)).fetchone() else EMPTY
    except sqlite3.Error:
        return ""  # whoever opens it is told what is wrong with it


def revision_in(connection: Connection) -> str | None:
    """The revision of the schema that a database has; None where nothing of Parlour's is in it."""
    if not inspect(connection).has_table(_VERSION.name):
        return None
    return connection.scalar(select(_VERSION.c.version_num))


def refuse_unknown(connection: Connection, place: str) -> None:
    """Refuses a database whose schema is unknown to this version: a newer one, or one from before 0.1.0."""
    from alembic.script import ScriptDirectory

    known = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    revision = revision_in(connection)
    if revision is not None and revision not in known:
        raise StoreUnavailable(
            f"{place} was made by another version of Parlour (schema {revision}; this version reads {HEAD}): "
            "open it with that version, or name another database with --db"
        )


def _config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "parlour.store:migrations")
    return config
