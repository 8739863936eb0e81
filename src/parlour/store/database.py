"""An open database: its address, connection, transactions and claims, and its failures explained."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import cast

import platformdirs
from sqlalchemy import URL, Connection, Engine, create_engine, event, func, make_url, select
from sqlalchemy.exc import ArgumentError, DBAPIError, InterfaceError, OperationalError
from tenacity import Retrying, retry, retry_if_exception, stop_after_delay, wait_fixed, wait_random

from parlour.errors import MissingExtra, StoreUnavailable, UsageError

MEMORY = ":memory:"
"""In place of a path: a database in memory."""
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
"""Advice by the beginnings of SQLite's error names and PostgreSQL's SQLSTATEs."""


@contextmanager
def explain_errors(location: str) -> Generator[None]:
    """Turns what the database at that place raises into `StoreUnavailable`.

    Args:
        location: the database as the user may see it: a path, or a URL without its password.
    """
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        reason = " ".join(str(cause).split())
        raise StoreUnavailable(f"{location}: {_advice(cause)} ({reason})") from error
    except OSError as error:
        raise StoreUnavailable(
            f"{location}: {error.strerror or error}: check the path, {_ELSEWHERE}"
        ) from error


def is_outage(error: Exception) -> bool:
    """Returns true for a lock, a full disk or a lost server: the transaction's content is not to blame."""
    lost = (OperationalError, InterfaceError, sqlite3.OperationalError, OSError)
    return isinstance(error, StoreUnavailable) and isinstance(error.__cause__, lost)


def _advice(error: BaseException | None) -> str:
    code: str | None = getattr(error, "sqlite_errorname", None) or getattr(error, "sqlstate", None)
    if code is None:
        # psycopg gives no code where the connection itself failed.
        return _UNREACHABLE
    fitting = (advice for beginnings, advice in _ADVICE if code.startswith(beginnings))
    return next(fitting, f"the database refused: see what it says, {_ELSEWHERE}")


_PATIENCE = 10.0
"""Seconds to wait for another process's transaction, or for a server to take a connection."""
_PAUSE = 0.2
"""Seconds before a server is tried again that was there and is not."""


class Database:
    """Transactions on one engine, their failures explained.

    Attributes:
        location: the database as a person may see it: a path, or a URL without its password.
        file: where it is, if it is a file.
        is_server: whether it is PostgreSQL.
    """

    def __init__(self, url: URL) -> None:
        self.location = location_of(url)
        self.file = url.database if is_sqlite(url) and url.database != MEMORY else None
        self.is_server = not is_sqlite(url)
        if self.file and not self.file.startswith("file:"):
            with explain_errors(self.location):
                Path(self.file).parent.mkdir(parents=True, exist_ok=True)
        self._engine = _engine(url)
        self._writer = self._engine.execution_options(writes=True)
        self._was_there = False

    @contextmanager
    def reading(self) -> Generator[Connection]:
        """A transaction that sees one moment of the database and changes nothing."""
        with explain_errors(self.location), self._connect(self._engine) as connection, connection.begin():
            yield connection

    @contextmanager
    def writing(self) -> Generator[Connection]:
        """A transaction that is kept as a whole at its end, or not at all."""
        with explain_errors(self.location), self._connect(self._writer) as connection, connection.begin():
            yield connection

    @contextmanager
    def deleting(self) -> Generator[Connection]:
        """A transaction after which no file of a SQLite database holds what it deleted.

        What it frees is overwritten, and the write-ahead log is emptied, which a server would keep for days.
        """
        with self.writing() as connection:
            if not self.is_server:
                connection.exec_driver_sql("PRAGMA secure_delete = ON")
            yield connection
        if not self.is_server:
            with explain_errors(self.location), closing(self._engine.raw_connection()) as connection:
                connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")

    @contextmanager
    def session(self) -> Generator[Connection]:
        """A connection of its own, outside of any transaction; what is done meanwhile need not concern it."""
        with explain_errors(self.location):
            connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        try:
            yield connection
        finally:
            with explain_errors(self.location):
                connection.close()

    def close(self) -> None:
        self._engine.dispose()

    def _connect(self, engine: Engine) -> Connection:
        """A connection; a server that was there before, and may be starting anew, is waited for."""
        if not self.is_server:
            return engine.connect()
        trying = Retrying(
            retry=retry_if_exception(lambda error: self._was_there and isinstance(error, OperationalError)),
            stop=stop_after_delay(_PATIENCE),
            wait=wait_fixed(_PAUSE),
            reraise=True,
        )
        connection = trying(engine.connect)
        self._was_there = True
        return connection


def address(url: str | None) -> URL:
    """Reads where a database is.

    Args:
        url: a SQLAlchemy URL of SQLite or PostgreSQL, or the path of a SQLite file; None means the file in
            the user's data folder.

    Raises:
        UsageError: if it is neither.
    """
    if url is None:
        return _file(platformdirs.user_data_path("parlour", appauthor=False) / "parlour.db")
    if "://" not in url:
        return _file(Path(url).expanduser())
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError) as error:
        raise UsageError(
            f"{url!r} is no database URL; such as sqlite:///FILE or postgresql://HOST/NAME"
        ) from error
    match parsed.get_backend_name():
        case "sqlite":
            return parsed.set(drivername="sqlite")
        case "postgresql" | "postgres":
            return parsed.set(drivername="postgresql+psycopg")
        case other:
            raise UsageError(f"{other!r} databases are not supported; use sqlite or postgresql")


def _file(path: Path) -> URL:
    return URL.create("sqlite", database=str(path))


def location_of(url: URL) -> str:
    """A database as a person may see it: a path, or a URL without its password."""
    if is_sqlite(url):
        return url.database or "memory"
    return url.set(drivername="postgresql", query={}).render_as_string(hide_password=True)


def is_in_memory(url: str | None) -> bool:
    """Returns true for a database that ends with its connection."""
    parsed = address(url)
    return is_sqlite(parsed) and parsed.database in (None, "", MEMORY)


def is_sqlite(url: URL) -> bool:
    """Returns true for a SQLite file or an in-memory database."""
    return url.get_backend_name() == "sqlite"


def _engine(url: URL) -> Engine:
    if not is_sqlite(url):
        if "connect_timeout" not in url.query:
            url = url.update_query_dict({"connect_timeout": str(round(_PATIENCE))})
        try:
            return create_engine(url, pool_pre_ping=True)
        except ImportError as error:
            raise MissingExtra("PostgreSQL needs a driver: pip install 'parlour[postgres]'") from error
    engine = create_engine(url, connect_args={} if "timeout" in url.query else {"timeout": _PATIENCE})
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: sqlite3.Connection, _record: object) -> None:
    # WAL with synchronous=NORMAL: a commit outlives the process; only a power cut may undo the last ones.
    connection.isolation_level = None
    _switch_to_wal(connection)
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA cache_size = -512")  # KiB; of the usual 2000 the operating system holds a copy


def _is_busy(error: BaseException) -> bool:
    return isinstance(error, sqlite3.OperationalError) and error.sqlite_errorname.startswith("SQLITE_BUSY")


@retry(retry=retry_if_exception(_is_busy), stop=stop_after_delay(2), wait=wait_random(0, 0.05), reraise=True)
def _switch_to_wal(connection: sqlite3.Connection) -> None:
    # Tried again here, since SQLite does not wait when two processes switch one fresh file at the same time.
    connection.execute("PRAGMA journal_mode = WAL")


def _begin(connection: Connection) -> None:
    # A writer takes its lock at once: a read lock that grows into a write lock fails without waiting.
    is_writer = connection.get_execution_options().get("writes", False)
    # By the driver: SQLAlchemy would make a whole statement of one word.
    driver = cast(sqlite3.Connection, connection.connection.driver_connection)
    driver.execute("BEGIN IMMEDIATE" if is_writer else "BEGIN")


_KEY = 0x7061726C
"""`parl` in ASCII: the first half of PostgreSQL's advisory lock; the second stands for what is held where."""


@contextmanager
def claim(database: Database, part: str, message: str) -> Generator[None]:
    """Claims a part of a database for this process, until the process ends in any way.

    Args:
        database: the database.
        part: the name of the part.
        message: the error message if another process holds it.
    """
    if database.file:
        with _claim_file(f"{database.file}.{part}", message):
            yield
    elif database.is_server:
        with _claim_on_server(database, part, message):
            yield
    else:
        yield


@contextmanager
def _claim_file(path: str, message: str) -> Generator[None]:
    from filelock import FileLock, Timeout  # only here: it takes longer than all else that a database does

    lock = FileLock(path, timeout=0)
    try:
        lock.acquire()
    except Timeout as error:
        raise StoreUnavailable(message) from error
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _claim_on_server(database: Database, part: str, message: str) -> Generator[None]:
    with database.session() as connection:
        with explain_errors(database.location):
            name = func.hashtext(func.concat(func.current_schema(), " ", part))
            if not connection.scalar(select(func.pg_try_advisory_lock(_KEY, name))):
                raise StoreUnavailable(message)
            connection.detach()  # its end lets go of whatever it holds, even if the server is gone by then
        yield
