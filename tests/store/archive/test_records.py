"""Calls made again from their rows, and what the rows of a record say that the record does not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parlour.arena import Record, RecordedCall, SeatAssignment, passed_to, play_rules
from parlour.errors import RecordError
from parlour.llm import CallKey, Completion, Part, Source
from parlour.store.archive import MatchRows
from parlour.store.archive.records import call_of
from parlour.store.archive.rows import ExportedCall, ExportedMessage, ExportedPart
from tests.arena.onenights import one_night
from tests.arena.playing import play, recorded
from tests.cases import cases
from tests.store.archive.played import laid


def message(role: str, content: str) -> ExportedMessage:
    return ExportedMessage.model_validate({"role": role, "content": content})


def part(message: int, characters: int, origin: str = "rules", owner: str | None = None) -> ExportedPart:
    return ExportedPart(
        message=message, characters=characters, origin=origin, owner=owner, events=(3,) if owner else ()
    )


SYSTEM = message("system", "Be brief.\n\nYou are Ann.")
USER = message("user", "Who was it?")
PARTS = (part(0, 9), part(0, 12, "private", "Ann"), part(1, 11, "request"))


def row(*prompt: ExportedMessage, parts: tuple[ExportedPart, ...] = PARTS) -> ExportedCall:
    return ExportedCall(
        match="m", number=7, player="Ann", team=None, request="4.vote.Ann", step=4, purpose="vote",
        method="plain", model="reader", prompt=prompt, parts=parts, reply="Bo", thoughts="Hm.", is_cut=True,
        is_repaired=True, logprobs=(), refusal="",
        reward=None, digest="d", occurrence=2, input_tokens=9, cached_tokens=4, output_tokens=1,
        thought_tokens=1, dollars=0.5, seconds=2.0, attempts=3, is_estimated=False, room=9,
        without=("schemas",),
    )  # fmt: skip


def test_a_call_has_the_parts_that_make_up_its_first_two_messages():
    call = call_of(row(SYSTEM, USER))
    assert call.system == (
        Part(text="Be brief.", source=Source(origin="rules")),
        Part(text="You are Ann.", source=Source(origin="private", owner="Ann", events=(3,))),
    )
    assert call.user == (Part(text="Who was it?", source=Source(origin="request")),)
    assert call.repairs == ()


@cases(
    "parts",
    [PARTS[1:], PARTS[:2], (part(0, 9), part(0, 11), part(1, 11)), (part(0, 9), part(0, 13), part(1, 11))],
)
def test_parts_that_are_no_whole_prompt_are_refused(parts: tuple[ExportedPart, ...]):
    with pytest.raises(RecordError, match="the parts of call 7 of match m do not make up its prompt"):
        call_of(row(SYSTEM, USER, parts=parts))


def test_a_part_from_nowhere_is_refused():
    with pytest.raises(RecordError, match="no part of a prompt comes from 'rumour'"):
        call_of(row(SYSTEM, USER, parts=(part(0, 9, "rumour"), *PARTS[1:])))


@pytest.mark.parametrize("prompt", [(), (SYSTEM,)])
def test_parts_of_a_message_that_is_not_there_are_refused(prompt: tuple[ExportedMessage, ...]):
    with pytest.raises(RecordError, match="the parts of call 7 of match m do not make up its prompt"):
        call_of(row(*prompt))


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
