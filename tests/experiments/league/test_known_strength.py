"""Bots of known strength, really playing: in the right order, with intervals that hold the truth."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import combinations

import pytest

from parlour.agents.memory import BM25, LazyRanking
from parlour.arena import Record, Status, open_match
from parlour.core import find_game
from parlour.experiments.definition import camps_of
from parlour.experiments.league import AskedLeague, league_tables
from parlour.experiments.league.rating import TOO_FEW, FittedRatings, PairResult, fit, in_points
from parlour.experiments.league.rows import first_camp_points, league_matches
from parlour.experiments.run_plan import plan_run
from parlour.experiments.runner import lay
from parlour.llm import MatchModels, ModelPool
from parlour.store import MemoryLog, Store
from tests.experiments.league.conftest import Ask

LEAGUE = """\
name: known
entrants: {{none: random, some: 'oracle:knows=0.5', all: 'oracle:knows=1'}}
seed: {seed}
games:
  - {{game: werewolf, deals: {deals}, table: {{players: 5}}}}
  - {{game: onenight, deals: {deals}, table: {{players: 4, rounds: 1}}}}
"""
ORDER = ["all", "some", "none"]
DEALS, MANY = 6, 30


async def results_in_memory(asked: AskedLeague, number: int) -> list[PairResult]:
    """Every match of one game, played without a store."""
    run, robin = asked.robins[number]
    game, pairs = find_game(robin.game), {meeting.name: pair for pair, meeting in robin.meetings.items()}
    with Store.open(":memory:") as store:
        cells = plan_run(store, run).cells
    told: list[PairResult] = []
    async with ModelPool() as models:
        for cell in cells:
            setup, log = lay(cell, run, models), MemoryLog()
            await open_match(setup, log, MatchModels(models, log=log), LazyRanking(BM25)).play()
            record = Record(match="m", setup=setup, status=Status.FINISHED, started="", entries=log.entries)
            pair = pairs[cell.condition.name]
            home, away = pair if cell.side == camps_of(game)[0] else pair[::-1]
            points = first_camp_points(record)
            assert points is not None
            told.append((home, away, points))
    return told


@pytest.fixture
def truths(ask: Ask) -> list[FittedRatings]:
    """What five times as many other deals say, game by game."""
    many = ask(LEAGUE.format(deals=MANY, seed=5000))
    return [fit(asyncio.run(results_in_memory(many, number)), ORDER) for number in range(2)]


def test_bots_of_known_strength_come_out_in_order_with_intervals_that_hold_the_truth(
    ask: Ask, play: Callable[[AskedLeague], Store], truths: list[FittedRatings]
):
    asked = ask(LEAGUE.format(deals=DEALS, seed=0))
    with play(asked) as store:
        tables = league_tables(store, asked)
        fitted = [
            fit(
                [
                    (m.camps[0].entrant, m.camps[1].entrant, m.points)
                    for m in league_matches(store, run, robin)
                ],
                ORDER,
            )
            for run, robin in asked.robins
        ]
    assert tables.matches == tables.expected == 2 * 3 * 2 * DEALS
    together = [row for row in tables.ratings if row.game == ""]
    assert [row.entrant for row in together] == ORDER
    assert together[0].low > together[-1].high
    assert not any(row.note == TOO_FEW for row in tables.ratings)
    for game, truth, found in zip(("werewolf", "onenight"), truths, fitted, strict=True):
        assert sorted(ORDER, key=lambda name: -truth.overall(name).value) == ORDER
        for row in tables.ratings:
            if row.game == game and not row.camp:
                assert row.low <= in_points(truth.overall(row.entrant).value) <= row.high
        for one, other in combinations(ORDER, 2):
            apart, true = found.difference(one, other), truth.difference(one, other)
            assert apart.low <= true.value <= apart.high
            assert true.low > 0 or (one, other) != ("all", "none")
