"""Whoever takes a seat thinks with the model that sat there, unless another is named."""

from __future__ import annotations

import asyncio

import pytest

from parlour.agents.memory import BM25
from parlour.arena import Seating, lay_seats, lay_table
from parlour.experiments.what_if import AskedMatches, ForkOrigins, PlayedFork, WhatIf
from parlour.experiments.what_if.playing import lay_fork
from parlour.llm import ModelPool
from parlour.store import Store
from tests.arena.onenights import one_night
from tests.llm.samples import Scripted


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
