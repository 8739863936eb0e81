"""The one loop: who is asked and told what, and what is played where an answer is of no use."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from parlour.arena import Act, Fault, Item, MatchLoop, Note, Status, item, start_state
from parlour.core import (
    PASS,
    Action,
    Event,
    Player,
    Request,
    RequestKind,
    event_kinds,
    request_kinds,
)
from parlour.errors import ModelUnavailable
from parlour.games.mystery import MysteryState
from parlour.store import MemoryLog
from tests.arena.mysteries import NAMES, laid, mystery
from tests.arena.people import Sitter, Thinker, Watcher, obedient, only, silent

PLAYERS = NAMES["en"][:4]


def seated(**told: Callable[[Request], Action]) -> dict[Player, Sitter]:
    return {player: Thinker(told.get(player, obedient)) for player in PLAYERS}


def run(agents: dict[Player, Sitter], log: MemoryLog, observer: Watcher | None = None) -> MysteryState:
    state = asyncio.run(MatchLoop(start_state(laid(mystery())), agents, log, observer).play())
    assert isinstance(state, MysteryState)
    return state


def kept(log: MemoryLog) -> list[Item]:
    return [item(each, "mystery") for each in log.entries]


def acts(log: MemoryLog, kind: RequestKind, player: Player) -> list[Act]:
    found = (each for each in kept(log) if isinstance(each, Act))
    return [act for act in found if act.player == player and act.request.split(".")[1] == kind]


def faults(log: MemoryLog) -> list[Fault]:
    return [each for each in kept(log) if isinstance(each, Fault)]


def test_everybody_is_asked_its_own_requests_and_nobody_elses():
    agents = seated()
    run(agents, MemoryLog())
    for player, agent in agents.items():
        assert {request.player for request in agent.asked} == {player}
    assert request_kinds.REPLY in {request.kind for request in agents["Anna"].asked}


def test_everybody_is_told_what_it_may_know_and_nothing_else():
    agents, log = seated(), MemoryLog()
    run(agents, log)
    told = [each for each in kept(log) if isinstance(each, Event)]
    for player, agent in agents.items():
        assert agent.seen == [event for event in told if event.is_visible_to(player)]
        assert all(event.actor == player for event in agent.seen if event.kind is event_kinds.SECRET)


def test_thoughts_stand_before_the_action_that_they_led_to_in_the_order_of_requests():
    log = MemoryLog()
    run(seated(), log)
    votes = [each for each in kept(log) if not isinstance(each, Event) and ".vote." in each.request]
    assert [type(each) for each in votes] == [Note, Act] * 4
    assert [each.player for each in votes] == [player for player in PLAYERS for _ in range(2)]


def test_an_illegal_action_is_a_fault_and_the_fallback_is_played():
    for kind, action, problem in (
        (request_kinds.VOTE, Action(chosen=("Ben",)), "'Ben' is not among Anna, Carl, Dora"),
        (request_kinds.ASK, Action(chosen=("Anna",)), "somebody is addressed, but nothing is said"),
        (request_kinds.REPLY, Action(speech="word " * 101), "101 words, where 100 may be said"),
        (request_kinds.PREPARE, Action(speech="Hm."), "nothing may be said here"),
    ):
        log = MemoryLog()
        state = run(seated(Ben=only(kind, action)), log)
        assert state.is_over
        played = acts(log, kind, "Ben")
        assert played
        assert all(act.is_fallback and not act.chosen and not act.speech for act in played)
        found = faults(log)
        assert [fault.request for fault in found] == [act.request for act in played]
        assert {(fault.player, fault.purpose) for fault in found} == {("Ben", kind)}
        assert all(problem in fault.problem for fault in found)


def test_a_match_without_anybody_willing_still_ends():
    log = MemoryLog()
    state = run(seated(**dict.fromkeys(PLAYERS, silent)), log)
    assert state.outcome
    assert [case.eliminated for case in state.outcome.cases] == [None]
    assert log.status is Status.FINISHED
    assert faults(log) == []
    assert [(act.chosen, act.is_fallback) for act in acts(log, request_kinds.VOTE, "Ben")] == [((), False)]


def test_what_stops_a_match_leaves_it_stopped_with_all_that_was_recorded():
    def failing(request: Request) -> Action:
        if request.kind is request_kinds.ASK and request.round == 2:
            raise ModelUnavailable("the server is gone")
        return obedient(request)

    log = MemoryLog()
    with pytest.raises(ModelUnavailable, match="gone"):
        run(seated(Carl=failing), log)
    assert log.status is Status.STOPPED
    undisturbed = MemoryLog()
    run(seated(), undisturbed)
    assert log.entries == undisturbed.entries[: len(log.entries)]
    last = [each for each in kept(log) if isinstance(each, Event)][-1]
    assert (last.kind, last.round, last.to) == (event_kinds.REPLIED, 2, "Ben")


def test_a_match_that_is_cancelled_is_stopped_and_not_finished():
    log, asked = MemoryLog(), asyncio.Event()

    class Slow(Sitter):
        async def act(self, request: Request, context: object) -> Action:
            asked.set()
            await asyncio.Event().wait()
            return PASS

    async def scenario() -> None:
        agents = {player: Slow() for player in PLAYERS}
        task = asyncio.create_task(MatchLoop(start_state(laid(mystery())), agents, log).play())
        await asked.wait()
        task.cancel()
        await task

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(scenario())
    assert log.status is Status.STOPPED


def test_those_who_are_asked_at_the_same_time_think_at_the_same_time():
    barrier = asyncio.Barrier(4)

    class Together(Sitter):
        async def act(self, request: Request, context: object) -> Action:
            if request.kind in (
                request_kinds.INTRODUCE,
                request_kinds.PREPARE,
                request_kinds.REFLECT,
                request_kinds.VOTE,
            ):
                await asyncio.wait_for(barrier.wait(), 60)
            return obedient(request)

    log = MemoryLog()
    run({player: Together() for player in PLAYERS}, log)
    assert log.status is Status.FINISHED
