from __future__ import annotations

import subprocess
import sys

import pytest
from sqlalchemy import text

from parlour.errors import StoreUnavailable
from parlour.store import Store
from parlour.store.database import Database

OPEN = "import sys; from parlour.store import Store; Store.open(sys.argv[1]).close()"


def test_a_database_of_another_version_is_refused_and_left_as_it_is(
    store: Store, database: Database, url: str
) -> None:
    with database.writing() as connection:
        connection.execute(text("UPDATE schema_version SET version = '9999'"))
    refusal = r"another version of Parlour \(schema 9999; this version reads 0\.1\.0\): open it with"
    for _ in range(2):
        with pytest.raises(StoreUnavailable, match=refusal):
            Store.open(url)


def test_a_database_from_before_there_were_versions_is_refused(
    store: Store, database: Database, url: str
) -> None:
    with database.writing() as connection:
        connection.execute(text("DROP TABLE schema_version"))
    with pytest.raises(StoreUnavailable, match=r"another version of Parlour \(schema before 0\.1\.0;"):
        Store.open(url)


def test_many_processes_may_open_a_fresh_database_at_once(url: str) -> None:
    openings = [subprocess.Popen([sys.executable, "-c", OPEN, url]) for _ in range(4)]
    assert [opening.wait() for opening in openings] == [0] * 4
