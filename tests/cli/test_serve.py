"""`parlour serve` opens, says where, refuses what it cannot do, and ends at once."""

from __future__ import annotations

import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Generator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest

from parlour.store import Store
from tests.web.browser.serving import Server, free_port
from tests.web.hosting.houses import setup

MAIN = "from parlour.cli import main; main()"


@contextmanager
def serving(*options: str) -> Generator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-c", MAIN, "serve", *options],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def refused(*options: str, environment: Mapping[str, str] | None = None) -> tuple[int, str]:
    """The exit code and what was said, of a server that does not open."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("PARLOUR_HOST_PASSWORD", raising=False)
        for name, value in (environment or {}).items():
            patch.setenv(name, value)
        with serving(*options) as process:
            _, said = process.communicate(timeout=60)
            return process.returncode, said


def test_it_says_where_it_is_ends_at_once_and_its_tables_go_on_the_next_time(tmp_path: Path):
    db = tmp_path / "parlour.db"
    table = Server(db=db).open(setup(0))
    with serving("--port", "0", "--db", str(db)) as process:
        assert process.stdout
        assert process.stderr
        banner = process.stdout.readline()
        url = banner.split()[3]
        assert url.startswith("http://127.0.0.1:")
        assert httpx.get(url).status_code == 200
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 0
        assert time.monotonic() - began < 5
        assert process.stdout.read() == "Closed.\n"
        assert process.stderr.read() == ""
    with serving("--port", "0", "--db", str(db)) as process:
        assert process.stdout
        url = process.stdout.readline().split()[3]
        token = next(each.token for each in table.passes if each.kind == "seat")
        told = httpx.get(f"{url}api/v1/table", headers={"Authorization": f"Bearer {token}"}).json()
        assert told["standing"]["standing"] == "running"


def test_a_port_that_is_taken_is_told_and_nothing_is_opened(tmp_path: Path):
    port = free_port()
    with socket.create_server(("127.0.0.1", port)):
        code, said = refused("--port", str(port), "--db", str(tmp_path / "none.db"))
    assert code == 2
    assert f"port {port}" in said
    assert "--port" in said
    assert not (tmp_path / "none.db").exists()


def test_a_database_that_it_may_not_have_is_told_in_a_sentence(tmp_path: Path):
    db = str(tmp_path / "parlour.db")
    with Store.open(db) as store, store.serving():
        code, said = refused("--port", "0", "--db", db)
    assert code == 1
    assert "another server plays the tables of" in said
    with closing(sqlite3.connect(db)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    code, newer = refused("--port", "0", "--db", db)
    assert code == 1
    assert "is of a newer Parlour (revision 9999" in newer
    assert "Traceback" not in said + newer


def test_it_does_not_open_to_others_without_a_password(tmp_path: Path):
    db = str(tmp_path / "none.db")
    code, said = refused("--host", "0.0.0.0", "--port", "0", "--db", db)
    assert code == 2
    assert "PARLOUR_HOST_PASSWORD" in said
    code, said = refused(
        "--host", "0.0.0.0", "--port", "0", "--db", db, environment={"PARLOUR_HOST_PASSWORD": "short"}
    )
    assert code == 2
    assert "at least 8" in said


def test_an_address_that_is_not_here_is_told(tmp_path: Path):
    code, said = refused("--host", "203.0.113.7", "--port", "0", "--password", "long enough", "--db", "x.db")
    assert code == 2
    assert "203.0.113.7" in said
    assert not (tmp_path / "x.db").exists()


def test_without_the_extra_it_says_what_to_install(tmp_path: Path):
    missing = f"import sys; sys.modules['nicegui'] = None; {MAIN}"
    told = subprocess.run(
        [sys.executable, "-c", missing, "serve", "--port", "0", "--db", str(tmp_path / "none.db")],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert told.returncode == 2
    assert "pip install 'parlour[web]'" in told.stderr


def test_other_verbs_load_nothing_of_the_server():
    heavy = ("nicegui", "fastapi", "uvicorn")
    code = f"import sys, parlour.cli.verbs; print([name for name in {heavy} if name in sys.modules])"
    told = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert told.stdout == "[]\n"
