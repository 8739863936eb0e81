"""A record comes out again byte for byte, and whatever was altered in it is noticed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest

from parlour.agents.memory import Budgets
from parlour.arena import Entry, Record, RecordedCall, Status
from parlour.core import request_kinds
from parlour.errors import ModelUnavailable
from parlour.llm import Language, Usage
from parlour.store import MemoryLog
from tests.arena.mysteries import laid, mystery
from tests.arena.playing import play, played_again, recorded
from tests.arena.replies import failing_after, varied
from tests.llm.loopback import Loopback

TIGHT = Budgets(script=100, dialogue=100, answering=100)


@cache
def finished(method: str = "player-star", language: Language = "en", *, is_tight: bool = False) -> Record:
    with Loopback(varied) as server:
        game = mystery(language, players=3, victims=2)
        setup = laid(game, model=server.model, method=method, budgets=TIGHT if is_tight else None)
        return recorded(setup, play(setup))


@cache
def stopped() -> Record:
    log = MemoryLog()
    with Loopback(failing_after(45, varied)) as server:
        setup = laid(mystery(players=3, victims=2), model=server.model)
        with pytest.raises(ModelUnavailable):
            play(setup, log)
    return recorded(setup, log)


def called(record: Record, purpose: str, number: int = 0) -> int:
    found = [n for n, call in enumerate(record.calls) if call.key.purpose == purpose]
    return found[number]


def with_reply(record: Record, number: int, text: str) -> Record:
    call = record.calls[number]
    changed = replace(call, completion=replace(call.completion, text=text))
    return replace(record, calls=(*record.calls[:number], changed, *record.calls[number + 1 :]))


def with_entry(record: Record, number: int, **changes: object) -> Record:
    entry = record.entries[number]
    told = json.dumps({**json.loads(entry.json), **changes}, ensure_ascii=False, sort_keys=True)
    changed = Entry(number=entry.number, kind=entry.kind, json=told)
    return replace(record, entries=(*record.entries[:number], changed, *record.entries[number + 1 :]))


def difference(record: Record) -> str:
    told = played_again(record)
    assert not told.is_identical
    assert told.difference
    return told.difference


# The same again


@pytest.mark.parametrize(
    ("method", "language"),
    [("random", "en"), ("player-star", "zh"), ("player-star:ask=suspects,sensors=none", "en")],
)
def test_a_finished_match_comes_out_identical(method: str, language: Language):
    record = finished(method, language)
    told = played_again(record)
    assert told.difference is None
    assert told.is_identical
    assert told.events == len(record.events) > 20


def test_retrieval_comes_out_of_the_record_too():
    record = finished(is_tight=True)
    assert any(call.key.purpose.startswith("retrieve-") for call in record.calls)
    assert played_again(record).is_identical


def test_what_a_match_took_is_no_part_of_what_it_was():
    record = finished()
    calls = tuple(
        replace(call, completion=replace(call.completion, usage=Usage(seconds=99.0, attempts=6)))
        for call in record.calls
    )
    assert played_again(replace(record, calls=calls)).is_identical


# What was altered


def test_another_speech_is_noticed():
    for purpose in (request_kinds.INTRODUCE, request_kinds.ASK, request_kinds.REPLY):
        record = finished()
        changed = with_reply(record, called(record, purpose), "I was never there.")
        assert "I was never there." in difference(changed)


def test_another_sensor_reading_is_noticed():
    record = finished()
    number = called(record, "sensors")
    changed = record.calls[number].completion.text.replace("Because of", "On account of")
    assert "a prompt is not the one that was sent" in difference(with_reply(record, number, changed))


def test_every_entry_counts():
    record = finished()
    for number in range(0, len(record.entries), 11):
        assert difference(with_entry(record, number, tampered=True)).startswith(f"entry {number} ")


def test_a_call_that_is_missing_is_named():
    record = finished()
    number = called(record, "prune")
    calls = (*record.calls[:number], *record.calls[number + 1 :])
    assert "'prune'" in difference(replace(record, calls=calls))


def test_an_entry_that_the_record_lost_is_noticed():
    record = finished("random")
    last = len(record.entries) - 1
    assert f"entry {last} is not in the record" in difference(replace(record, entries=record.entries[:-1]))


def test_another_seed_is_another_match():
    record = finished()
    assert difference(replace(record, setup=record.setup.model_copy(update={"seed": 99})))


# As far as it went


def _less(calls: Sequence[RecordedCall], purpose: str) -> tuple[RecordedCall, ...]:
    return tuple(call for call in calls if call.key.purpose != purpose)


def test_a_stopped_match_that_does_not_get_as_far_again_is_noticed():
    record = stopped()
    assert "was not reached" in difference(replace(record, calls=_less(record.calls, "sensors")))


def test_a_match_killed_after_any_entry_is_identical_as_far_as_it_went():
    record = finished()
    for length in range(0, len(record.entries), 7):
        killed = replace(record, entries=record.entries[:length], status=Status.RUNNING)
        assert played_again(killed).is_identical


# People
