"""`parlour serve` opens, says where, refuses what it cannot do, and ends."""

from __future__ import annotations

import gc
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest
import uvicorn

from parlour.cli.serving import shorten_collections
from parlour.store import Store
from tests.cli.runs import Parlour
from tests.web.browser.serving import PATIENCE, Server
from tests.web.hosting.houses import setup

Refused = Callable[..., tuple[int, str]]
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


@pytest.fixture
def refused(parlour: Parlour, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, str]]:
    """Returns the exit code and the message of a server that does not open."""

    def opens(*_args: object, **_options: object) -> None:
        raise AssertionError("the server opened")

    monkeypatch.delenv("PARLOUR_HOST_PASSWORD", raising=False)
    monkeypatch.setattr(uvicorn.Server, "run", opens)

    def run(*options: str) -> tuple[int, str]:
        done = parlour("serve", *options)
        return done.code, done.err

    return run


def test_it_says_where_it_is_ends_and_its_tables_go_on_the_next_time(tmp_path: Path):
    db = tmp_path / "parlour.db"
    table = Server(db=db).open(setup(0))
    with serving("--port", "0", "--db", str(db)) as process:
        assert process.stdout
        assert process.stderr
        banner = process.stdout.readline()
        url = banner.split()[3]
        assert url.startswith("http://127.0.0.1:")
        assert httpx.get(url, timeout=PATIENCE).status_code == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=PATIENCE) == 0
        assert process.stdout.read() == "Closed.\n"
        assert process.stderr.read() == ""
    with serving("--port", "0", "--db", str(db)) as process:
        assert process.stdout
        url = process.stdout.readline().split()[3]
        token = next(each.token for each in table.passes if each.kind == "seat")
        key = {"Authorization": f"Bearer {token}"}
        told = httpx.get(f"{url}api/v1/table", headers=key, timeout=PATIENCE).json()
        assert told["standing"]["standing"] == "running"


def test_a_port_that_is_taken_is_told_and_nothing_is_opened(refused: Refused, tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, said = refused("--port", str(port), "--db", str(tmp_path / "none.db"))
    assert code == 2
    assert f"port {port}" in said
    assert "--port" in said
    assert not (tmp_path / "none.db").exists()


def test_a_database_that_it_may_not_have_is_told_in_a_sentence(refused: Refused, tmp_path: Path):
    db = str(tmp_path / "parlour.db")
    with Store.open(db) as store, store.serving():
        code, said = refused("--port", "0", "--db", db)
    assert code == 1
    assert "another server plays the tables of" in said
    with closing(sqlite3.connect(db)) as connection:
        connection.execute("UPDATE schema_version SET version = '9999'")
        connection.commit()
    code, newer = refused("--port", "0", "--db", db)
    assert code == 1
    assert "was made by another version of Parlour (schema 9999" in newer
    assert "Traceback" not in said + newer


def test_it_does_not_open_to_others_without_a_password(
    refused: Refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    db = str(tmp_path / "none.db")
    code, said = refused("--host", "0.0.0.0", "--port", "0", "--db", db)
    assert code == 2
    assert "PARLOUR_HOST_PASSWORD" in said
    monkeypatch.setenv("PARLOUR_HOST_PASSWORD", "short")
    code, said = refused("--host", "0.0.0.0", "--port", "0", "--db", db)
    assert code == 2
    assert "at least 8" in said


def test_without_the_extra_it_says_what_to_install(
    refused: Refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(sys.modules, "parlour.cli.serving", None)
    code, said = refused("--port", "0", "--db", str(tmp_path / "none.db"))
    assert code == 2
    assert "pip install 'parlour[web]'" in said


def test_a_full_collection_passes_over_what_outlived_the_one_before():
    before = list(gc.callbacks)
    try:
        shorten_collections()
        table = [object()]
        gc.collect()
        assert gc.get_freeze_count() > 0
        assert not any(each is table for each in gc.get_objects())
    finally:
        gc.callbacks[:] = before
        gc.unfreeze()
    assert any(each is table for each in gc.get_objects())
