"""A run that was stopped goes on under the cap that it began with, in however many processes."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.kills import kill_figures
from parlour.errors import BudgetExhausted, UsageError
from parlour.evaluation import MatchScore, Spent
from parlour.experiments import Cell, Failed, Played, Resources, RunPlan, Story, cells, execute, look_ahead
from parlour.experiments.workers import Job, Processes
from parlour.llm import Tally
from tests.experiments.small import SUITE, asked_run, kept

RUN = asked_run(model="openai:gpt-4o-mini", language="en", games=2)
STORIES = [Story(id="generated", language="en", seed=seed) for seed in range(2)]
CELLS = tuple(cells(SUITE, STORIES, 1, 1))
DONE = [cell for cell in CELLS if cell.condition.name != "PLAYER*"]
SPENT = 4.0
"""Dollars, half of them for the answers after play."""


class Onlooker:
    """A watcher in whose sight no match may end."""

    def on_end(self, outcome: Played | Failed) -> None:
        raise AssertionError(outcome)

    def spent(self, tally: Tally) -> None:
        assert not tally.calls

    def say(self, sentence: str) -> None:
        raise AssertionError(sentence)


def done(cell: Cell) -> Played:
    half = Spent(dollars=SPENT / len(DONE) / 2)
    score = MatchScore(match="m", script=cell.story.name, language="en", play=half, answering=half)
    return kept(cell, score)


@pytest.fixture
def resumed() -> RunPlan:
    """A run whose matches of two conditions are done and have cost what they have."""
    return RunPlan(run=RUN, suite=SUITE, cells=CELLS, held={cell.key: done(cell) for cell in DONE})


@pytest.fixture
def db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A store, for a model with a price that a proxy which is not there keeps from being called."""
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9")
    return str(tmp_path / "run.db")


def test_a_run_that_nothing_would_keep_is_refused_before_it_is_played(resumed: RunPlan):
    for db in (":memory:", "sqlite://"):
        with pytest.raises(UsageError, match="so that it can go on: name a file"):
            look_ahead(resumed, Resources(store=db))


def test_a_resumed_run_whose_cap_is_spent_sends_no_call(resumed: RunPlan, db: str):
    """What each of several processes may spend is nothing then, as below."""
    means = Resources(store=db, jobs=1, budget=SPENT)
    with pytest.raises(BudgetExhausted, match="higher --budget"):
        execute(resumed, means, 2, Onlooker())


def test_processes_share_what_an_earlier_part_of_the_run_has_left_of_the_cap(
    resumed: RunPlan, db: str, monkeypatch: pytest.MonkeyPatch
):
    hired: list[tuple[int, float | None]] = []

    async def hire(_self: Processes, _cells: object, job: Job, workers: int, _watcher: object) -> None:
        hired.append((workers, job.budget))

    monkeypatch.setattr(Processes, "play", hire)
    for budget in (SPENT + 3.0, SPENT, SPENT - 1.0, None):
        execute(resumed, Resources(store=db, jobs=2, budget=budget), 2, Onlooker())
    assert hired == [(2, 1.5), (2, 0.0), (2, 0.0), (2, None)]


def test_a_match_a_run_and_a_server_that_are_killed_end_as_those_that_are_not(tmp_path: Path):
    figures = list(kill_figures(tmp_path, 1, 1, 1))
    assert [figure.measured for figure in figures] == ["0"] * 6
