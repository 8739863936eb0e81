"""Only one server at a time plays the tables of a database."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from sqlalchemy import func, select

from parlour.errors import MissingExtra, StoreUnavailable
from parlour.store.database import Database

_KEY = 0x7061726C
"""`parl` in ASCII: the first half of PostgreSQL's advisory lock; the second stands for the schema."""


@contextmanager
def claimed(database: Database) -> Generator[None]:
    """Holds the tables of a database for this process, which lets go of them however it ends.

    Raises:
        StoreUnavailable: if another process holds them.
    """
    if database.file:
        with _file_claimed(database):
            yield
    elif database.is_server:
        with _server_claimed(database):
            yield
    else:
        yield


@contextmanager
def _file_claimed(database: Database) -> Generator[None]:
    try:
        from filelock import FileLock, Timeout
    except ImportError as error:
        raise MissingExtra("the table in a browser is not installed: pip install 'parlour[web]'") from error
    lock = FileLock(f"{database.file}.serving", timeout=0)
    try:
        lock.acquire()
    except Timeout as error:
        raise _held(database) from error
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _server_claimed(database: Database) -> Generator[None]:
    with database.session() as connection:
        schema = func.hashtext(func.current_schema())
        if not connection.scalar(select(func.pg_try_advisory_lock(_KEY, schema))):
            raise _held(database)
        try:
            yield
        finally:
            connection.execute(select(func.pg_advisory_unlock(_KEY, schema)))


def _held(database: Database) -> StoreUnavailable:
    return StoreUnavailable(
        f"another server plays the tables of {database.place}: stop that one, or name another database"
        " with --db"
    )
