"""What a run is asked for, and what it takes where nothing is said."""

from __future__ import annotations

import pytest

from parlour.errors import UsageError
from parlour.experiments import ask_run
from parlour.experiments.asking import EVALUATIONS
from parlour.llm import ChosenSettings
from tests.cases import cases

PAID = "openai:x"


@cases(
    ("model", "sought", "times"),
    [
        ("reader", "", 1),
        ("reader:attention=.5", "", 1),
        ("reader", "plain", 1),
        ("reader", "plain@reader", 1),
        ("reader", f"plain@{PAID}", EVALUATIONS),
        (PAID, "", EVALUATIONS),
        (PAID, "plain", EVALUATIONS),
        (PAID, "plain@reader", EVALUATIONS),
    ],
)
def test_questions_are_put_once_where_nobody_answers_but_the_reader(model: str, sought: str, times: int):
    assert ask_run("ladder", model=model, sought=sought).evaluations == times


@cases("times", [0, 1, 5])
def test_questions_are_put_as_often_as_is_said(times: int):
    assert ask_run("ladder", model=PAID, evaluations=times).evaluations == times


def test_a_game_without_questions_takes_nothing_that_is_about_them():
    assert ask_run("gratr-table1", model=PAID).evaluations == 1
    with pytest.raises(UsageError, match="no --team and no --evaluations"):
        ask_run("gratr-table1", model=PAID, evaluations=0)
    with pytest.raises(UsageError, match="no --team and no --evaluations"):
        ask_run("gratr-table1", model=PAID, sought="plain")


def test_settings_of_a_command_line_are_in_the_models_of_the_run():
    chosen = ChosenSettings.read([f"{PAID}.seed=3"], temperature=0.2)
    run = ask_run("ladder", model=PAID, sought="plain@openai:y", chosen=chosen)
    assert (run.model, run.sought) == (f"{PAID}?temperature=0.2&seed=3", "plain@openai:y?temperature=0.2")
    with pytest.raises(UsageError, match=r"--set openai:z\.seed: nobody plays with openai:z"):
        ask_run("ladder", model=PAID, chosen=ChosenSettings.read(["openai:z.seed=3"]))
