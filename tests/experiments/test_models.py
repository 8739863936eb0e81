"""Which model thinks where: everywhere, in single arms, on single sides."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parlour.errors import UsageError
from parlour.experiments import (
    RunDefinition,
    Suite,
    SuiteRow,
    ask_run,
    cells,
    find_suite,
    read_models,
    stories_of,
    with_added,
)
from parlour.experiments.run import models_of_row, with_models
from parlour.experiments.run_plan import suite_of
from parlour.experiments.runner import lay
from parlour.games.werewolf.arms import Pairing
from parlour.llm import ModelPool
from tests.cases import cases
from tests.experiments.installed import install_suite
from tests.llm.samples import Scripted

LADDER, TABLE_1 = find_suite("ladder"), find_suite("gratr-table1")


def pool() -> ModelPool:
    return ModelPool(opener=lambda _: Scripted(""))


def seats(suite: Suite, run: RunDefinition, arm: str) -> dict[str, tuple[str, str]]:
    """Method and model by seat, in the first cell of an arm."""
    story = stories_of(suite.game).find(suite.stories, "en", 1, 3)
    cell = next(each for each in cells(suite, story, 1, 1) if each.condition.name == arm)
    return {seat.player: (seat.method, seat.model) for seat in lay(cell, run, pool()).seats}


@cases(
    ("told", "bare", "models"),
    [
        (["openai:x"], "openai:x", {}),
        (["PLAYER*=gguf:a=b.gguf", "openai:x"], "openai:x", {"PLAYER*": "gguf:a=b.gguf"}),
        (["murderer=reader"], None, {"murderer": "reader"}),
        (["mine=reader"], None, {"mine": "reader"}),
        (["http://host/v1?key=1#name"], "http://host/v1?key=1#name", {}),
        (["reader:attention=.5"], "reader:attention=.5", {}),
        (["PLAYER* (asks anybody)=x:y"], None, {"PLAYER* (asks anybody)": "x:y"}),
        ([], None, {}),
    ],
)
def test_a_model_is_told_for_all_for_an_arm_or_for_a_side(
    told: list[str], bare: str | None, models: dict[str, str]
):
    assert read_models(told, with_added(LADDER, "mine", "plain")) == (bare, models)


@cases(
    ("told", "said"),
    [
        (["PLAYR*=openai:x"], r"ladder has no arm and no side 'PLAYR\*'; near are PLAYER\*"),
        (["rival=openai:x"], "no side 'rival'"),
        (["openai:x", "openai:y"], "the model of all seats is told twice"),
        (["PP=openai:x", "PP=openai:y"], "PP is told twice"),
    ],
)
def test_what_names_no_arm_is_told(told: list[str], said: str):
    with pytest.raises(UsageError, match=said):
        read_models(told, LADDER)


def test_an_arm_that_is_called_like_a_side_has_no_model_of_its_own(monkeypatch: pytest.MonkeyPatch):
    install_suite(monkeypatch, "small-pairs", "tests.experiments.small:PAIRS")
    with pytest.raises(UsageError, match="werewolf is an arm and a side"):
        # A pairing's own names end in its rivals', so the name is that of all of them.
        ask_run("small-pairs", added={"werewolf": "random"}, models={"werewolf": "openai:x"})


def test_the_model_of_an_arm_is_its_own_method_s_and_murderers_keep_the_run_s():
    run = ask_run("player-table2", model="all", models={"PLAYER*": "own"}, stories="generated")
    suite = replace(suite_of(run), stories="generated")
    told = seats(suite, run, "PLAYER*")
    assert set(told.values()) == {("player-star", "own"), ("plain:ask=all", "all")}
    assert {model for _, model in seats(suite, run, "O-CoT").values()} == {"all"}


def test_a_side_thinks_with_its_model_whatever_plays_it():
    run = ask_run("gratr-table1", model="all", models={"werewolf": "wolves"})
    told = seats(suite_of(run), run, "GRATR vs Baseline")
    wolves = [method for method, model in told.values() if model == "wolves"]
    others = [method for method, model in told.values() if model == "all"]
    assert wolves == ["plain:window=15,counts=messages"] * 3
    assert sorted(others) == ["gratr:as=printed"] * 4 + ["plain:window=15,counts=messages"]


def test_the_same_method_on_two_models_is_told_apart_by_them():
    pairing = Pairing(name="a vs b", method="plain", rival="plain@theirs")
    suite = replace(TABLE_1, conditions=(pairing,), published={}, editions=())
    run = ask_run("gratr-table1", model="ours")
    told = with_models(suite, run)
    assert told.arm("a vs b").own == ("plain@ours",)
    assert sorted(seats(told, run, "a vs b").values()).count(("plain", "ours")) == 4


def test_a_row_stands_beside_the_numbers_of_its_own_model():
    run = ask_run("gratr-table1", model="openai:gpt-4o", models={"GRATR vs Baseline": "openai:gpt-3.5-turbo"})
    suite = suite_of(run)
    rows = {row.name: models_of_row(run, suite, row) for row in suite.rows}
    assert rows["GRATR vs Baseline"] == ("openai:gpt-3.5-turbo",)
    assert rows["GRATR vs NativeRAG"] == ("openai:gpt-4o",)
    theirs = SuiteRow(name="", arms=("GRATR vs Baseline",), methods=("plain:window=15,counts=messages",))
    assert models_of_row(run, suite, theirs) == ("openai:gpt-4o",)


def test_a_method_without_a_model_takes_none():
    with pytest.raises(UsageError, match=r"^mine: random plays without a model"):
        ask_run("ladder", added={"mine": "random@openai:x"})
