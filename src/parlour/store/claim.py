"""What only one process at a time may do with a database: play its tables, or play a run."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from sqlalchemy import func, select

from parlour.errors import StoreUnavailable
from parlour.store.database import Database
from parlour.store.trouble import explained

_KEY = 0x7061726C
"""`parl` in ASCII: the first half of PostgreSQL's advisory lock; the second stands for what is held where."""


@contextmanager
def claimed(database: Database, what: str, held: str) -> Generator[None]:
    """Holds something of a database for this process, which lets go of it however it ends.

    Args:
        database: where it is.
        what: the name of what is held.
        held: what to say where another process holds it.

    Raises:
        StoreUnavailable: if another process holds it.
    """
    if database.file:
        with _file_claimed(f"{database.file}.{what}", held):
            yield
    elif database.is_server:
        with _server_claimed(database, what, held):
            yield
    else:
        yield


@contextmanager
def _file_claimed(path: str, held: str) -> Generator[None]:
    from filelock import FileLock, Timeout  # only here: it takes longer than all else that a database does

    lock = FileLock(path, timeout=0)
    try:
        lock.acquire()
    except Timeout as error:
        raise StoreUnavailable(held) from error
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _server_claimed(database: Database, what: str, held: str) -> Generator[None]:
    with database.session() as connection:
        with explained(database.place):
            name = func.hashtext(func.concat(func.current_schema(), " ", what))
            if not connection.scalar(select(func.pg_try_advisory_lock(_KEY, name))):
                raise StoreUnavailable(held)
            connection.detach()  # its end lets go of whatever it holds, even if the server is gone by then
        yield
