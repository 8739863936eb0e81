"""How many matches a comparison needs, what a run will take, and a run as the store holds it."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from parlour.arena import Seat, Setup
from parlour.errors import UsageError
from parlour.evaluation import MatchScore, Spent, matches_needed
from parlour.experiments import (
    RUN,
    Cell,
    Played,
    RunDefinition,
    RunPlan,
    Story,
    begin,
    cells,
    find_suite,
    sample_sizes,
    stories_of,
    whole_names,
)
from parlour.experiments.preflight import LARGE_TABLE, Expected, estimate_usage, expected_of
from parlour.experiments.run import Started
from parlour.experiments.run_plan import ask_run
from parlour.experiments.study import assign, krippendorff_alpha
from parlour.games.mystery import generate
from parlour.games.mystery.arms import MysteryArm
from parlour.games.mystery.library import save
from parlour.games.werewolf import WerewolfSetup, seat_names
from parlour.llm import ModelPool, Rehearsal
from parlour.store import Store
from tests.cases import cases
from tests.experiments.small import SUITE, asked_run, kept
from tests.llm.samples import Scripted

ASKED = asked_run(model="any", language="en")
CELLS = tuple(cells(SUITE, [Story(id="generated", language="en", seed=0)], 1, 1))


def played(cell: Cell, *, is_done: bool) -> Played:
    score = MatchScore(match="m", script=cell.story.name, language="en") if is_done else None
    return kept(cell, score)


def test_what_was_begun_is_left_first_and_both_it_and_the_rest_in_the_order_of_the_plan():
    stories = [Story(id="generated", language="en", seed=seed) for seed in range(3)]
    planned = tuple(cells(SUITE, stories, 1, 1))
    done = {1, 5}
    held = {planned[n].key: played(planned[n], is_done=n in done) for n in (6, 5, 3, 1)}
    left = RunPlan(run=ASKED, suite=SUITE, cells=planned, held=held).left
    assert [planned.index(cell) for cell in left] == [3, 6, 0, 2, 4, 7, 8]


def test_a_suite_that_grew_is_the_same_run_with_more_cells(tmp_path: Path):
    whole = RunPlan(run=ASKED, suite=SUITE, cells=CELLS, held={})
    with Store.open(str(tmp_path / "run.db")) as store:
        begin(store, replace(whole, cells=CELLS[:1]))
        first = Started.model_validate_json(store.cells(ASKED.id)[RUN])
        long_ago = first.model_copy(update={"started": "2020-01-01T00:00:00+00:00"})
        store.put_cell(ASKED.id, RUN, long_ago.model_dump_json())
        begin(store, whole)
        grown = Started.model_validate_json(store.cells(ASKED.id)[RUN])
    assert first.cells == 1
    assert grown == long_ago.model_copy(update={"cells": len(CELLS)})


def test_a_run_has_the_same_name_wherever_it_is_asked_for():
    asked = ASKED.model_copy(update={"suite": "ladder", "model": "reader", "sought": "plain", "seed": 3})
    assert RunDefinition.model_validate_json(asked.model_dump_json()).id == asked.id
    assert ask_run("humanized-table5", model="any").id == ask_run("humanized-table4", model="any").id


KNOWN = ("plain", "plain, as many tokens", "GRATR at attention .5, 8 players", "8 players")


@cases(
    ("told", "names"),
    [
        ("plain", ["plain"]),
        ("plain,8 players", ["plain", "8 players"]),
        ("plain, as many tokens, plain", ["plain, as many tokens", "plain"]),
        ("GRATR at attention .5, 8 players, 8 players", ["GRATR at attention .5, 8 players", "8 players"]),
        ("nobody, 8 players", ["nobody", "8 players"]),
    ],
)
def test_a_name_keeps_its_commas(told: str, names: list[str]):
    assert whole_names([each.strip() for each in told.split(",")], KNOWN) == names


FOUR_GAMES = tuple(cells(SUITE, [Story(id="generated", language="en", seed=0)], 4, 1))


def plan_with(won: dict[str, int]) -> RunPlan:
    """Four matches of each of these conditions, so many of them won."""
    held = {
        cell.key: _played(cell, cell.game < won[cell.condition.name])
        for cell in FOUR_GAMES
        if cell.condition.name in won
    }
    return RunPlan(run=ASKED, suite=SUITE, cells=FOUR_GAMES, held=held)


def _played(cell: Cell, is_won: bool) -> Played:
    score = MatchScore(match="m", script=cell.story.name, language="en", won=is_won, lost=not is_won)
    return kept(cell, score)


def test_published_rates_are_compared_with_the_reference_before_anything_is_played():
    told = {(size.source, size.condition): size for size in sample_sizes(plan_with({}))}
    published = told["published", "PP"]
    assert (published.reference, published.rate) == (0.4, 0.3)
    assert published.matches == matches_needed(0.3, 0.4) == 356
    assert [size.reference for size in told.values() if size.source == "supposed"] == [0.4] * 3


def test_measured_rates_count_once_they_are_there():
    told = {
        size.condition: size
        for size in sample_sizes(plan_with({"PLAYER*": 2, "PP": 1, "random": 2}))
        if size.source == "measured"
    }
    assert (told["PP"].reference, told["PP"].rate) == (0.5, 0.25)
    assert told["PP"].matches == matches_needed(0.25, 0.5)
    assert told["random"].matches is None


def test_a_pairing_is_told_from_an_even_chance_by_what_its_own_method_wins():
    suite = find_suite("gratr-table1")
    told = tuple(cells(suite, stories_of("werewolf").find("werewolf", None, 2, 0), 1, 1))
    asked = ASKED.model_copy(update={"suite": suite.name, "stories": "werewolf"})
    plan = RunPlan(run=asked, suite=suite, cells=told, held={})
    native = next(each for each in sample_sizes(plan) if each.condition == "GRATR vs NativeRAG")
    assert (native.source, native.reference, native.rate) == ("published", 0.5, 0.784)
    # (1.96 * 0.5 + 0.8416 * sqrt(0.784 * 0.216))^2 / 0.284^2 = 21.8
    assert native.matches == 22


TRIED = Spent(calls=10, input_tokens=1001, output_tokens=50, dollars=0.5)


def test_shares_of_what_was_rehearsed_add_up():
    whole = Expected().with_share(TRIED, 1)
    assert whole == Expected(calls=10, input_tokens=1001, output_tokens=50, dollars=0.5)
    assert whole.with_share(TRIED, 1.5) == Expected(
        calls=25, input_tokens=2503, output_tokens=125, dollars=1.25
    )


def test_the_only_answer_of_a_story_is_foreseen_whole(tmp_path: Path):
    script, file = generate(3, players=4), tmp_path / "one.yaml"
    question = script.questions[0]
    asked_of_one = question.model_copy(update={"asked_of": question.asked_of[:1]})
    save(script.model_copy(update={"questions": (asked_of_one,)}), file)
    [story] = stories_of("mystery").find(str(file), "en", 1, 0)
    cell = Cell(condition=MysteryArm(name="PP", method="plain", is_played=False), story=story, game=0)

    async def foreseen(evaluations: int) -> int:
        run = asked_run(suite="one", model="priced", stories=story.id, evaluations=evaluations)
        async with ModelPool(opener=lambda _: Rehearsal(Scripted("", price=0.01))) as models:
            return (await estimate_usage([cell], run, models)).calls

    assert asyncio.run(foreseen(1)) == asyncio.run(foreseen(0)) + 1


def test_a_large_table_is_offered_a_window_and_retrieval_with_what_each_saves():
    async def foreseen(players: int) -> Expected:
        game = WerewolfSetup(players=seat_names(players, "en"))
        seats = tuple(Seat(player=name, method="plain", model="large", context=9999) for name in game.players)
        setup = Setup(game=game, seed=1, language="en", seats=seats)
        return await expected_of(setup, ModelPool(opener=lambda _: Rehearsal(Scripted(""))))

    small, large = asyncio.run(foreseen(5)), asyncio.run(foreseen(18))
    assert small.input_tokens < LARGE_TABLE < large.input_tokens
    assert not small.savings
    assert {each.how.split()[0] for each in large.savings} == {"window", "retrieval"}
    assert all(0 < each.input_tokens < each.before == large.input_tokens for each in large.savings)


def test_each_person_plays_each_story_once_and_pairs_are_spread():
    plan = assign(4, 3, 4, seed=7)
    assert all(sorted(story for story, _ in person) == [0, 1, 2] for person in plan)
    assert all(len({method for _, method in person}) == 3 for person in plan)
    pairs = Counter(pair for person in plan for pair in person)
    assert len(pairs) == 12  # every pair of 3 stories and 4 methods once


@pytest.mark.parametrize(("people", "stories", "methods"), [(12, 3, 4), (6, 3, 2), (8, 5, 3), (1, 7, 7)])
def test_counts_differ_by_little(people: int, stories: int, methods: int):
    plan = assign(people, stories, methods, seed=1)
    assert plan == assign(people, stories, methods, seed=1)
    for person in plan:
        assert sorted(story for story, _ in person) == [*range(stories)]
        played = [method for _, method in person]
        times = [played.count(method) for method in range(methods)]
        assert max(times) - min(times) <= 1
    pairs = Counter(pair for person in plan for pair in person)
    every = [pairs[story, method] for story in range(stories) for method in range(methods)]
    assert max(every) - min(every) <= 2


def test_nothing_is_planned_for_nobody():
    with pytest.raises(UsageError, match="at least one person"):
        assign(0, 3, 4, seed=1)


def test_agreement_is_that_of_krippendorffs_own_example():
    # Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability", section D: .849 for interval data.
    units = [[1] * 3, [2, 2, 3, 2], [3] * 4, [3] * 4, [2] * 4, [1, 2, 3, 4]]
    units += [[4] * 4, [1, 1, 2, 1], [2] * 4, [5] * 3, [1] * 2, [3]]
    assert krippendorff_alpha(units) == pytest.approx(0.849, abs=0.0005)


def test_agreement_needs_two_marks_that_differ():
    assert krippendorff_alpha([[1], [5]]) is None
    assert krippendorff_alpha([[3, 3], [3]]) is None
    assert krippendorff_alpha([[1, 5], [5, 1]]) < 0  # pyright: ignore[reportOptionalOperand]
