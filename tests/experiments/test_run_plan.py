"""A run as the store holds it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from parlour.evaluation import MatchScore
from parlour.experiments import RUN, Cell, Played, RunDefinition, RunPlan, Story, begin, cells, whole_names
from parlour.experiments.run import Started
from parlour.experiments.run_plan import ask_run
from parlour.store import Store
from tests.cases import cases
from tests.experiments.small import SUITE, asked_run, kept

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
