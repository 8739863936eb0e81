"""What is deleted is gone, and what others need stays."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import func, select, text

from parlour.arena import Record, calls_before, fork_setup, replay
from parlour.experiments.report import find_subject
from parlour.store import MemoryLog, Store, tables
from parlour.store.archive import describe_deletion, foreseen
from parlour.store.database import Database, address
from parlour.store.deleting import delete_all
from tests.store.archive.played import games, laid, played


def rows(url: str) -> dict[str, int]:
    database = Database(address(url))
    with database.reading() as connection:
        counted = {
            name: connection.scalar(select(func.count()).select_from(table)) or 0
            for name, table in tables.metadata.tables.items()
            if table is not tables.schema_version
        }
    database.close()
    return counted


def is_repeated(store: Store, match: str) -> bool:
    record = store.record(match)
    return asyncio.run(replay(record, MemoryLog(record.calls))).is_identical


def test_everything_of_a_match_goes_and_another_one_of_the_same_words_stays(store: Store, url: str):
    setup = laid(games()["werewolf"])
    other = played(store, setup)
    before = rows(url)
    match = played(store, setup)
    gone = foreseen(store, find_subject(store, match))
    assert (gone.matches, gone.runs, gone.forks) == ((match,), (), ())
    assert gone.calls == len(store.record(other).calls)
    store.delete(gone)
    assert rows(url) == before
    assert is_repeated(store, other)
    store.delete(foreseen(store, find_subject(store, other)))
    assert set(rows(url).values()) == {0}


def test_a_writer_that_has_written_a_text_before_writes_it_again_when_it_was_deleted(url: str):
    setup = laid(games()["werewolf"])
    with Store.open(url) as playing, Store.open(url) as deleting:
        match = played(playing, setup)
        deleting.delete(foreseen(deleting, find_subject(deleting, match)))
        assert is_repeated(deleting, played(playing, setup))


def test_no_file_holds_what_was_deleted_while_a_server_has_the_database_open(tmp_path: Path):
    file, said = tmp_path / "parlour.db", "The blue vase remembers."
    with Store.open(str(file)) as serving, Store.open(str(file)) as deleting:
        match = played(serving, laid(games()["werewolf"]))
        serving.hosting.put_sheet(match, "Player 1", "notebook", json.dumps({"text": said}))
        assert any(said.encode() in each.read_bytes() for each in tmp_path.iterdir())
        deleting.delete(foreseen(deleting, find_subject(deleting, match)))
        assert [each.name for each in tmp_path.iterdir() if said.encode() in each.read_bytes()] == []


def kept_anew(store: Store, record: Record) -> str:
    """Keeps a call of a match as one of another that is played."""
    match = store.create(record.setup)
    store.journal(match).adopt(record.calls[:1])
    return match


def adopted(store: Store, record: Record) -> str:
    """Keeps a whole match as one that was recorded elsewhere."""
    store.adopt(replace(record, match="elsewhere"))
    return "elsewhere"


@pytest.mark.parametrize("write", [kept_anew, adopted])
def test_a_text_is_kept_that_somebody_begins_to_use_while_it_is_deleted(
    postgresql: str, write: Callable[[Store, Record], str]
):
    database = Database(address(postgresql))
    with (
        Store.open(postgresql) as deleting,
        Store.open(postgresql) as writing,
        ThreadPoolExecutor() as pool,
    ):
        record = deleting.record(played(deleting, laid(games()["onenight"])))
        gone = foreseen(deleting, find_subject(deleting, record.match))
        with database.writing() as connection:
            connection.execute(text("LOCK TABLE call IN EXCLUSIVE MODE"))
            written = pool.submit(write, writing, record)
            while not waiting(database):  # until it has found all texts, and comes to its calls
                assert not written.done()
            delete_all(connection, gone)
        calls = writing.record(written.result()).calls
        assert [call.user for call in calls] == [call.user for call in record.calls[: len(calls)]]
    database.close()


def waiting(database: Database) -> bool:
    """Whether somebody waits to write calls."""
    query = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'call'::regclass"
    with database.reading() as connection:
        return bool(connection.scalar(text(query)))


def test_a_fork_keeps_its_own_record_and_is_named(store: Store):
    match = played(store, laid(games()["onenight"]))
    record = store.record(match)
    fork = store.create(fork_setup(record, 3))
    store.journal(fork).adopt(asyncio.run(calls_before(record, 3)))
    gone = foreseen(store, find_subject(store, match))
    assert gone.forks == (fork,)
    assert any("forked from here" in line and fork in line for line in describe_deletion(gone))
    store.delete(gone)
    assert [each.match for each in store.matches()] == [fork]
    assert store.record(fork).calls


def test_a_run_goes_with_its_matches_and_a_match_with_its_cell(runs: Path, tmp_path: Path):
    path = Path(shutil.copy(runs, tmp_path))
    with Store.open(str(path)) as store:
        run = find_subject(store, "ladder")
        alone = foreseen(store, find_subject(store, run.matches[0]))
        assert [cell[0] for cell in alone.cells] == [run.run]
        store.delete(foreseen(store, run))
        assert store.cells(run.run) == {}
        assert not store.select_existing(run.matches)
        assert store.matches()
