"""What a database's failures mean to the person at the keyboard: what, where, what to do."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError

from parlour.errors import StoreUnavailable

_ELSEWHERE = "or name another database with --db"
PLAYED_ELSEWHERE = "another process plays the same match: let only one of them go on"
_UNREACHABLE = (
    "the server cannot be reached or refuses: see that it runs, and check host, port, user, password and "
    f"database in the URL, {_ELSEWHERE}"
)
_ADVICE = (
    (("SQLITE_FULL", "53100"), f"the disk is full: make room, {_ELSEWHERE}"),
    (("SQLITE_READONLY", "25006", "42501"), f"it may not be written: change its permissions, {_ELSEWHERE}"),
    (
        ("SQLITE_CANTOPEN",),
        f"it cannot be opened: check that it is a file in a folder that may be written, {_ELSEWHERE}",
    ),
    (("SQLITE_BUSY", "SQLITE_LOCKED", "55P03"), f"another program holds it: close that one, {_ELSEWHERE}"),
    (("SQLITE_NOTADB", "SQLITE_CORRUPT"), f"it is no database, or a damaged one: move it away, {_ELSEWHERE}"),
    (("SQLITE_IOERR",), f"its disk fails or a limit on file sizes is reached: check both, {_ELSEWHERE}"),
    (("SQLITE_CONSTRAINT", "23"), PLAYED_ELSEWHERE),
    (("08", "57"), _UNREACHABLE),
)
"""What to do, by the beginnings of SQLite's error names and of PostgreSQL's SQLSTATEs."""


@contextmanager
def explained(place: str) -> Generator[None]:
    """Turns what the database at that place raises into `StoreUnavailable`.

    Args:
        place: the database as the user may see it: a path, or a URL without its password.
    """
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        told = " ".join(str(cause).split())
        raise StoreUnavailable(f"{place}: {_advice(cause)} ({told})") from error
    except OSError as error:
        raise StoreUnavailable(f"{place}: {error.strerror or error}: check the path, {_ELSEWHERE}") from error


def _advice(error: BaseException | None) -> str:
    code: str | None = getattr(error, "sqlite_errorname", None) or getattr(error, "sqlstate", None)
    if code is None:
        # psycopg gives no code where the connection itself failed.
        return _UNREACHABLE
    fitting = (advice for beginnings, advice in _ADVICE if code.startswith(beginnings))
    return next(fitting, f"the database refused: see what it says, {_ELSEWHERE}")
