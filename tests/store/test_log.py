"""What holds for a match's log, in memory and in either database."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from dataclasses import replace

import pytest

from parlour.arena import Entry, Setup, Status
from parlour.errors import RecordError, ReplayDiffers, StoreUnavailable
from parlour.llm import Completion, Usage
from parlour.store import MemoryLog, Store, StoredMatchLog

from .conftest import Ask


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def log(request: pytest.FixtureRequest, setup: Setup) -> Generator[MemoryLog | StoredMatchLog]:
    if request.param == "memory":
        yield MemoryLog()
        return
    with Store.open(request.getfixturevalue(request.param)) as store:
        yield store.journal(store.create(setup))


def line(number: int, json: str = "{}") -> Entry:
    return Entry(number=number, kind="event", json=json)


def test_equal_entries_may_come_again(log: MemoryLog | StoredMatchLog) -> None:
    asyncio.run(log.append([line(0), line(1)]))
    asyncio.run(log.append([line(0)]))
    asyncio.run(log.append([line(1), line(2)]))
    with pytest.raises(ReplayDiffers):
        asyncio.run(log.append([line(2, "[]")]))


def test_another_entry_is_refused_and_both_are_shown(log: MemoryLog | StoredMatchLog) -> None:
    asyncio.run(log.append([line(0), line(1, '{"text":"' + "a" * 100 + 'Ben did it"}')]))
    with pytest.raises(ReplayDiffers) as caught:
        asyncio.run(log.append([line(1, '{"text":"' + "a" * 100 + 'Anna did it"}')]))
    told = str(caught.value)
    assert "entry 1 differs" in told
    assert "Ben did it" in told
    assert "Anna did it" in told
    assert len(told) < 300


def test_a_gap_is_refused_and_nothing_of_it_kept(log: MemoryLog | StoredMatchLog) -> None:
    with pytest.raises(RecordError, match="entry 2 came where entry 1 was due"):
        asyncio.run(log.append([line(0), line(2)]))
    asyncio.run(log.append([line(0, "[]")]))


def test_a_kept_call_is_found_by_its_key_alone(log: MemoryLog | StoredMatchLog, ask: Ask) -> None:
    key, call = ask("Vote.")
    other, _ = ask("Vote.", occurrence=1)
    asyncio.run(log.keep(key, call, Completion(text="Ben")))
    assert log.find(key) == Completion(text="Ben")
    assert log.find(other) is None


def test_a_call_keeps_its_first_reply(log: MemoryLog | StoredMatchLog, ask: Ask) -> None:
    key, call = ask("Vote.")
    asyncio.run(log.keep(key, call, Completion(text="Ben", usage=Usage(seconds=1))))
    asyncio.run(log.keep(key, call, Completion(text="Ben", usage=Usage(seconds=2))))
    with pytest.raises(ReplayDiffers, match="vote of Anna in r1 has another reply"):
        asyncio.run(log.keep(key, call, Completion(text="Anna")))
    assert log.find(key) == Completion(text="Ben", usage=Usage(seconds=1))


def test_a_log_opened_again_goes_on_where_it_ended(url: str, setup: Setup, ask: Ask) -> None:
    key, call = ask("Vote.")
    with Store.open(url) as store:
        match = store.create(setup)
        log = store.journal(match)
        asyncio.run(log.append([line(0)]))
        asyncio.run(log.keep(key, call, Completion(text="Ben")))
    with Store.open(url) as store:
        log = store.journal(match)
        assert log.find(key) == Completion(text="Ben")
        asyncio.run(log.append([line(0), line(1)]))
        asyncio.run(log.keep(*ask("Ask."), Completion(text="Why?")))
        record = store.record(match)
        assert log.record == record
        assert log.setup == setup
        assert store.record(match, with_calls=False) == replace(record, calls=())
    assert record.entries == (line(0), line(1))
    assert [call.completion.text for call in record.calls] == ["Ben", "Why?"]


def test_a_finished_match_stays_finished(
    log: MemoryLog | StoredMatchLog, request: pytest.FixtureRequest
) -> None:
    asyncio.run(log.append([line(0)]))
    asyncio.run(log.end(Status.FINISHED))
    asyncio.run(log.append([line(0)]))
    asyncio.run(log.end(Status.STOPPED))
    if isinstance(log, MemoryLog):
        assert log.status is Status.FINISHED
        return
    with Store.open(request.getfixturevalue(request.node.callspec.params["log"])) as store:
        assert store.record(log.match).status is Status.FINISHED
        again = store.journal(log.match)
        asyncio.run(again.append([line(0)]))
        asyncio.run(again.end(Status.STOPPED))
        assert store.record(log.match).status is Status.FINISHED


def test_whoever_loses_a_match_to_another_process_says_nothing_of_it(
    store: Store, setup: Setup, ask: Ask
) -> None:
    match = store.create(setup)
    lost, kept = store.journal(match), store.journal(match)
    asyncio.run(kept.keep(*ask("Vote."), Completion(text="Ben")))
    asyncio.run(lost.end(Status.STOPPED))
    assert store.record(match).status is Status.RUNNING
    asyncio.run(kept.append([line(0)]))
    with pytest.raises(StoreUnavailable, match="another process"):
        asyncio.run(lost.append([line(0, "[]")]))
    asyncio.run(lost.end(Status.STOPPED))
    assert store.record(match).status is Status.RUNNING
    asyncio.run(kept.end(Status.STOPPED))
    assert store.record(match).status is Status.STOPPED


def test_a_stopped_match_runs_again_with_its_next_new_entry(store: Store, setup: Setup) -> None:
    log = store.journal(store.create(setup))
    asyncio.run(log.append([line(0)]))
    asyncio.run(log.end(Status.STOPPED))
    log = store.journal(log.match)
    asyncio.run(log.append([line(0)]))
    assert store.record(log.match).status is Status.STOPPED
    asyncio.run(log.append([line(1)]))
    assert store.record(log.match).status is Status.RUNNING
    asyncio.run(log.end(Status.FINISHED))
    assert store.matches()[0].status is Status.FINISHED


def test_a_second_process_on_the_same_match_is_told_of_the_first(
    store: Store, setup: Setup, ask: Ask
) -> None:
    first = store.journal(store.create(setup))
    second = store.journal(first.match)
    asyncio.run(first.append([line(0)]))
    with pytest.raises(StoreUnavailable, match="another process plays the same match"):
        asyncio.run(second.append([line(0), line(1)]))
    asyncio.run(first.keep(*ask("Vote."), Completion(text="Ben")))
    with pytest.raises(StoreUnavailable, match="another process plays the same match"):
        asyncio.run(second.keep(*ask("Vote."), Completion(text="Anna")))
    assert len(store.record(first.match).entries) == 1


def test_a_call_of_another_match_is_kept_with_what_is_written_next(
    store: Store, setup: Setup, ask: Ask
) -> None:
    origin, fork = (store.journal(store.create(setup)) for _ in range(2))
    asyncio.run(origin.keep(*ask("Vote."), Completion(text="Ben", usage=Usage(dollars=1.0))))
    fork.adopt_soon(origin.record.calls[0])
    assert store.record(fork.match).calls == ()
    asyncio.run(fork.append([line(0)]))
    asyncio.run(fork.keep(*ask("Vote.", occurrence=1), Completion(text="Anna")))
    asyncio.run(fork.end(Status.FINISHED))
    record = store.record(fork.match)
    assert record == fork.record
    assert record.status is Status.FINISHED
    assert [call.completion.text for call in record.calls] == ["Ben", "Anna"]
    assert fork.dollars == 0.0
