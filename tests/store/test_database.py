from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import pytest

from parlour.errors import MissingExtra, UsageError
from parlour.store import Store
from parlour.store.database import Database, address
from tests.cases import cases


def test_the_default_is_a_file_in_the_users_data_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("platformdirs.user_data_path", partial(_folder, tmp_path))
    with Store.open() as store:
        assert store.location == str(tmp_path / "parlour" / "parlour.db")
    assert (tmp_path / "parlour" / "parlour.db").is_file()


def _folder(home: Path, name: str, *, appauthor: bool) -> Path:
    assert not appauthor
    return home / name


def test_a_path_or_a_url_names_a_database(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    url = address(str(tmp_path / "with %20 and ?.db"))
    assert (url.get_backend_name(), url.database) == ("sqlite", str(tmp_path / "with %20 and ?.db"))
    monkeypatch.setenv("HOME", "/home/anna")
    assert address("~/matches.db").database == "/home/anna/matches.db"
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
    assert "anna" in database.location
    assert "secret" not in database.location


def test_a_missing_driver_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(MissingExtra, match=r"parlour\[postgres\]"):
        Database(address("postgresql://host/name"))
