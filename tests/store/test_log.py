"""What holds for a match's log, in memory and in either database."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Generator
from dataclasses import replace
from types import NoneType
from typing import Any

import pytest

from parlour.arena import Entry, Journal, Record, Setup, Status
from parlour.errors import RecordError, ReplayDiffers, StoreUnavailable
from parlour.llm import CallLog, Completion, Usage
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


def test_it_is_a_journal_and_a_call_log(log: MemoryLog | StoredMatchLog) -> None:
    journal: Journal = log
    calls: CallLog = log
    assert journal is calls


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


def test_an_entry_of_another_kind_is_another_entry(log: MemoryLog | StoredMatchLog) -> None:
    asyncio.run(log.append([line(0)]))
    with pytest.raises(ReplayDiffers, match=r"recorded event .* now fault"):
        asyncio.run(log.append([Entry(number=0, kind="fault", json="{}")]))


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


def test_a_log_knows_the_record_as_it_was_written(store: Store, setup: Setup, ask: Ask) -> None:
    log = store.journal(store.create(setup))
    told = Completion(
        text="Ben \x00 \u674e", logprobs=(("Ben", -0.1),), usage=Usage(dollars=None, seconds=1 / 3)
    )
    asyncio.run(log.keep(*ask("Vote."), told))
    asyncio.run(log.append([line(0), line(1)]))
    assert log.record == store.record(log.match)
    asyncio.run(log.end(Status.FINISHED))
    assert log.record == store.record(log.match)


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


async def _keep_all(*kept: Coroutine[Any, Any, None]) -> list[BaseException | None]:
    return await asyncio.gather(*kept, return_exceptions=True)


def test_what_several_matches_keep_at_once_is_numbered_in_each_and_refused_for_one_alone(
    store: Store, setup: Setup, ask: Ask
) -> None:
    here, there = (store.journal(store.create(setup)) for _ in range(2))
    outrun = store.journal(here.match)
    votes = [ask("Vote.", occurrence=n) for n in range(3)]
    told = asyncio.run(
        _keep_all(
            here.keep(*votes[0], Completion(text="Ben")),
            there.keep(*votes[0], Completion(text="Carl")),
            here.keep(*votes[1], Completion(text="Ben")),
            outrun.keep(*votes[2], Completion(text="Carl")),
            there.keep(*votes[2], Completion(text="罪恶")),
        )
    )
    assert [type(each) for each in told] == [NoneType, NoneType, NoneType, StoreUnavailable, NoneType]
    for log, texts in ((here, ["Ben", "Ben"]), (there, ["Carl", "罪恶"])):
        kept = store.record(log.match).calls
        assert [call.completion.text for call in kept] == texts
        assert log.record.calls == kept
    assert outrun.find(votes[2][0]) is None


def test_what_came_is_kept_though_nobody_waits_for_it(store: Store, setup: Setup, ask: Ask) -> None:
    log = store.journal(store.create(setup))

    async def give_up() -> None:
        keeping = asyncio.create_task(log.keep(*ask("Vote."), Completion(text="Ben")))
        await asyncio.sleep(0)
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)

    asyncio.run(give_up())
    assert [call.completion.text for call in store.record(log.match).calls] == ["Ben"]


def test_a_replay_answers_from_the_record_and_collects_what_came(setup: Setup, ask: Ask) -> None:
    key, call = ask("Vote.")
    played = MemoryLog()
    asyncio.run(played.keep(key, call, Completion(text="Ben")))
    asyncio.run(played.append([line(0)]))
    record = Record(
        match="m", setup=setup, status=played.status, started="", entries=played.entries, calls=played.calls
    )
    replayed = MemoryLog(record.calls)
    assert replayed.find(key) == Completion(text="Ben")
    assert replayed.entries == ()
    asyncio.run(replayed.append([line(0)]))
    asyncio.run(replayed.end(Status.FINISHED))
    assert replayed.entries == record.entries
    assert replayed.status is Status.FINISHED


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
