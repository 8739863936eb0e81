"""Biases of seats, names and languages; entrants seated by the deal and paid by their cards."""

from __future__ import annotations

import asyncio

import numpy as np
import pytest

from parlour.agents.memory import BM25, LazyRanking
from parlour.arena import Record, Status, open_match
from parlour.core import find_game
from parlour.evaluation import Sides
from parlour.experiments.league import AskedLeague
from parlour.experiments.league.biases import camp_by_place_p, languages_p
from parlour.experiments.league.rows import dealt_camps, first_camp_points
from parlour.experiments.run_plan import plan_run
from parlour.experiments.runner import lay
from parlour.llm import MatchModels, ModelPool
from parlour.store import MemoryLog, Store
from tests.experiments.league.conftest import Ask

LEAGUE = """
name: sides
entrants: {some: "oracle:knows=0.5", none: "oracle:knows=0"}
games:
  - {game: onenight, deals: 20, table: {players: 5, rounds: 1, setup: {rules: RULES}}}
"""


async def records(asked: AskedLeague) -> list[Record]:
    """Every match, played without a store."""
    run, _ = asked.robins[0]
    with Store.open(":memory:") as store:
        cells = plan_run(store, run).cells
    told: list[Record] = []
    async with ModelPool() as models:
        for cell in cells:
            setup, log = lay(cell, run, models), MemoryLog()
            await open_match(setup, log, MatchModels(models, log=log), LazyRanking(BM25)).play()
            told.append(
                Record(match="m", setup=setup, status=Status.FINISHED, started="", entries=log.entries)
            )
    return told


def ended(record: Record) -> tuple[bool, ...]:
    first = find_game(record.setup.game.name).teams[0]
    teams = Sides.of(record).teams
    return tuple(teams[player] == first for player in record.setup.players)


def test_a_seat_counts_by_its_side_at_the_end(ask: Ask):
    played = asyncio.run(records(ask(LEAGUE.replace("RULES", "people"))))
    changed = [record for record in played if dealt_camps(record) != ended(record)]
    assert len(changed) > 5
    shares: set[float] = set()
    for record in played:
        sides, points = Sides.of(record), first_camp_points(record)
        assert points is not None
        [case] = sides.cases
        won = {
            player: (sides.teams[player] == "village") == (case.winner == "village")
            for player in record.setup.players
        }
        homes = [name for name, is_home in zip(won, dealt_camps(record), strict=True) if is_home]
        others = [name for name in won if name not in homes]
        if case.winner is None:
            assert points == 0.5
        elif homes and others:
            here = sum(won[name] for name in homes) / len(homes)
            there = sum(won[name] for name in others) / len(others)
            assert points == pytest.approx((here + 1 - there) / 2)
        shares.add(points)
    assert shares - {0.0, 0.5, 1.0}


def test_where_nobody_changes_sides_one_camp_wins_whole(ask: Ask):
    for record in asyncio.run(records(ask(LEAGUE.replace("RULES", "paper")))):
        [case] = Sides.of(record).cases
        assert dealt_camps(record) == ended(record)
        assert first_camp_points(record) == float(case.winner == "village")


def camps(random: np.random.Generator, deals: int) -> np.ndarray:
    return np.array([random.permutation([1, 1, 1, 1, 0, 0]) for _ in range(deals)], dtype=float)


def test_a_seat_that_wins_for_its_camp_is_found():
    random = np.random.default_rng(0)
    is_home = camps(random, 40)
    points = 0.3 * random.random(40) + 0.4 * is_home[:, 2]
    assert camp_by_place_p(is_home, points) < 0.01


def test_a_difference_between_languages_is_found():
    random = np.random.default_rng(0)
    points = random.random((30, 3))
    assert languages_p(points, points + 0.2 * random.random((30, 3))) < 0.01
    assert languages_p(points, points) == 1


def test_where_there_is_nothing_the_tests_find_something_no_more_often_than_they_say():
    random = np.random.default_rng(0)
    seats = [camp_by_place_p(camps(random, 6), random.random(6)) for _ in range(100)]
    spoken = [languages_p(random.random((7, 2)), random.random((7, 2))) for _ in range(100)]
    for found in (seats, spoken):
        assert np.mean(np.array(found) < 0.05) <= 0.1
        assert 0.3 < np.mean(found) < 0.7
