"""What is asked of matches, as a command line writes it, and what its forks have cost."""

from __future__ import annotations

import pytest

from parlour.errors import UsageError
from parlour.evaluation import MatchScore, Spent
from parlour.experiments.what_if import (
    WhatIf,
    dollars_spent,
    read_change,
    read_deed,
    read_question,
    read_step,
    with_model,
)
from parlour.experiments.what_if.question import PlayedFork
from parlour.llm import ChosenSettings
from tests.cases import cases


def fork(play: float | None = 0.0, answering: float | None = 0.0, *, is_done: bool = True) -> PlayedFork:
    score = MatchScore(
        match="fork", script="s", language="en", play=Spent(dollars=play), answering=Spent(dollars=answering)
    )
    return PlayedFork(
        origin="m", player="Ann", step=3, repeat=0, is_placebo=False, score=score if is_done else None
    )


@cases(
    ("told", "asked"),
    [
        ("seer=gratr", WhatIf(who="seer", method="gratr", model="", at=0, repeats=1)),
        ("Ann = plain@openai:x from 4", WhatIf(who="Ann", method="plain", model="openai:x", at=4)),
        ("own=plain:window=3 from each", WhatIf(who="own", method="plain:window=3", at="each")),
    ],
)
def test_another_mind_takes_a_seat_from_some_step_on(told: str, asked: WhatIf):
    assert read_question(told) == asked
    assert not asked.is_deed


@cases(
    ("asked", "told"),
    [
        (WhatIf(who="seer", method="gratr"), "seer=gratr from 0"),
        (WhatIf(who="seer", method="gratr", model="openai:x", at="each"), "seer=gratr@openai:x from each"),
        (WhatIf(who="Ann", at=3, chooses=("Bo", "Cy")), "Ann at 3: Bo, Cy"),
        (WhatIf(who="Ann", at=3, chooses=()), "Ann at 3: nobody"),
        (WhatIf(who="Ann", at=3, says=""), "Ann at 3: “”"),
        (WhatIf(who="Ann", at=3, says="It was Bo.", chooses=("Bo",)), "Ann at 3: Bo, “It was Bo.”"),
    ],
)
def test_a_change_is_told_in_a_few_words(asked: WhatIf, told: str):
    assert asked.summary == told
    assert asked.is_deed == (" at " in told)


def test_a_deed_names_its_seat_its_step_and_the_words():
    assert read_deed("Ann@3=It was Bo = all along.", "--says") == ("Ann", 3, "It was Bo = all along.")
    assert read_deed("a@b @ 0 = ", "--says") == ("a@b", 0, "")


@cases("told", ["", "seer", "=gratr", "seer=", " = "])
def test_what_is_no_change_is_told(told: str):
    with pytest.raises(UsageError, match="write it as NAME=METHOD"):
        read_change(told)


@cases("told", ["-1", "all", "1.5", ""])
def test_what_is_no_step_is_told(told: str):
    with pytest.raises(UsageError, match="a step is a number, or each"):
        read_step(told)


@cases("told", ["Ann=x", "Ann@=x", "@3=x", "Ann@3", ""])
def test_what_is_no_deed_is_told(told: str):
    with pytest.raises(UsageError, match=r"^--says .*: write it as NAME@STEP="):
        read_deed(told, "--says")


def test_forks_cost_what_their_play_and_their_answers_did_as_far_as_it_is_known():
    assert dollars_spent([]) == 0
    assert dollars_spent([fork(0.5, 0.25), fork(1.0)]) == 1.75
    assert dollars_spent([fork(None, 0.25), fork(0.5, None), fork(None, None)]) == 0.75
    assert dollars_spent([fork(0.5, is_done=False), fork(2.0)]) == 2


def test_settings_of_a_command_line_are_in_the_model_of_the_question():
    chosen = ChosenSettings.read(["openai:x.seed=3"], temperature=0.2)
    models = [
        with_model(read_question(text), chosen).model
        for text in ("Ann=plain@openai:x", "Ann=plain@openai:y from each", "Ann=plain", "Ann=plain@reader")
    ]
    assert models == ["openai:x?temperature=0.2&seed=3", "openai:y?temperature=0.2", "", "reader"]
