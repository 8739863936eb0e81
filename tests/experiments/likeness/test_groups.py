"""Whose talk the rows of a run are about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from parlour.arena import GameSetup, Seating, lay_seats, lay_table
from parlour.evaluation import score_match
from parlour.experiments import Suite
from parlour.experiments.arm import Story
from parlour.experiments.likeness import run_groups
from parlour.experiments.likeness.talk import GroupSeats
from parlour.experiments.report import Results
from parlour.experiments.run import Started
from parlour.games.onenight.arms import OneNightArm
from parlour.llm import BUILT_IN, ModelPool
from parlour.store import Store
from tests.arena.werewolves import werewolves
from tests.experiments.small import NIGHTS, PAIRS, asked_run, kept_cell
from tests.store.archive.played import played

FIRST = replace(
    NIGHTS,
    name="small-first",
    conditions=(OneNightArm(name="Alpha", method="plain", first_speech=True),),
    views=(),
    games=1,
)


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.open(":memory:") as opened:
        yield opened


def results(store: Store, suite: Suite, game: GameSetup, seating: Seating) -> Results:
    """A run of one match."""
    seats = lay_seats(game, 1, seating, ModelPool().window)
    match = played(store, lay_table(game, 1, seats, embedding="bm25"))
    cell = kept_cell(
        condition=suite.conditions[0].name,
        story=f"{suite.game}-1",
        match=match,
        score=score_match(store.record(match)),
    )
    run = asked_run(suite=suite.name, model=BUILT_IN, stories=suite.stories, evaluations=0, seed=1)
    started = Started(run=run, started="2026-11-21T08:00:00+00:00", cells=1)
    return Results(suite=suite, started=started, played=(cell,), setups={})


def seats_by_row(store: Store, told: Results) -> dict[str, GroupSeats]:
    groups = run_groups(told, store)
    assert not any(each.is_people for each in groups)
    assert all(each.name.startswith(f"{told.suite.name}: ") for each in groups)
    return {each.name.partition(": ")[2]: each.games[0] for each in groups}


def test_a_row_of_some_methods_is_about_their_seats_and_not_their_rivals(store: Store):
    seating = Seating(method="plain:window=15", model=BUILT_IN, teams=["good=gratr"])
    told = seats_by_row(store, results(store, PAIRS, werewolves("vwswxgv", days=1), seating))
    members = told["GRATR"].talk.game.cast
    assert told["GRATR"].seats == {each.player for each in members if each.method == "gratr"}
    assert told["plain"].seats == {each.player for each in members} - told["GRATR"].seats
    assert told["GRATR"].seats
    assert told["plain"].seats
    assert [*told] == ["GRATR", "plain"]


def test_of_an_arm_that_is_about_the_first_speech_nothing_else_is_heard(store: Store):
    arm = FIRST.conditions[0]
    game = arm.setup(Story(id="onenight", language="en", seed=1), 0)
    told = seats_by_row(store, results(store, FIRST, game, arm.seating(game, 1, None, BUILT_IN, "")))
    [group] = told.values()
    assert group.seats == {game.players[0]}
    assert [each.by for each in group.talk.lines] == [game.players[0]]
