"""The one loop: who is asked and told what, and what is played where an answer is of no use."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.agents import Thought
from parlour.arena import Act, Entry, Fault, Item, MatchLoop, Note, Status, entry, item, start_state
from parlour.arena.record import FollowedMatch
from parlour.core import (
    PASS,
    Action,
    Event,
    Player,
    Request,
    RequestKind,
    event_kinds,
    find_game,
    request_kinds,
)
from parlour.core.telemetry import Attributes, listen
from parlour.errors import ModelUnavailable
from parlour.games.mystery import MysteryState
from parlour.store import MemoryLog
from tests.arena.mysteries import NAMES, laid, mystery
from tests.arena.people import Sitter, Thinker, Watcher, obedient, only, silent
from tests.arena.playing import play, recorded

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


def logged_faults(log: MemoryLog) -> list[Fault]:
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
        found = logged_faults(log)
        assert [fault.request for fault in found] == [act.request for act in played]
        assert {(fault.player, fault.purpose) for fault in found} == {("Ben", kind)}
        assert all(problem in fault.problem for fault in found)


def test_a_match_without_anybody_willing_still_ends():
    log = MemoryLog()
    state = run(seated(**dict.fromkeys(PLAYERS, silent)), log)
    assert state.outcome
    assert [case.eliminated for case in state.outcome.cases] == [None]
    assert log.status is Status.FINISHED
    assert logged_faults(log) == []
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


FOLLOWED = FollowedMatch(match="m", game="werewolf", language="en", players=7)
VOTE = Request(id="4.vote.Ann", step=4, round=2, player="Ann", kind=request_kinds.VOTE)
FAULT = Fault(request="4.vote.Ann", player="Ann", purpose="vote", problem="no such name")


class Heard:
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.began: list[tuple[str, str, int, dict[str, object]]] = []
        self.ended = 0
        self.events: list[tuple[str, int, dict[str, object]]] = []

    def open(self, sort: str, what: str, level: int, attributes: Attributes) -> Heard:
        self.began.append((sort, what, level, {**attributes}))
        return self

    def close(self, attributes: Attributes, error: BaseException | None) -> None:
        self.ended += 1

    def event(self, name: str, level: int, attributes: Attributes) -> None:
        self.events.append((name, level, {**attributes}))


@pytest.fixture
def heard() -> Iterator[Heard]:
    sink = Heard()
    stop = listen(sink)
    yield sink
    stop()


def test_operators_are_told_which_match_is_played_and_which_sort_of_request_decided(heard: Heard):
    for followed in (FOLLOWED, FollowedMatch()):
        with followed.playing(), followed.deciding(VOTE):
            followed.report_fault(FAULT)
    assert heard.events == [("fault", logging.WARNING, {"match": "m", "game": "werewolf", "purpose": "vote"})]
    assert heard.began == [
        (
            "match",
            "werewolf",
            logging.INFO,
            {"match": "m", "game": "werewolf", "language": "en", "players": 7},
        ),
        ("request", "vote", logging.DEBUG, {"match": "m", "kind": "vote", "step": 4, "round": 2}),
    ]
    assert heard.ended == 2


GAMES = ("mystery", "werewolf", "onenight")
names = st.text(min_size=1, max_size=8)
words = st.text(max_size=30)


def told_in(game: str) -> st.SearchStrategy[tuple[str, Item]]:
    """Any event of that game, with its name."""
    event = st.builds(
        Event,
        number=st.integers(0, 10**6),
        kind=st.sampled_from(find_game(game).events),
        round=st.integers(0, 20),
        actor=st.none() | names,
        to=st.none() | names,
        case=st.none() | names,
        chosen=st.lists(names, max_size=3).map(tuple),
        text=words,
        visible_to=st.none() | st.frozensets(names, max_size=4),
    )
    return st.tuples(st.just(game), event)


thoughts = st.builds(
    Thought,
    kind=names,
    case=st.none() | names,
    body=st.dictionaries(
        names, st.none() | st.booleans() | st.floats(allow_nan=False) | words | st.lists(names)
    ),
)
done = st.one_of(
    st.builds(Act, request=names, player=names, chosen=st.lists(names).map(tuple), speech=words),
    st.builds(Note, request=names, player=names, thought=thoughts),
    st.builds(Fault, request=names, player=names, purpose=names, problem=words),
)
anything = st.one_of(*map(told_in, GAMES), st.tuples(st.sampled_from(GAMES), done))


@given(anything, st.integers(0, 99))
def test_what_is_entered_comes_back_equal(each: tuple[str, Item], number: int):
    game, entered = each
    kept = entry(number, entered)
    assert kept.number == number
    assert item(kept, game) == entered
    assert entry(number, item(kept, game)) == kept


@given(anything)
def test_an_entry_is_one_line_with_its_keys_in_order(each: tuple[str, Item]):
    kept = entry(0, each[1]).json
    assert "\n" not in kept
    again = json.dumps(json.loads(kept), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert again == kept


def test_the_order_in_which_a_set_was_made_does_not_matter():
    some = [f"player {n}" for n in range(12)]
    first, second = (
        Event(number=0, kind=event_kinds.SECRET, visible_to=frozenset(order)) for order in (some, some[::-1])
    )
    assert entry(0, first) == entry(0, second)
    assert json.loads(entry(0, first).json)["visible_to"] == sorted(some)


def test_a_record_gives_its_items_events_and_faults_in_order():
    setup = laid(mystery(), method="random")
    record = recorded(setup, play(setup))
    assert [entry(n, each) for n, each in enumerate(record.items)] == list(record.entries)
    assert [event.number for event in record.events] == list(range(len(record.events)))
    assert record.faults == []
    assert {type(each) for each in record.entries} == {Entry}
