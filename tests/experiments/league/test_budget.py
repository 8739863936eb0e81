"""One budget for all games of a league."""

from __future__ import annotations

from parlour.evaluation import MatchScore, Spent
from parlour.experiments import Played, plan_run
from parlour.experiments.league import left_for
from parlour.store import Store
from tests.experiments.league.conftest import Ask

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
        played = Played(
            condition=cell.condition.name,
            story=cell.story.name,
            language="en",
            game=0,
            evaluation=1,
            side=cell.side,
            match="m",
            score=score,
        )
        store.put_cell(first.id, cell.key, played.model_dump_json())
        assert left_for(store, asked, second, 10) == 6
        assert left_for(store, asked, first, 10) == 10
        assert left_for(store, asked, second, 3) == 0
