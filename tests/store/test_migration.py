from __future__ import annotations

import subprocess
import sys

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from parlour.errors import StoreUnavailable
from parlour.store import Store, tables
from parlour.store.database import Database

OPEN = "import sys; from parlour.store import Store; Store.open(sys.argv[1]).close(); "


def test_the_revisions_lead_to_the_schema_that_the_code_queries(store: Store, database: Database) -> None:
    with database.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), tables.metadata) == []


def test_a_database_of_another_version_is_refused_and_left_as_it_is(
    store: Store, database: Database, url: str
) -> None:
    with database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    refusal = r"another version of Parlour \(schema 9999; this version reads 0\.1\.0\): open it with"
    for _ in range(2):
        with pytest.raises(StoreUnavailable, match=refusal):
            Store.open(url)


def test_a_current_database_opens_without_alembic(url: str) -> None:
    Store.open(url).close()
    subprocess.run([sys.executable, "-c", OPEN + "assert 'alembic' not in sys.modules", url], check=True)


def test_many_processes_may_open_a_fresh_database_at_once(url: str) -> None:
    openings = [subprocess.Popen([sys.executable, "-c", OPEN, url]) for _ in range(4)]
    assert [opening.wait() for opening in openings] == [0] * 4
