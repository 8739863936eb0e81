"""Writes of several matches share a transaction: all of a group is kept, or nothing of it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Generator
from contextlib import closing, contextmanager
from typing import Any

import pytest
from sqlalchemy import Engine, event

from parlour.agents.memory import BM25, LazyRanking
from parlour.arena import Entry, Item, NullObserver, Setup, Status, open_match, replay
from parlour.errors import StoreUnavailable
from parlour.llm import Completion, MatchModels
from parlour.store import MemoryLog, Store, StoredMatchLog, group
from parlour.store.database import Database, address
from tests.arena.mysteries import laid
from tests.arena.playing import journal, play
from tests.arena.werewolves import werewolves

from .conftest import Ask

LONG = 600.0
STEP = 5


def line(number: int, json: str = "{}") -> Entry:
    return Entry(number=number, kind="event", json=json)


async def together(*writes: Awaitable[Any]) -> list[Any]:
    return await asyncio.gather(*writes, return_exceptions=True)


def write_all(*writes: Awaitable[Any]) -> list[Any]:
    return asyncio.run(together(*writes))


@contextmanager
def commits() -> Generator[list[str]]:
    """Notes every transaction that is committed."""
    noted: list[str] = []

    def note(_: object) -> None:
        noted.append("commit")

    event.listen(Engine, "commit", note)
    try:
        yield noted
    finally:
        event.remove(Engine, "commit", note)


@pytest.fixture
def logs(store: Store, setup: Setup) -> list[StoredMatchLog]:
    return [store.journal(store.create(setup)) for _ in range(2)]


def test_what_matches_write_at_the_same_time_is_one_transaction(
    store: Store, logs: list[StoredMatchLog], ask: Ask
) -> None:
    one, other = logs
    with commits() as noted:
        written = write_all(
            one.keep(*ask("Vote."), Completion(text="Ben")),
            one.keep(*ask("Vote.", occurrence=1), Completion(text="Carl")),
            other.keep(*ask("Vote."), Completion(text="Anna")),
            other.append([line(0), line(1)]),
            store.put_cell_soon("run", "cell", "1"),
        )
        assert written == [None, None, None, 2, None]
        assert len(noted) == 1
        write_all(one.append([line(0)]), one.end(Status.STOPPED), other.end(Status.FINISHED))
        assert len(noted) == 2
    records = [store.record(log.match) for log in logs]
    assert records == [log.record for log in logs]
    assert [record.status for record in records] == [Status.STOPPED, Status.FINISHED]
    assert [len(record.entries) for record in records] == [1, 2]
    assert [[call.completion.text for call in record.calls] for record in records] == [
        ["Ben", "Carl"],
        ["Anna"],
    ]
    assert store.cells("run") == {"cell": "1"}


def test_a_write_waits_for_the_other_matches_and_not_when_all_of_them_wait(
    logs: list[StoredMatchLog], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(group, "WINDOW", LONG)
    one, other = logs

    async def scenario() -> None:
        await together(one.append([line(0)]), other.append([line(0)]))
        waits = asyncio.create_task(one.append([line(1)]))
        await asyncio.sleep(0.05)
        assert not waits.done()
        with commits() as noted:
            await other.append([line(1)])
            await waits
        assert len(noted) == 1
        await together(other.end(Status.STOPPED), one.append([line(2)]))
        await one.append([line(3)])

    asyncio.run(scenario())


def test_a_group_is_committed_though_other_matches_write_nothing(logs: list[StoredMatchLog]) -> None:
    one, other = logs

    async def scenario() -> None:
        await together(one.append([line(0)]), other.append([line(0)]))
        await one.append([line(1)])

    asyncio.run(scenario())
    assert len(one.record.entries) == 2


def test_a_wait_that_is_cancelled_commits_the_group_before_its_loop_ends(
    store: Store, logs: list[StoredMatchLog], ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(group, "WINDOW", LONG)
    one, other = logs

    async def scenario() -> None:
        await together(one.append([line(0)]), other.append([line(0)]))
        keeping = asyncio.create_task(one.keep(*ask("Vote."), Completion(text="Ben")))
        await asyncio.sleep(0)
        keeping.cancel()
        await together(keeping)

    asyncio.run(scenario())
    assert [call.completion.text for call in store.record(one.match).calls] == ["Ben"]
    assert one.record == store.record(one.match)


def _refuse_both(store: Store, logs: list[StoredMatchLog], ask: Ask, big: str, sentence: str) -> None:
    """Writes a group of two matches that fails, and requires that nothing of either is there."""
    one, other = logs
    before = [store.record(log.match) for log in logs]
    failures = write_all(
        one.keep(*ask("Vote."), Completion(text="Ben")),
        one.append([line(len(before[0].entries))]),
        other.keep(*ask("Vote."), Completion(text="Carl")),
        other.append([line(len(before[1].entries), big)]),
    )
    for failure in failures:
        assert isinstance(failure, StoreUnavailable)
        assert sentence in str(failure)
    assert len({id(failure) for failure in failures}) == len(failures)
    assert [store.record(log.match) for log in logs] == before
    assert [log.record for log in logs] == before


def _write_both(store: Store, logs: list[StoredMatchLog], ask: Ask) -> None:
    """Writes what was refused, now that it can be."""
    for log in logs:
        write_all(
            log.keep(*ask("Vote."), Completion(text="Ben")),
            log.append([line(len(log.record.entries))]),
        )
        assert len(log.record.calls) == 1
        assert store.record(log.match) == log.record


def test_a_database_that_may_not_grow_refuses_all_of_a_group(sqlite: str, setup: Setup, ask: Ask) -> None:
    Store.open(sqlite).close()
    database = Database(address(sqlite))
    with Store(database) as store:
        logs = [store.journal(store.create(setup)) for _ in range(2)]
        with database.writing() as connection:
            connection.exec_driver_sql("PRAGMA max_page_count = 60")
        _refuse_both(store, logs, ask, "x" * 1_000_000, "the disk is full: make room")
        with database.writing() as connection:
            connection.exec_driver_sql("PRAGMA max_page_count = 100000")
        _write_both(store, logs, ask)


class Locking(NullObserver):
    """Lets another program lock the database when so many things have happened."""

    def __init__(self, lock: Callable[[], object]) -> None:
        self._left, self._lock = STEP, lock

    def on_item(self, item: Item) -> None:
        """Locks it once."""
        self._left -= 1
        if not self._left:
            self._lock()


async def play_on(store: Store, match: str, observer: Locking | None = None) -> None:
    log = store.journal(match)
    models = MatchModels(log=log)
    await open_match(log.setup, log, models, LazyRanking(BM25), observer=observer).play()


def test_a_lock_stops_every_match_of_the_process_with_its_sentence_and_all_go_on(sqlite: str) -> None:
    setups = [laid(werewolves("vwsvx"), model="", method="random", seed=seed) for seed in range(3)]
    with (
        Store.open(f"sqlite:///{sqlite}?timeout=0.05") as store,
        closing(sqlite3.connect(sqlite, isolation_level=None)) as holder,
    ):
        matches = [store.create(setup) for setup in setups]
        watcher = Locking(lambda: holder.execute("BEGIN IMMEDIATE"))
        first, *others = matches
        failures = write_all(play_on(store, first, watcher), *(play_on(store, match) for match in others))
        for failure in failures:
            assert isinstance(failure, StoreUnavailable)
            assert "another program holds it: close that one" in str(failure)
        holder.execute("ROLLBACK")
        for match, setup in zip(matches, setups, strict=True):
            stopped, whole = store.record(match), journal(play(setup))
            kept = [(entry.kind, entry.json) for entry in stopped.entries]
            assert stopped.status is Status.RUNNING
            assert 0 < len(kept) < len(whole)
            assert kept == whole[: len(kept)]
            asyncio.run(play_on(store, match))
            record = store.record(match)
            assert record.status is Status.FINISHED
            assert [(entry.kind, entry.json) for entry in record.entries] == whole
            assert asyncio.run(replay(record, MemoryLog(record.calls))).is_identical
