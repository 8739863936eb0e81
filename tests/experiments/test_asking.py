"""What a run is asked for, and what it takes where nothing is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.errors import UsageError
from parlour.experiments import ask_run
from parlour.experiments.run_plan import EVALUATIONS, suite_of
from parlour.games.werewolf.arms import Pairing
from parlour.llm import TEMPERATURE, ChosenSettings
from tests.cases import cases

PAID = "openai:x"
OWN = """\
name: own
title: Models of its own
game: werewolf
temperature: 0.5
arms:
  - {name: plain, method: "plain@openai:y?top_p=0.5"}
  - {name: GRATR vs plain, method: gratr, rival: plain@mine}
metrics: [win_rate]
"""
ENTRY = '[mine]\nbase_url = "http://localhost:1/v1"\nmodel = "z"\n'


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


def test_settings_reach_the_models_that_arms_name_themselves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    file, models = tmp_path / "own.yaml", tmp_path / "models.toml"
    file.write_text(OWN, "utf-8")
    models.write_text(ENTRY, "utf-8")
    monkeypatch.setenv("PARLOUR_MODEL_FILE", str(models))
    plain = ask_run(str(file), model=PAID)
    chosen = ChosenSettings.read(["mine.seed=3"], temperature=0.2)
    run = ask_run(str(file), model=PAID, chosen=chosen)
    plain_arm, pairing = suite_of(run).conditions
    assert plain_arm.method == "plain@openai:y?temperature=0.2&top_p=0.5"
    assert isinstance(pairing, Pairing)
    assert (pairing.method, pairing.rival) == ("gratr", "plain@mine?temperature=0.2&seed=3")
    assert suite_of(plain).conditions[0].method == "plain@openai:y?top_p=0.5"

    models.write_text(f"{ENTRY}temperature = 0.9\n", "utf-8")
    later = ask_run(str(file), model=PAID)
    assert later.id != plain.id  # a run keeps to one value throughout
    assert dict(later.settings) == {"mine": "mine?temperature=0.9"}


def test_a_suite_brings_the_temperature_of_its_paper(tmp_path: Path):
    file = tmp_path / "own.yaml"
    file.write_text(OWN.replace("@mine", ""), "utf-8")
    runs = [ask_run(name, model=PAID) for name in ("gratr-table1", "gratr-figure3", "ladder", str(file))]
    assert [run.temperature for run in runs] == [0.3, 0.3, TEMPERATURE, 0.5]
    assert runs[0].id == runs[1].id
