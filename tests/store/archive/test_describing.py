"""What the rows of a record say that the record itself does not."""

from __future__ import annotations

from dataclasses import replace

from parlour.arena import Record, RecordedCall, SeatAssignment, passed_to, play_rules
from parlour.llm import CallKey, Completion
from parlour.store.archive import MatchRows
from parlour.store.archive.rows import ExportedCall
from tests.arena.onenights import one_night
from tests.arena.playing import play, recorded
from tests.store.archive.played import laid


def call(player: str, request: str) -> RecordedCall:
    key = CallKey(player=player, request=request, purpose="p", digest="d", occurrence=0)
    return RecordedCall(key=key, system=(), user=(), repairs=(), completion=Completion(text="…"))


def calls(record: Record) -> list[ExportedCall]:
    rows = next(rows for table, rows in MatchRows(record).tables() if table == "calls")
    return [row for row in rows if isinstance(row, ExportedCall)]


def test_a_call_is_of_whoever_held_the_seat_at_its_request_or_else_of_the_last():
    setup = laid(one_night(rounds=1), method="random", model="")
    record = recorded(setup, play(setup))
    asked = [each.request for each in play_rules(record).decisions]
    player, last = asked[-1].player, asked[-1].step
    first = next(each for each in asked if each.player == player)
    assert first.step < last
    told = replace(
        record,
        setup=passed_to(setup, player, last, SeatAssignment(method="plain", model="reader")),
        calls=tuple(call(player, each) for each in (first.id, asked[-1].id, "a request of other rules")),
    )
    assert [(each.method, each.model) for each in calls(told)] == [
        ("random", ""),
        ("plain", "reader"),
        ("plain", "reader"),
    ]
