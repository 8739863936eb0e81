"""A table is played at, paused, restarted, handed over and forked, and nothing is lost or asked twice."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine
from contextlib import closing
from dataclasses import replace
from gc import collect
from pathlib import Path
from threading import Event
from typing import cast

import pytest

from parlour.agents import AgentContext, BufferedContext
from parlour.arena import Setup, Window, replay
from parlour.core import PASS, Action, Request, event_kinds, request_kinds
from parlour.errors import NoEntry, TableError, UnknownMatch
from parlour.games.werewolf import WerewolfSetup
from parlour.llm import BUILT_IN, ModelPool, Provider, Rehearsal, open_provider
from parlour.methods.gratr.views import trust_histories
from parlour.store import MemoryLog, Store
from parlour.web.hosting import (
    Happened,
    LiveMatch,
    RequestsChanged,
    Spoke,
    Standing,
    TableServer,
    Update,
    Visibility,
    remote_seat,
)
from parlour.web.hosting.remote_seat import RemoteSeat
from tests.llm.loopback import Answer, Body, Loopback
from tests.llm.samples import Scripted
from tests.web.hosting.houses import game, obedient, opened, served, setup, sit, until, wolves

Scenario = Callable[[TableServer], Coroutine[object, object, None]]


NIGHT = {"confer", "kill", "check", "protect", "save", "poison"}
"""Requests of Werewolf that only one with a secret role is sent."""


def faults_seen(table: LiveMatch, visibility: Visibility) -> set[tuple[str | None, str]]:
    return {(line.actor, line.kind) for line in table.lines(visibility) if line.type == "fault"}


def unreadable(body: Body) -> Answer:
    return Answer(text="I saw nothing." if body.get("stream") else "Behind the clock!")


@pytest.fixture
def db(tmp_path: Path) -> str:
    return str(tmp_path / "parlour.db")


@pytest.fixture
def play(db: str) -> Callable[[Scenario], None]:
    def play(scenario: Scenario) -> None:
        async def run() -> None:
            async with opened(db) as house:
                await scenario(house)

        asyncio.run(run())

    return play


@served
async def test_a_person_plays_with_agents_to_the_end_and_the_match_replays(house: TableServer):
    table, _ = house.open(setup(0))
    assert table.settings.standing is Standing.WAITING
    table.start()
    asked = await sit(table, game().players[0])
    assert table.settings.standing is Standing.FINISHED
    assert {form.kind for form in asked} >= {"introduce", "ask", "vote"}
    assert len({form.id for form in asked}) == len(asked)
    record = table.record()
    assert (await replay(record, MemoryLog(record.calls))).is_identical


async def paid(store: Store, *, budget: float | None, is_interrupted: bool) -> float:
    models = ModelPool(attempts=1, budget=budget, opener=lambda _: Rehearsal(Scripted("", price=0.01)))
    player, interrupted = game().players[0], set[str]()
    async with models, TableServer(store, models, patience=0.02) as house:
        table, _ = house.open(setup(0, model="priced"))
        table.start()
        while table.settings.standing is Standing.RUNNING:
            for form in table.forms(player):
                if is_interrupted and form.id not in interrupted:
                    interrupted.add(form.id)
                    await table.pause()
                    table.start()
                    break
                table.remote_seat(player).answer(form.id, obedient(form))
            await asyncio.sleep(0.002)
        assert (table.settings.standing, table.settings.why) == (Standing.FINISHED, "")
        return sum(call.completion.usage.dollars or 0.0 for call in table.record().calls)


def test_a_table_that_is_stopped_and_goes_on_pays_for_each_call_once(db: str):
    with Store.open(db) as store:
        whole = asyncio.run(paid(store, budget=None, is_interrupted=False))
        assert asyncio.run(paid(store, budget=whole + 0.02, is_interrupted=True)) == pytest.approx(whole)


@served
async def test_when_time_runs_out_the_fallback_is_played_and_everybody_is_shown_so(house: TableServer):
    table, _ = house.open(setup(0))
    table.remote_seat(game().players[0]).seconds = 0.05  # pyright: ignore[reportAttributeAccessIssue]
    table.start()
    await until(lambda: table.settings.standing is Standing.FINISHED)
    late = table.record().faults
    assert late
    assert all("no answer came within" in fault.problem for fault in late)
    shown = [line for line in table.lines(Visibility()) if line.type == "fault"]
    assert {line.kind for line in shown} >= {"introduce", "vote"}
    record = table.record()
    assert (await replay(record, MemoryLog(record.calls))).is_identical


@served
async def test_others_are_told_of_a_fault_that_cost_an_answer_and_of_none_in_ones_thinking(
    house: TableServer,
):
    with Loopback(unreadable) as model:
        table, _ = house.open(setup(of=game(), model=model.model))
        table.start()
        await until(lambda: table.settings.standing is Standing.FINISHED)
    made = {kind for _, kind in faults_seen(table, Visibility(is_god=True))}
    assert {"sensors", "vote"} <= made
    assert {kind for _, kind in faults_seen(table, Visibility())} == {"vote"}
    player = table.setup.players[0]
    shown = faults_seen(table, Visibility(player=player))
    assert {kind for actor, kind in shown if actor != player} == {"vote"}
    assert (player, "sensors") in shown


@served
async def test_a_fault_at_a_secret_request_is_shown_to_its_seat_and_the_god_view_alone(house: TableServer):
    table, _ = house.open(setup(*range(6), of=wolves(), model=""))
    players = table.setup.players
    for player in players:
        table.remote_seat(player).seconds = 0.01  # pyright: ignore[reportAttributeAccessIssue]
    table.start()
    await until(lambda: table.settings.standing is Standing.FINISHED)
    made = faults_seen(table, Visibility(is_god=True))
    secret = {(actor, kind) for actor, kind in made if kind in NIGHT}
    assert {kind for _, kind in secret} >= {"kill", "check"}
    assert not secret & faults_seen(table, Visibility())
    assert (players[0], "speak") in faults_seen(table, Visibility())
    for player in players:
        own = {each for each in secret if each[0] == player}
        assert secret & faults_seen(table, Visibility(player=player)) == own
    reopened = LiveMatch(house.store, house.models, table.match, table.settings)
    for viewer in (None, *players):
        seen = Visibility(player=viewer)
        assert reopened.lines(seen) == table.lines(seen)


def test_a_server_that_is_killed_goes_on_where_it_was(db: str):
    async def first() -> tuple[str, int]:
        async with opened(db) as house:
            table, _ = house.open(setup(0))
            player = table.setup.players[0]
            table.start()
            await until(lambda: table.forms(player))
            table.remote_seat(player).answer(table.forms(player)[0].id, Action(speech="I am new here."))
            await until(lambda: any(e.kind == "introduced" and e.actor == player for e in table.events()))
            return table.match, len(table.record().calls)

    async def second(match: str, calls: int) -> None:
        async with opened(db) as house:
            table = house.table(match)
            assert table.settings.standing is Standing.RUNNING
            said = [e.text for e in table.events() if e.kind == "introduced"]
            assert "I am new here." in said
            asked = await sit(table, table.setup.players[0])
            assert "introduce" not in {form.kind for form in asked}
            assert table.settings.standing is Standing.FINISHED
            assert len(table.record().calls) > calls
            again = table.record()
            assert (await replay(again, MemoryLog(again.calls))).is_identical

    asyncio.run(second(*asyncio.run(first())))


@served
async def test_a_pause_stops_everything_and_nothing_is_told_twice(house: TableServer):
    table, _ = house.open(setup(0))
    player = game().players[0]
    table.start()
    await until(lambda: table.forms(player))
    await table.pause()
    assert table.settings.standing is Standing.PAUSED
    assert not table.forms(player)
    told: list[Update] = []
    stop = table.feed.listen(told.append)
    known = len(table.feed.past)
    table.start()
    await sit(table, player)
    stop()
    numbers = [update.number for update in told if isinstance(update, Happened)]
    assert numbers == list(range(known, len(table.feed.past)))


@served
async def test_an_agent_takes_the_seat_of_a_person_who_left(house: TableServer):
    table, passes = house.open(setup(0))
    player = game().players[0]
    seat = next(each for each in passes if each.kind == "seat")
    table.start()
    await until(lambda: table.forms(player))
    assert await house.hand_over(table.match, player, "player-star", "reader") is None
    await until(lambda: table.settings.standing is Standing.FINISHED)
    assert not table.record().faults
    with pytest.raises(NoEntry):
        house.admit(seat.token)
    with pytest.raises(TableError, match="not played from outside"):
        table.remote_seat(player)


async def come_to(table: LiveMatch, player: str, kind: str) -> None:
    table.start()
    while not (forms := table.forms(player)) or forms[0].kind != kind:
        for form in forms:
            table.remote_seat(player).answer(form.id, obedient(form))
        await asyncio.sleep(0.002)


async def handed_over_and_played(house: TableServer, match: str, player: str) -> None:
    table = house.table(match)
    said, [earlier] = table.events(), next(s.then for s in table.setup.seats if s.player == player)
    assert await house.hand_over(match, player, "plain", "reader") is None
    first, second = next(s.then for s in table.setup.seats if s.player == player)
    assert first == earlier
    assert second.step > first.step
    table.start()
    await until(lambda: table.is_over or table.settings.why)
    assert (table.settings.standing, table.settings.why) == (Standing.FINISHED, "")
    assert table.events()[: len(said)] == said


async def handed_over_once(house: TableServer, player: str) -> str:
    table, _ = house.open(setup(1))
    await come_to(table, game().players[1], "introduce")
    await house.hand_over(table.match, game().players[1], "random")
    await house.hand_over(table.match, player, "human")
    await come_to(table, player, "vote")
    await table.pause()
    return table.match


def test_a_seat_passes_at_the_step_on_record_after_the_server_was_started_anew(db: str):
    player = game().players[0]

    async def first() -> str:
        async with opened(db) as house:
            return await handed_over_once(house, player)

    async def second(match: str) -> None:
        async with opened(db) as house:
            await handed_over_and_played(house, match, player)

    asyncio.run(second(asyncio.run(first())))


@served
async def test_a_seat_passes_at_the_step_on_record_while_the_record_is_repeated(house: TableServer):
    player = game().players[0]
    table = house.table(await handed_over_once(house, player))
    table.start()
    while not table.feed.requests:  # noqa: ASYNC110 - the first step that is repeated, and no later one
        await asyncio.sleep(0)
    await handed_over_and_played(house, table.match, player)


@served
async def test_a_person_takes_the_seat_of_an_agent_with_a_link_of_its_own(house: TableServer):
    table, _ = house.open(setup(0))
    first, second = game().players[:2]
    table.start()
    await until(lambda: table.forms(first))
    given = await house.hand_over(table.match, second, "human")
    assert given is not None
    assert house.admit(given.token)[0].player == second
    await asyncio.gather(sit(table, first), sit(table, second))
    assert table.settings.standing is Standing.FINISHED
    record = table.record()
    assert (await replay(record, MemoryLog(record.calls))).is_identical


@served
async def test_a_fork_goes_its_own_way_from_its_step(house: TableServer):
    table, _ = house.open(setup())
    table.start()
    await until(lambda: table.settings.standing is Standing.FINISHED)
    player = game().players[0]
    other, passes = await house.fork(table.match, 3, {player: ("human", "")})
    assert {each.kind for each in passes} == {"host", "spectator", "seat"}
    other.start()
    asked = await sit(other, player)
    assert asked
    assert other.setup.origin
    assert other.setup.origin.match == table.match
    record = other.record()
    assert (await replay(record, MemoryLog(record.calls))).is_identical
    same = [a for a, b in zip(record.entries, table.record().entries, strict=False) if a == b]
    assert same[0].number == 0
    assert len(same) < len(record.entries)


TOO_MANY = Answer(status=429, error="too many requests", headers={"Retry-After": "60"})
BROKEN = Answer(text="I was in the garden all evening and saw nobody.", breaks_after=3)


@pytest.mark.parametrize(("passing", "told"), [(TOO_MANY, "too many"), (BROKEN, "")])
def test_a_table_says_at_once_what_holds_it_up_and_goes_on_when_it_is_over(
    play: Callable[[Scenario], None], passing: Answer, told: str
):
    calls = 0

    def answer(_: object) -> Answer:
        nonlocal calls
        calls += 1
        return passing if 3 <= calls <= 6 else Answer(text="I say nothing.")

    async def scenario(house: TableServer) -> None:
        with Loopback(answer) as server:
            table, _ = house.open(setup(model=server.model, method="plain"))
            table.feed.listen(lambda _: None)
            table.start()
            await until(lambda: table.settings.troubles)
            assert told in table.settings.troubles[0].sentence
            await until(lambda: table.settings.standing is Standing.FINISHED)
            record = table.record()
            assert (await replay(record, MemoryLog(record.calls))).is_identical

    play(scenario)


def test_a_table_whose_database_is_held_waits_for_it_and_says_so(db: str):
    async def scenario() -> None:
        with closing(sqlite3.connect(db, isolation_level=None, check_same_thread=False)) as holder:
            calls = 0

            def answer(_: object) -> Answer:
                nonlocal calls
                calls += 1
                if calls == 3:
                    holder.execute("BEGIN IMMEDIATE")
                return Answer(text="I say nothing.")

            with Loopback(answer) as server:
                async with opened(f"sqlite:///{db}?timeout=0.05") as house:
                    table, _ = house.open(setup(model=server.model, method="plain"))
                    table.start()
                    await until(lambda: table.settings.troubles)
                    assert "another program holds it" in table.settings.why
                    assert table.settings.standing is Standing.RUNNING
                    holder.execute("ROLLBACK")
                    await until(lambda: table.settings.standing is Standing.FINISHED)
                    assert table.settings.why == ""
                    record = table.record()
            assert (await replay(record, MemoryLog(record.calls))).is_identical

    Store.open(db).close()
    asyncio.run(scenario())


def test_a_server_can_be_stopped_while_its_database_is_held(db: str):
    async def scenario() -> None:
        async with opened(f"sqlite:///{db}?timeout=0.05") as house:
            table, _ = house.open(setup(0))
            table.start()
            await until(lambda: table.forms(table.setup.players[0]))
            holder.execute("BEGIN IMMEDIATE")

    Store.open(db).close()
    with closing(sqlite3.connect(db, isolation_level=None)) as holder:
        asyncio.run(scenario())


@served
async def test_nobody_sees_by_night_who_is_thinking(house: TableServer):
    table, _ = house.open(setup(of=wolves(), method="random", model=""))
    told: list[Update] = []
    table.feed.listen(told.append)
    table.start()
    await until(lambda: table.settings.standing is Standing.FINISHED)
    asked = [request for update in told if isinstance(update, RequestsChanged) for request in update.requests]
    hidden = {request.kind.name for request in asked if not Visibility().shows_thinking(request)}
    assert hidden >= {"kill", "check"}
    assert "speak" not in hidden
    dealt = [line for line in table.lines(Visibility()) if line.is_dealt]
    assert not dealt
    own = [line for line in table.lines(Visibility(player=table.setup.players[0])) if line.is_dealt]
    assert {line.actor for line in own} == {table.setup.players[0]}


@served
async def test_speech_is_heard_as_it_forms_where_it_is_public(house: TableServer):
    with Loopback([Answer(text="I was in the garden all evening.")]) as server:
        table, _ = house.open(setup(of=wolves(), model=server.model, method="plain"))
        heard: list[str] = []

        def hear(update: Update) -> None:
            alone = len(table.feed.requests) == 1
            if isinstance(update, Spoke) and Visibility().hears(update.request, alone=alone):
                heard.append(update.request.kind.name)

        table.feed.listen(hear)
        table.start()
        await until(lambda: "speak" in heard)
        assert set(heard) == {"speak"}
        await table.end()


@served
async def test_a_table_is_laid_for_a_match_of_the_store_and_stays_when_it_is_laid_again(house: TableServer):
    match = house.store.create(setup(0))
    table, passes = house.lay(match, seconds=30)
    assert (table.match, table.settings.seconds) == (match, 30)
    assert {each.kind for each in passes} == {"host", "spectator", "seat"}
    again, same = house.lay(match)
    assert again is table
    assert set(same) == set(passes)
    with pytest.raises(UnknownMatch):
        house.lay("nothing")


def test_a_model_that_is_slow_to_open_holds_up_no_other_table(db: str):
    asked, may_answer = Event(), Event()

    def slow(model: str) -> Provider:
        if model == "slow":
            asked.set()
            assert may_answer.wait(60)
        return open_provider(BUILT_IN)

    async def finish(house: TableServer, model: str) -> None:
        table, _ = house.open(setup(model=model))
        table.start()
        await until(lambda: table.settings.standing is Standing.FINISHED)

    def lay(window: Window) -> Setup:
        assert window("slow")
        return setup(model="slow")

    async def while_laying(house: TableServer) -> None:
        laying = asyncio.create_task(house.create_setup(lay))
        await until(asked.is_set)
        await finish(house, BUILT_IN)
        assert not laying.done()
        may_answer.set()
        assert await laying == setup(model="slow")

    async def while_running(house: TableServer) -> None:
        running = asyncio.create_task(finish(house, "slow"))
        await until(asked.is_set)
        await finish(house, BUILT_IN)
        assert not running.done()
        may_answer.set()
        await running

    async def run(scenario: Scenario) -> None:
        async with opened(db, opener=slow) as house:
            await scenario(house)

    for scenario in (while_laying, while_running):
        asked.clear()
        may_answer.clear()
        asyncio.run(run(scenario))


def test_of_matches_that_are_over_only_the_latest_stay_in_memory(
    play: Callable[[Scenario], None], monkeypatch: pytest.MonkeyPatch
):
    async def finished(house: TableServer) -> tuple[str, int]:
        table, _ = house.open(setup(of=wolves(), method="random", model=""))
        table.start()
        await until(lambda: table.is_over)
        return table.match, len(table.events())

    async def scenario(house: TableServer) -> None:
        waiting = house.open(setup(0))[0].match
        over = [await finished(house) for _ in range(4)]
        collect()
        assert set(house.tables) == {waiting, *(match for match, _ in over[-2:])}
        for match, events in over:
            again = house.table(match)
            assert again.settings.standing is Standing.FINISHED
            assert len(again.events()) == events

    monkeypatch.setattr("parlour.web.hosting.table_server.KEPT", 2)
    play(scenario)


def free_wolves() -> WerewolfSetup:
    return wolves().model_copy(update={"talk": "bidding", "days": 1})


@served
async def test_free_talk_waits_until_a_person_has_passed(house: TableServer):
    table, _ = house.open(setup(0, of=free_wolves()))
    table.start()
    player = table.setup.game.players[0]
    bids = 0
    while table.settings.standing is Standing.RUNNING:
        for form in table.forms(player):
            if form.kind == "bid":
                bids += 1
                await until(lambda: len(table.feed.settled) == len(table.feed.requests) - 1)
                before = len(table.events())
                for _ in range(50):
                    await asyncio.sleep(0)
                assert (len(table.events()), table.forms(player)) == (before, (form,))
            table.remote_seat(player).answer(form.id, PASS if form.kind == "bid" else obedient(form))
        await asyncio.sleep(0)
    assert bids
    assert table.record().faults == []
    assert not [each for each in table.events() if each.kind == "spoke" and each.actor == player]


@served
async def test_what_a_person_typed_while_others_spoke_is_heard_at_the_next_free_moment(house: TableServer):
    table, _ = house.open(setup(0, of=free_wolves()))
    player = table.setup.game.players[0]
    table.start()
    typed = 0
    while table.settings.standing is Standing.RUNNING:
        speaks = any(each.kind is request_kinds.SPEAK for each in table.feed.requests)
        if speaks and not typed and player not in {each.player for each in table.feed.requests}:
            table.remote_seat(player).take_floor(Action(speech="I have something to say."))
            typed = len([each for each in table.events() if each.kind == "spoke"]) + 1
        for form in table.forms(player):
            table.remote_seat(player).answer(form.id, PASS if form.kind == "bid" else obedient(form))
        await asyncio.sleep(0)
    said = [each for each in table.events() if each.kind == "spoke"]
    assert [each.text for each in said if each.actor == player] == ["I have something to say."]
    assert said[typed].actor == player
    record = table.record()
    assert (await replay(record, MemoryLog(record.calls))).is_identical


def test_the_clock_of_a_free_moment_is_seen_and_waits_for_somebody_who_types(monkeypatch: pytest.MonkeyPatch):
    now = [0.0]

    async def passes(seconds: float) -> None:
        now[0] += seconds
        for _ in range(9):
            await asyncio.sleep(0)

    async def scenario(seat: RemoteSeat) -> None:
        monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: now[0])
        seat.seconds = 60
        bid = Request(id="1.bid.Ann", step=1, player="Ann", kind=request_kinds.BID, words=9)
        context = BufferedContext(context=cast("AgentContext", None))
        for types in (False, True):
            moment = asyncio.create_task(seat.act(bid, context))
            await passes(0)
            await passes(55)
            [shown] = [each.deadline for each in seat.pending]
            if types:
                seat.type()
                [held] = [each.deadline for each in seat.pending]
                assert (held or 0) - (shown or 0) == pytest.approx(remote_seat.TYPING - 5)
            await passes(10)
            if types:
                seat.take_floor(Action(speech="Wait!"))
            assert await moment == (Action(speech="Wait!") if types else PASS)
        moment = asyncio.create_task(seat.act(replace(bid, id="2.bid.Ann"), context))
        for _ in range(100):
            await passes(remote_seat.TYPING - 1)
            seat.type()
        assert await moment == PASS

    asyncio.run(scenario(RemoteSeat(lambda: None, str)))


@served
async def test_the_graphs_of_both_holders_come_out_as_they_are_on_record(house: TableServer):
    table, _ = house.open(setup(of=wolves(), method="gratr"))
    table.start()
    await until(lambda: table.settings.standing is Standing.FINISHED)
    voter = next(each.actor or "" for each in table.events() if each.kind is event_kinds.VOTED)
    fork, _ = await house.fork(table.match, 5, {voter: ("gratr:hops=false", "")})
    fork.start()
    await until(lambda: fork.settings.standing is Standing.FINISHED)
    before, after = trust_histories(fork.record(), voter)
    assert (before.method, after.method) == ("gratr", "gratr:hops=false")
    assert len(before.moments) < len(after.moments)
