"""A seat passes from one mind to another, a match is forked, and both replay."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import takewhile

import pytest

from parlour.arena import Entry, Fault, Record, SeatHandover, Setup, Status, calls_before, play_rules
from parlour.core import Action, Request
from parlour.errors import ReplayDiffers, Unreadable, UsageError
from parlour.games.mystery import MysterySetup, generate
from parlour.llm import BUILT_IN
from parlour.store import MemoryLog
from tests.arena.mysteries import laid
from tests.arena.people import Sitter
from tests.arena.playing import play, played_again, recorded
from tests.arena.werewolves import werewolves


@cache
def finished() -> Record:
    game = MysterySetup(script=generate(5, players=4), rounds=2, answers=False)
    setup = laid(game, model=BUILT_IN)
    return recorded(setup, play(setup))


def parted(setup: Setup, player: str, *handovers: SeatHandover) -> Setup:
    seats = tuple(
        seat.model_copy(update={"then": handovers}) if seat.player == player else seat for seat in setup.seats
    )
    return setup.model_copy(update={"seats": seats})


def common(one: Sequence[Entry], other: Sequence[Entry]) -> int:
    return len(list(takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))))


@pytest.mark.parametrize("step", [0, 3, 6])
def test_a_fork_repeats_everything_before_its_step_without_asking_anybody(step: int):
    record = finished()
    calls = asyncio.run(calls_before(record, step))
    log = MemoryLog(calls)
    play(record.setup, log)
    assert log.calls[: len(calls)] == calls
    assert len(log.entries) == len(record.entries)
    assert len(calls) < len(record.calls)
    assert bool(calls) is (step > 0)


@pytest.mark.parametrize("method", ["player-star", "random"])
def test_a_match_that_was_stopped_is_forked_up_to_the_step_it_had_come_to(method: str):
    setup = laid(finished().setup.game, model=BUILT_IN, method=method)
    whole = recorded(setup, play(setup))
    last = play_rules(whole).decisions[-1]
    number = next(each.number for each in whole.entries if last.request.id in each.json)
    stopped = replace(
        whole,
        status=Status.STOPPED,
        entries=whole.entries[:number],
        calls=tuple(call for call in whole.calls if call.key.request != last.request.id),
    )
    came_to = play_rules(stopped).step
    assert asyncio.run(calls_before(stopped, came_to)) == asyncio.run(calls_before(whole, came_to))
    with pytest.raises(UsageError, match=f"ended before step {came_to + 1}"):
        asyncio.run(calls_before(stopped, came_to + 1))


def test_a_record_that_cannot_be_repeated_is_not_said_to_have_ended():
    broken = replace(finished(), status=Status.STOPPED, calls=())
    with pytest.raises(ReplayDiffers):
        asyncio.run(calls_before(broken, 4))


def test_another_mind_decides_from_its_step_on_and_the_match_replays():
    record, step = finished(), 4
    player = record.setup.players[0]
    setup = parted(record.setup, player, SeatHandover(step=step, method="random"))
    log = play(setup, MemoryLog(asyncio.run(calls_before(record, step))))
    same = common(record.entries, log.entries)
    assert 0 < same < len(log.entries)
    again = recorded(setup, log)
    assert played_again(again).is_identical
    later = {call.key.request for call in log.calls if call.key.player == player}
    assert later < {call.key.request for call in record.calls if call.key.player == player}


def test_a_person_can_take_over_from_an_agent_and_has_seen_what_its_seat_saw():
    record = finished()
    player = record.setup.players[0]
    sitter = Sitter()
    setup = parted(record.setup, player, SeatHandover(step=2, method="human"))
    log = play(setup, people={player: sitter})
    assert min(request.step for request in sitter.asked) >= 2
    assert sitter.seen[0].number == 0 or sitter.seen[0].actor == player
    assert played_again(recorded(setup, log)).is_identical


class Late(Sitter):
    """One that never answers in time."""

    async def act(self, request: Request, context: object) -> Action:
        raise Unreadable("no answer came within 30 seconds")


def test_that_no_answer_came_in_time_is_on_record_and_replays_without_a_clock():
    game = finished().setup.game
    player = game.players[0]
    setup = laid(game, model=BUILT_IN, methods={player: "human"})
    record = recorded(setup, play(setup, people={player: Late()}))
    late = [each for each in record.faults if each.player == player]
    assert late
    assert all("within 30 seconds" in each.problem for each in late)
    assert not [each for each in record.items if isinstance(each, Fault) and each.player != player]
    assert played_again(record).is_identical


def test_wherever_a_record_ends_the_step_that_is_next_is_the_first_without_its_actions():
    setup = laid(werewolves("vwsvxg"), method="random")
    whole = recorded(setup, play(setup))
    made = play_rules(whole)
    assert made.undecided == ()
    assert made.step == made.decisions[-1].request.step + 1
    acts = [number for number, entry in enumerate(whole.entries) if entry.kind == "action"]
    for position in (0, 1, len(acts) // 2, len(acts) - 1):
        part = play_rules(replace(whole, entries=whole.entries[: acts[position]]))
        assert part.step == made.decisions[position].request.step
        assert made.decisions[position].request in part.undecided
