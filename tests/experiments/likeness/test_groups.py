"""Whose talk the rows of a run are about, and how well a classifier tells agents from people."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from parlour.arena import GameSetup, Seating, lay_seats, lay_table
from parlour.evaluation import score_match
from parlour.experiments import Suite
from parlour.experiments.arm import Story
from parlour.experiments.likeness import TuringScore, run_groups, turing_scores
from parlour.experiments.likeness.talk import GameTalk, GroupSeats, game_talk
from parlour.experiments.likeness.turing import FEWEST_TABLES
from parlour.experiments.report import Results
from parlour.experiments.run import Started
from parlour.games.onenight.arms import OneNightArm
from parlour.llm import BUILT_IN, ModelPool
from parlour.store import Store
from tests.arena.werewolves import werewolves
from tests.experiments.likeness.tables import table
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


WORDS = ("well", "so", "I", "think", "you", "said", "that", "we", "know", "who", "it", "was", "last", "night")
SPEECHES, LENGTH = 6, 8


def tables(count: int, shibboleth: str = "", seed: int = 1) -> list[GameTalk]:
    """Tables at which all talk alike, but that Ben, who is no person, may have a word of his own."""
    lot = Random(seed)

    def speech(player: str) -> str:
        said = " ".join(lot.choices(WORDS, k=LENGTH))
        return f"{player}: {said} {shibboleth if player == 'Ben' else 'yes'}"

    def game(at: int) -> GameTalk:
        said = [speech(player) for _ in range(SPEECHES) for player in ("Ada", "Ben", "Cy", "Dot")]
        return game_talk(table(said, name=f"porch-{at}", models=("Ben",)))

    return [game(at) for at in range(count)]


def by_what(scores: tuple[TuringScore, ...]) -> dict[str, TuringScore]:
    return {each.seen: each for each in scores}


def test_a_word_of_agents_alone_tells_them_and_the_shuffled_control_does_not():
    found = by_what(turing_scores(tables(20, "indeed")))
    for seen in ("habits and words", "words at equal length"):
        assert found[seen].auc == 1
        assert (found[seen].tables, found[seen].people, found[seen].agents) == (20, 60, 20)
    control = found["speakers shuffled"]
    assert control.auc is not None
    assert control.interval.low is not None
    assert control.interval.high is not None
    assert control.interval.low < 0.5 < control.interval.high


def test_who_speaks_like_the_others_is_not_told_from_them():
    found = by_what(turing_scores(tables(20, "yes")))["words at equal length"]
    assert found.interval.low is not None
    assert found.interval.high is not None
    assert found.interval.low < 0.5 < found.interval.high


def test_equal_length_hides_who_talks_more():
    lot = Random(4)

    def game(at: int) -> GameTalk:
        said: list[str] = []
        for player in ("Ada", "Ben", "Cy", "Dot"):
            said.append(f"{player}: {' '.join(lot.choices(WORDS, k=90 if player == 'Ben' else 30))}")
        return game_talk(table(said, name=f"porch-{at}", models=("Ben",)))

    games = [game(at) for at in range(20)]
    found = by_what(turing_scores(games))
    assert found["habits and words"].auc == 1
    equal = found["words at equal length"].interval
    assert equal.low is not None
    assert equal.low < 0.5


def test_of_too_few_tables_nothing_is_learned_and_that_is_said():
    for each in turing_scores(tables(FEWEST_TABLES - 1, "indeed")):
        assert (each.auc, each.interval.low) == (None, None)
        assert each.note == f"too few: {FEWEST_TABLES - 1} mixed tables of {FEWEST_TABLES}"


@pytest.mark.parametrize("models", [(), ("Ada", "Ben", "Cy", "Dot")])
def test_tables_of_people_alone_or_agents_alone_are_not_asked_about(models: tuple[str, ...]):
    games = [game_talk(table(["Ada: " + "so " * 30, "Ben: " + "so " * 30], models=models))]
    assert turing_scores(games)[0].tables == 0
