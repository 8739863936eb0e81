"""A league as it is asked for, and where it is refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from parlour.core import GAMES
from parlour.errors import ExperimentError, UsageError
from parlour.evaluation import MatchScore, Spent
from parlour.experiments import plan_run
from parlour.experiments.league import ask_league, left_for
from parlour.llm import ChosenSettings
from parlour.store import Store
from tests.experiments.league.conftest import Ask
from tests.experiments.small import kept_cell


@pytest.mark.parametrize("sides", [(), ("village",)])
def test_a_game_without_two_sides_is_no_game_of_a_league(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, sides: tuple[str, ...]
):
    monkeypatch.setitem(GAMES.registered, "alone", replace(GAMES.find("onenight"), name="alone", teams=sides))
    with pytest.raises(ExperimentError, match=r"4: games\[0\]: alone has no two sides to meet on"):
        ask("name: l\nentrants: {a: random, b: random}\ngames:\n  - {game: alone, deals: 1}\n")


def test_settings_of_a_command_line_are_in_the_models_of_the_entrants(tmp_path: Path):
    file = tmp_path / "league.yaml"
    file.write_text(
        "name: l\nmodel: openai:x\nembedding: bm25\ngames:\n  - {game: onenight, deals: 1}\n"
        "entrants: {a: plain, b: plain@openai:y, c: random, d: plain@reader}\n",
        "utf-8",
    )
    chosen = ChosenSettings.read(["openai:y.seed=3"], temperature=0.2)
    [(run, robin)] = ask_league(file, chosen).robins
    assert run.id != ask_league(file).runs[0].id
    assert dict(robin.entrants) == {
        "a": "plain@openai:x?temperature=0.2",
        "b": "plain@openai:y?temperature=0.2&seed=3",
        "c": "random",
        "d": "plain@reader",
    }
    with pytest.raises(UsageError, match=r"--set openai:z\.seed: nobody plays with openai:z"):
        ask_league(file, ChosenSettings.read(["openai:z.seed=3"]))


TWO = """\
name: two
entrants: {a: random, b: random}
games:
  - {game: werewolf, deals: 1}
  - {game: onenight, deals: 1}
"""


def test_what_one_game_has_cost_the_others_may_not_spend(ask: Ask):
    asked = ask(TWO)
    first, second = asked.runs
    with Store.open(":memory:") as store:
        [cell, *_] = plan_run(store, first).cells
        score = MatchScore(match="m", script="s", language="en", play=Spent(dollars=4.0))
        played = kept_cell(condition=cell.condition.name, story=cell.story.name, side=cell.side, score=score)
        store.put_cell(first.id, cell.key, played.model_dump_json())
        assert left_for(store, asked, second, 10) == 6
        assert left_for(store, asked, first, 10) == 10
        assert left_for(store, asked, second, 3) == 0
