from __future__ import annotations

import sqlite3
import sys
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import URL, Engine, NullPool, create_engine

from parlour.errors import MissingExtra, StoreUnavailable, UsageError
from parlour.store import Store
from parlour.store import database as databases
from parlour.store.database import Database, address
from tests.cases import cases


def test_the_default_is_a_file_in_the_users_data_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("platformdirs.user_data_path", partial(_folder, tmp_path))
    with Store.open() as store:
        assert store.place == str(tmp_path / "parlour" / "parlour.db")
    assert (tmp_path / "parlour" / "parlour.db").is_file()


def _folder(home: Path, name: str, *, appauthor: bool) -> Path:
    assert not appauthor
    return home / name


def test_a_path_is_a_sqlite_file(tmp_path: Path) -> None:
    url = address(str(tmp_path / "with %20 and ?.db"))
    assert (url.get_backend_name(), url.database) == ("sqlite", str(tmp_path / "with %20 and ?.db"))


def test_a_tilde_is_the_users_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/anna")
    assert address("~/matches.db").database == "/home/anna/matches.db"


def test_a_sqlite_url_is_taken_as_it_is() -> None:
    assert address("sqlite:////tmp/x.db?timeout=1").query == {"timeout": "1"}


@cases("scheme", ["postgresql", "postgres", "postgresql+psycopg2"])
def test_postgresql_goes_through_psycopg(scheme: str) -> None:
    assert address(f"{scheme}://host/name").drivername == "postgresql+psycopg"


@cases(
    ("url", "told"),
    [("mysql://host/name", "'mysql' databases are not supported"), ("://", "is no database URL")],
)
def test_other_urls_are_refused(url: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        address(url)


def test_a_password_is_not_shown() -> None:
    database = Database(address("postgresql://anna:secret@host/name"))
    assert "anna" in database.place
    assert "secret" not in database.place


def test_a_missing_driver_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(MissingExtra, match=r"parlour\[postgres\]"):
        Database(address("postgresql://host/name"))


def test_a_server_that_was_there_and_stays_away_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    there = [sqlite3.connect(":memory:")]

    def connect() -> sqlite3.Connection:
        if not there:
            raise sqlite3.OperationalError("connection refused")
        return there.pop()

    def engine(_url: URL, **_options: bool) -> Engine:
        return create_engine("sqlite://", creator=connect, poolclass=NullPool)

    monkeypatch.setattr(databases, "create_engine", engine)
    monkeypatch.setattr(databases, "_PATIENCE", 0.0)
    database = Database(address("postgresql://host/name"))
    with database.reading():
        pass
    told = r"the server cannot be reached .*\(connection refused\)"
    with pytest.raises(StoreUnavailable, match=told), database.reading():
        pass


def test_sqlite_keeps_a_commit_without_waiting_for_the_disk(sqlite: str) -> None:
    database = Database(address(sqlite))
    with database.reading() as connection:
        settings = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    database.close()
    assert settings == {"journal_mode": "wal", "synchronous": 1, "foreign_keys": 1, "busy_timeout": 10_000}
