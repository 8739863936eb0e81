"""Two methods at one table, which change sides."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from parlour.agents.memory import BM25, LazyRanking
from parlour.errors import UnknownMethod, UsageError
from parlour.evaluation import score_match
from parlour.experiments import Cell, Resources, RunPlan, cells, find_suite, look_ahead, plan_run, stories_of
from parlour.experiments.preflight import estimate_usage
from parlour.experiments.runner import CellRunner, lay
from parlour.games.werewolf import Role
from parlour.games.werewolf.arms import SIDES, Pairing
from parlour.llm import ModelPool, Rehearsal
from parlour.store import Store
from tests.cases import cases
from tests.experiments.installed import uninstall
from tests.experiments.small import asked_run
from tests.llm.samples import Scripted

PAIRING = Pairing(name="one vs other", method="random", rival="plain:window=15")
SUITE = replace(
    find_suite("gratr-table1"), name="pairs", conditions=(PAIRING,), published={}, measured=None, editions=()
)
RUN = asked_run(suite="pairs", stories="werewolf", games=3, seed=5)
STORIES = stories_of("werewolf").find("werewolf", None, 3, 5)


@cases("seed", range(12))
def test_one_method_leads_with_a_villager_and_the_other_hunts_with_the_other_villager(seed: int):
    game = PAIRING.setup(STORIES[0], 1)
    roles = dict(zip(game.players, game.dealt(seed), strict=True))
    led, hunted = (PAIRING.methods(game, seed, side) for side in SIDES)
    for side, seats in (("leaders", led), ("werewolves", hunted)):
        assert Counter(seats.values()) == {"random": 4, "plain:window=15": 4}
        own = {roles[player] for player, method in seats.items() if method == "random"}
        team = {Role.SEER, Role.WITCH, Role.GUARD} if side == "leaders" else {Role.WEREWOLF}
        assert own == {*team, Role.VILLAGER}
    # With the sides the two methods change seats, and nothing else changes.
    assert {player: method == "random" for player, method in led.items()} == {
        player: method != "random" for player, method in hunted.items()
    }


def test_each_table_is_played_once_from_either_side_and_has_the_same_deal_in_every_arm():
    told = list(cells(find_suite("gratr-table1"), STORIES, 1, 1))
    assert len({cell.key for cell in told}) == len(told) == 4 * 3 * 2
    models = ModelPool()
    first, second, *_ = (cell for cell in told if cell.condition.name == "GRATR vs Baseline")
    one, other = lay(first, RUN, models), lay(second, RUN, models)
    assert (one.game, one.seed) == (other.game, other.seed)
    assert one.seed == 5
    assert first.side != second.side
    assert [seat.method for seat in one.seats] != [seat.method for seat in other.seats]


def test_a_cell_is_played_to_a_score_by_seat(tmp_path: Path):
    cell = next(iter(cells(SUITE, STORIES, 1, 1)))

    async def scenario(store: Store) -> None:
        async with ModelPool() as models:
            runner = CellRunner(
                run=RUN, store=store, models=models, ranking=LazyRanking(BM25), say=pytest.fail
            )
            played = await runner.play(cell)
        assert played.side == "leaders"
        assert played.score == score_match(store.record(played.match))
        assert played.score
        assert [seat.method for seat in played.score.seats].count("random") == 4

    with Store.open(str(tmp_path / "run.db")) as store:
        asyncio.run(scenario(store))


def test_what_is_expected_is_rehearsed_from_either_side():
    told = list(cells(SUITE, STORIES, 1, 1))

    async def foreseen(some: list[Cell]) -> int:
        async with ModelPool(opener=lambda _: Rehearsal(Scripted("", price=0.01))) as models:
            return (await estimate_usage(some, RUN.model_copy(update={"model": "priced"}), models)).calls

    by_side = [asyncio.run(foreseen([cell for cell in told if cell.side == side])) for side in SIDES]
    assert 0 < asyncio.run(foreseen(told)) == sum(by_side)
    assert by_side[0] != by_side[1]


def test_a_method_that_ships_apart_is_told_with_what_to_install_and_what_can_be_played_without_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    uninstall(monkeypatch, "parlour-lightrag")
    light = Pairing(name="one vs LightRAG", method="random", rival="light-rag")
    suite = replace(SUITE, conditions=(light, PAIRING))
    plan = RunPlan(run=RUN, suite=suite, cells=tuple(cells(suite, STORIES, 1, 1)), held={})
    told = r"one vs LightRAG: .*pip install parlour-lightrag; without it: --conditions \"one vs other\""
    with pytest.raises(UnknownMethod, match=told):
        look_ahead(plan, Resources(store=str(tmp_path / "run.db")))


@pytest.mark.parametrize(("suite", "stories"), [("gratr-table1", "generated"), ("ladder", "werewolf")])
def test_a_suite_is_played_on_what_its_game_is_played_on(tmp_path: Path, suite: str, stories: str):
    asked = RUN.model_copy(update={"suite": suite, "stories": stories})
    with Store.open(str(tmp_path / "run.db")) as store, pytest.raises(UsageError, match="plays"):
        plan_run(store, asked)
