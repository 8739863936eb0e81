"""An experiment of one's own, from its file to its run; what is wrong is told with line and field."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from parlour.errors import FileError
from parlour.experiments import RunDefinition, ask_run, definition_schema, plan_run
from parlour.experiments.definition_file import read_definition, read_marked
from parlour.experiments.run_plan import suite_of
from parlour.games.werewolf.arms import Pairing
from parlour.store import Store
from tests.cases import cases

EXAMPLE = Path(__file__).parents[2] / "examples" / "two-minds.yaml"
SMALL = """\
name: small-one
title: Small
game: werewolf
players: 6
setup: {reveal: none}
arms:
  - {name: plain, method: plain}
  - name: GRATR vs plain
    method: gratr@reader
    rival: plain
    players: 8
    setup: {days: 3}
metrics: [win_rate, twr]
games: 3
languages: [en, zh]
reference: plain
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "small.yaml"
    path.write_text(SMALL, "utf-8")
    return path


def changed(file: Path, old: str, new: str) -> Path:
    assert old in SMALL
    file.write_text(SMALL.replace(old, new, 1), "utf-8")
    return file


def test_arms_are_of_the_game_s_kinds_with_what_is_said_of_all(file: Path):
    plain, pairing = read_definition(file).suite.conditions
    assert (plain.players, plain.options) == (6, {"reveal": "none"})
    assert isinstance(pairing, Pairing)
    assert (pairing.players, pairing.options) == (8, {"reveal": "none", "days": 3})
    assert pairing.own == ("gratr@reader",)


def test_a_run_carries_its_definition_and_needs_no_file(file: Path, tmp_path: Path):
    run = ask_run(str(file), model="reader")
    again = RunDefinition.model_validate_json(run.model_dump_json())
    file.unlink()
    assert again == run
    assert again.id == run.id
    assert suite_of(again).conditions == suite_of(run).conditions
    with Store.open(str(tmp_path / "runs.db")) as store:
        plan = plan_run(store, again)
    # Three tables in two languages, of which the pairing plays each from either side.
    assert len(plan.cells) == 2 * 3 * (1 + 2)
    assert plan.run.id.startswith("small-one-")


def test_what_is_asked_goes_before_what_the_file_says(file: Path):
    changed(file, "games: 3\n", "games: 3\nseed: 5\nmodel: openai:x\nmodels: {werewolf: openai:y}\n")
    run = ask_run(str(file))
    assert (run.games, run.seed, run.model, run.models) == (3, 5, "openai:x", {"werewolf": "openai:y"})
    run = ask_run(str(file), games=1, seed=0, model="reader", models={"plain": "openai:z"})
    assert (run.games, run.seed, run.model) == (1, 0, "reader")
    assert run.models == {"werewolf": "openai:y", "plain": "openai:z"}


@cases(
    ("old", "new", "said"),
    [
        ("game: werewolf", "game: werwolf", "3: game: there is no 'werwolf'; the nearest are werewolf"),
        ("method: plain}", "metod: plain}", "7: arms[0].metod: there is no such field; the nearest"),
        ("method: plain}", "method: plian}", "7: arms[0].method: no method 'plian'; there are: plain"),
        ("method: plain}", "method: 'plain:ask=some'}", "7: arms[0].method: plain: ask: Input should be"),
        ("rival: plain", "rivals: plain", "10: arms[1].rivals: there is no such field"),
        ("days: 3", "dais: 3", "12: arms[1].setup.dais: there is no such field; the nearest are days"),
        ("days: 3", "days: 300", "12: arms[1].setup.days: input should be less than or equal to 100"),
        ("reveal: none", "reveal: some", "5: setup.reveal: input should be 'none', 'eliminated' or 'all'"),
        ("players: 6", "players: 2", "Werewolf"),
        ("players: 6", "players: 0", "4: players: input should be greater than or equal to 1, not 0"),
        ("[win_rate, twr]", "[win_rat, twr]", "13: metrics[0]: there is no 'win_rat'; the nearest"),
        ("reference: plain", "reference: plane", "16: reference: there is no 'plane'; the nearest are plain"),
        (
            "reference: plain",
            "reference: on",
            "16: reference: input should be a valid string: put a word that",
        ),
        ("games: 3", "games: three", "14: games: input should be a valid integer"),
        ("games: 3", "games: 3\ngames: 4", "15: games: stands twice, first on line 14"),
        ("languages: [en, zh]", "languages: [en, fr]", "15: languages[1]: input should be 'en' or 'zh'"),
        ("[win_rate, twr]", "win_rate", "13: metrics: should be a list, each item after a hyphen"),
        ("name: small-one", "name: ladder", "1: name: 'ladder' is an installed suite"),
        ("name: small-one", "name: a/b", "1: name: "),
        ("name: GRATR vs plain", "name: plain", "8: arms[1].name: 'plain' is another arm's name already"),
        ("title: Small\n", "", "1: title: is missing (What it shows, in one line.)"),
        ("games: 3", "games: 3\nstories: generated", "15: stories: a suite that plays werewolf"),
        ("games: 3", "games: 3\nmodels: {plan: reader}", "15: models: small-one has no arm"),
        ("games: 3", "games: [3", "is not YAML"),
    ],
)
def test_what_is_wrong_is_told_with_line_and_field(file: Path, old: str, new: str, said: str):
    with pytest.raises(FileError) as told:
        read_definition(changed(file, old, new))
    assert said in str(told.value)
    assert str(told.value).startswith(str(file))
    assert "\n" not in str(told.value)


def test_numbers_that_stand_beside_no_arm_are_told(file: Path):
    numbers = "published:\n  source: s\n  model: m\n  numbers:\n    - {arm: plane, metric: twr, value: 1}\n"
    file.write_text(SMALL + numbers, "utf-8")
    with pytest.raises(FileError, match=r"21: published.numbers\[0\].arm: there is no 'plane'"):
        read_definition(file)
    file.write_text(SMALL + numbers.replace("plane", "plain").replace("value", "valu"), "utf-8")
    with pytest.raises(FileError, match=r"published.numbers\[0\].valu: .* the nearest are value"):
        read_definition(file)


@cases("text", ["", "- a\n", "just words\n", "a: [\n", "\x00"])
def test_what_is_no_experiment_is_told(file: Path, text: str):
    file.write_text(text, "utf-8")
    with pytest.raises(FileError, match=str(file)):
        read_definition(file)
    with pytest.raises(FileError, match="cannot be read"):
        read_definition(file.with_name("none.yaml"))


def test_the_schema_knows_what_each_game_takes(file: Path):
    schema = definition_schema()
    Draft202012Validator.check_schema(schema)
    validator: Any = Draft202012Validator(schema)  # its types are partly unknown
    for path in (EXAMPLE, file):
        assert not [error.message for error in validator.iter_errors(read_marked(path).data)]
    for old, new in (("rival: plain", "rivals: plain"), ("days: 3", "days: 300"), ("werewolf", "werwolf")):
        wrong = read_marked(changed(file, old, new)).data
        assert not validator.is_valid(json.loads(json.dumps(wrong))), new


@cases(
    ("text", "line", "said"),
    [
        ("name: x\na: b: c\n", 2, "mapping values are not allowed here"),
        ("name: x\n\nmodel: *other\n", 3, "found undefined alias 'other'"),
        ("name: x\ngames: [3\nseed: 1\n", 3, "while parsing a flow sequence: expected ',' or ']'"),
    ],
)
def test_what_is_no_yaml_is_told_with_the_line_where_it_goes_wrong(
    tmp_path: Path, text: str, line: int, said: str
):
    file = tmp_path / "wrong.yaml"
    file.write_text(text, "utf-8")
    with pytest.raises(FileError) as told:
        read_marked(file)
    assert told.value.line == line
    assert f"is not YAML: {said}" in str(told.value)
