"""How many matches a comparison of win rates needs."""

from __future__ import annotations

from parlour.evaluation import MatchScore, matches_needed
from parlour.experiments import Cell, Played, RunPlan, Story, cells, find_suite, sample_sizes, stories_of
from tests.experiments.small import SUITE, asked_run, kept

RUN = asked_run(model="any", language="en")
CELLS = tuple(cells(SUITE, [Story(id="generated", language="en", seed=0)], 4, 1))


def plan(won: dict[str, int]) -> RunPlan:
    """Four matches of each of these conditions, so many of them won."""
    held = {
        cell.key: _played(cell, cell.game < won[cell.condition.name])
        for cell in CELLS
        if cell.condition.name in won
    }
    return RunPlan(run=RUN, suite=SUITE, cells=CELLS, held=held)


def _played(cell: Cell, is_won: bool) -> Played:
    score = MatchScore(match="m", script=cell.story.name, language="en", won=is_won, lost=not is_won)
    return kept(cell, score)


def test_published_rates_are_compared_with_the_reference_before_anything_is_played():
    told = {(size.source, size.condition): size for size in sample_sizes(plan({}))}
    published = told["published", "PP"]
    assert (published.reference, published.rate) == (0.4, 0.3)
    assert published.matches == matches_needed(0.3, 0.4) == 356
    assert [size.reference for size in told.values() if size.source == "supposed"] == [0.4] * 3


def test_measured_rates_count_once_they_are_there():
    told = {
        size.condition: size
        for size in sample_sizes(plan({"PLAYER*": 2, "PP": 1, "random": 2}))
        if size.source == "measured"
    }
    assert (told["PP"].reference, told["PP"].rate) == (0.5, 0.25)
    assert told["PP"].matches == matches_needed(0.25, 0.5)
    assert told["random"].matches is None


def test_a_pairing_is_told_from_an_even_chance_by_what_its_own_method_wins():
    suite = find_suite("gratr-table1")
    told = tuple(cells(suite, stories_of("werewolf").find("werewolf", None, 2, 0), 1, 1))
    asked = RUN.model_copy(update={"suite": suite.name, "stories": "werewolf"})
    plan = RunPlan(run=asked, suite=suite, cells=told, held={})
    native = next(each for each in sample_sizes(plan) if each.condition == "GRATR vs NativeRAG")
    assert (native.source, native.reference, native.rate) == ("published", 0.5, 0.784)
    # (1.96 * 0.5 + 0.8416 * sqrt(0.784 * 0.216))^2 / 0.284^2 = 21.8
    assert native.matches == 22
