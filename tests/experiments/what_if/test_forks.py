"""A fork takes everything from its match until something differs, and is a match like any other."""

from __future__ import annotations

import asyncio
import math
from pathlib import Path

import pytest

from parlour.agents.memory import BM25
from parlour.arena import Record, Seating, lay_seats, lay_table, play_rules, replay
from parlour.errors import ModelUnavailable, UsageError
from parlour.evaluation import audit
from parlour.experiments.what_if import AskedMatches, ForkOrigins, WhatIf, beside, effects
from parlour.experiments.what_if.playing import lay_fork
from parlour.experiments.what_if.question import PlayedFork
from parlour.llm import ModelPool
from parlour.store import MemoryLog, Store
from tests.arena.onenights import one_night
from tests.arena.replies import varied
from tests.cases import cases
from tests.experiments.what_if.asking import answered
from tests.llm.loopback import Answer, Body, Loopback
from tests.llm.samples import Scripted
from tests.store.archive.played import games, laid, played

SEATS = {"mystery": "civilian", "werewolf": "seer", "onenight": "seer"}


@pytest.fixture
def store(tmp_path: Path):
    with Store.open(str(tmp_path / "parlour.db")) as store:
        yield store


def is_repeated(record: Record) -> bool:
    return asyncio.run(replay(record, MemoryLog(record.calls))).is_identical


@pytest.mark.parametrize("game", list(games()))
def test_a_fork_parts_at_its_step_replays_audits_and_its_placebo_is_the_match_itself(game: str, store: Store):
    match = played(store, laid(games()[game]))
    original = store.record(match)
    plan = answered(store, WhatIf(who=SEATS[game], method="random", at=3), [match])
    assert {fork.is_placebo for fork in plan.forks} == {True, False}
    for fork in plan.forks:
        record = store.record(fork.match)
        assert record.setup.origin is not None
        assert (record.setup.origin.match, record.setup.origin.step) == (match, 3)
        assert is_repeated(record)
        assert audit(record) == []
        if fork.is_placebo:
            assert record.entries == original.entries
            assert fork.reward is not None
            continue
        steps = {each.request.id: each.request.step for each in play_rules(original).decisions}
        before = [each.act for each in play_rules(original).decisions if steps[each.request.id] < 3]
        assert [each.act for each in play_rules(record).decisions][: len(before)] == before
        told = beside(original, record, fork.player, fork.step)
        assert told.differs is not None
        assert told.differs.was != told.differs.now
        assert told.votes
    for row in effects(plan, store):
        assert (row.placebo, row.placebo_low, row.placebo_high, row.placebo_changed) == (0, 0, 0, 0)


def test_nobody_is_asked_again_what_is_on_record(store: Store):
    game = games()["onenight"]
    with Loopback(varied) as server:
        model = f"{server.url}#fixed"
        match = played(store, laid(game, model=model))
        record = store.record(match)
        asked = len(server.requests)
        last = max(each.request.step for each in play_rules(record).decisions)
        [fork, placebo] = answered(store, WhatIf(who="seer", method="random", at=last), [match]).forks
        assert len(server.requests) == asked + 1
        assert fork.score is not None
        assert placebo.score is not None
        assert (fork.score.play.calls, placebo.score.play.calls) == (0, 1)
        assert store.record(placebo.match).entries == record.entries


def test_forks_that_were_stopped_go_on_and_ask_nobody_twice(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    question = WhatIf(who="seer", method="random", at=2)
    left = math.inf

    def reply(body: Body) -> Answer:
        nonlocal left
        left -= 1
        return varied(body) if left >= 0 else Answer(status=401, error="the key is void")

    with Loopback(reply) as server, Store.open(str(tmp_path / "other.db")) as other:
        monkeypatch.setenv("PARLOUR_MODEL", server.model)
        match = played(store, laid(games()["onenight"], model=server.model))
        other.adopt(store.record(match))
        before = len(server.requests)
        whole = answered(store, question, [match])
        sent = len(server.requests) - before
        left = sent // 2
        with pytest.raises(ModelUnavailable):
            answered(other, question, [match])
        refused, left = len(server.requests) - before - sent - sent // 2, math.inf
        again = answered(other, question, [match])
        assert len(server.requests) == before + 2 * sent + refused
        ours = {fork.key: other.record(fork.match).entries for fork in again.forks}
        assert ours == {fork.key: store.record(fork.match).entries for fork in whole.forks}


def test_a_word_or_a_choice_is_another_and_everybody_reacts(store: Store):
    match = played(store, laid(games()["onenight"]))
    record = store.record(match)
    spoken = next(each for each in play_rules(record).decisions if each.act.speech)
    who, step = spoken.request.player, spoken.request.step
    question = WhatIf(who=who, at=step, says="I am the werewolf.")
    [fork, placebo] = answered(store, question, [match]).forks
    told = store.record(fork.match)
    said = next(each for each in told.events if each.actor == who and each.text)
    assert said.text == "I am the werewolf."
    assert is_repeated(told)
    assert audit(told) == []
    assert store.record(placebo.match).entries == record.entries
    vote = next(each for each in play_rules(record).decisions if each.request.kind.name == "vote")
    other = next(name for name in vote.request.options if name not in vote.act.chosen)
    question = WhatIf(who=vote.request.player, at=vote.request.step, chooses=(other,))
    [fork, _] = answered(store, question, [match]).forks
    changed = next(
        each for each in play_rules(store.record(fork.match)).decisions if each.request == vote.request
    )
    assert changed.act.chosen == (other,)


def test_every_step_of_a_seat_is_a_fork_of_its_own_and_a_fork_can_be_asked_again(store: Store):
    match = played(store, laid(games()["onenight"], method="random"))
    plan = answered(store, WhatIf(who="seer", method="random", at="each", repeats=2), [match])
    steps = {each.request.step for each in play_rules(store.record(match)).of(plan.forks[0].player)}
    assert {fork.step for fork in plan.forks} == steps
    assert len(plan.forks) == len(steps) * 2 * 2
    fork = next(fork for fork in plan.forks if not fork.is_placebo)
    again = answered(store, WhatIf(who="mason", method="random", at=5), [fork.match])
    assert all(each.score for each in again.forks)
    assert all(is_repeated(store.record(each.match)) for each in again.forks)


@cases(
    ("question", "said"),
    [
        (WhatIf(who="nobody", method="random"), "no seat of this table.*roles and sides: .*werewolf"),
        (WhatIf(who="seer", method="random", at=999), "nobody who is meant decides anything from step 999"),
        (WhatIf(who="mason", at=3, says="hm"), "mason are several: name the seat"),
        (WhatIf(who="seer", at=999, says="hm"), "decides nothing; it does at"),
        (WhatIf(who="seer", at=1, chooses=("Nobody",)), "may not do that: 'Nobody' is not among"),
    ],
)
def test_what_cannot_be_asked_is_said(question: WhatIf, said: str, store: Store):
    match = played(store, laid(games()["onenight"], method="random"))
    with pytest.raises(UsageError, match=said):
        answered(store, question, [match])


def test_a_match_that_is_not_over_or_had_people_is_left_out(store: Store):
    game = games()["onenight"]
    running = store.create(laid(game, method="random"))
    with pytest.raises(UsageError, match="is running: what comes of a match is known when it is over"):
        answered(store, WhatIf(who="seer", method="random"), [running])
    match = played(store, laid(game, method="random"))
    plan = answered(store, WhatIf(who="seer", method="random"), [running, match])
    assert [left for left, _ in plan.left_out] == [running]
    record = store.record(match)
    seats = tuple(
        seat.model_copy(update={"method": "human"}) if seat.player == record.setup.players[-1] else seat
        for seat in record.setup.seats
    )
    store.reseat(match, record.setup.model_copy(update={"seats": seats}))
    with pytest.raises(UsageError, match="was played from outside"):
        answered(store, WhatIf(who=record.setup.players[0], method="random"), [match])


@pytest.mark.parametrize(("asked", "told"), [("", "second"), ("third", "third")])
def test_another_method_thinks_with_the_model_of_its_seat(asked: str, told: str):
    game, models = one_night(), ModelPool(opener=lambda _: Scripted(""))
    who = game.players[1]
    seating = Seating(method="plain", model="first", seats=[f"{who}=plain@second"])
    setup = lay_table(game, 1, lay_seats(game, 1, seating, models.window), embedding=BM25)
    with Store.open(":memory:") as store:
        match = store.create(setup)
        question = WhatIf(who=who, method="o-cot", model=asked)
        fork = PlayedFork(origin=match, player=who, step=0, repeat=0, is_placebo=False)
        among = AskedMatches(question=question, arms={match: ""})
        laid = asyncio.run(lay_fork(fork, among, ForkOrigins(store=store), models))
    assert {seat.player: (seat.holder.method, seat.holder.model) for seat in laid.setup.seats} == {
        **dict.fromkeys(game.players, ("plain", "first")),
        who: ("o-cot", told),
    }
