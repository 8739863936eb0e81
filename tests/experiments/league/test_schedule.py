"""The schedule: everybody in every camp and every seat equally often, in any game that has sides."""

from __future__ import annotations

from collections import Counter

import pytest

from parlour.arena import start_state
from parlour.core import find_game
from parlour.experiments import Cell
from parlour.experiments.definition import rotate
from parlour.experiments.league import AskedLeague
from parlour.experiments.league.asking import balanced_seeds, first_camp, spread
from parlour.experiments.run_plan import plan_run
from parlour.experiments.runner import lay
from parlour.games.onenight import OneNightSetup
from parlour.games.werewolf import WerewolfSetup
from parlour.llm import ModelPool
from parlour.store import Store
from tests.cases import cases
from tests.experiments.league.conftest import Ask

ENTRANTS = "{a: random, b: plain@reader, c: gratr@reader, d: o-cot@reader}"
GAMES = [
    "{game: werewolf, deals: 6, table: {players: 7}}",
    "{game: onenight, deals: 5}",
    "{game: mystery, deals: 2, stories: generated, table: {rounds: 1}}",
]


def seated(asked: AskedLeague) -> list[tuple[str, dict[str, tuple[str, bool]], Cell]]:
    """Of every match: its meeting, and who sits at each place and whether in the first camp."""
    [run] = asked.runs
    with Store.open(":memory:") as store:
        plan = plan_run(store, run)
    told: list[tuple[str, dict[str, tuple[str, bool]], Cell]] = []
    models = ModelPool()
    for cell in plan.left:
        setup = lay(cell, run, models)
        teams, first = start_state(setup).teams(), find_game(setup.game.name).teams[0]
        seats = {
            f"seat {number}": (seat.method, teams[seat.player] == first)
            for number, seat in enumerate(setup.seats)
        }
        told.append((cell.condition.name, seats, cell))
    return told


@pytest.mark.parametrize("game", GAMES)
def test_every_entrant_sits_equally_often_in_every_camp_and_every_seat(ask: Ask, game: str):
    matches = seated(ask(f"name: l\nentrants: {ENTRANTS}\nlanguages: [en, zh]\ngames: [{game}]\n"))
    by_camp = Counter[tuple[str, bool]]()
    by_seat, by_both = Counter[tuple[object, ...]](), Counter[tuple[object, ...]]()
    for _, seats, _ in matches:
        for method in {method for method, _ in seats.values()}:
            [is_first] = {first for who, first in seats.values() if who == method}
            by_camp[method, is_first] += 1
        for place, (method, is_first) in seats.items():
            by_seat[len(seats), place, method] += 1
            by_both[len(seats), place, is_first, method] += 1
    methods = {method for _, seats, _ in matches for method, _ in seats.values()}
    assert len(methods) == 4
    assert len({by_camp[method, camp] for method in methods for camp in (True, False)}) == 1
    for counts in (by_seat, by_both):
        places = {key[:-1] for key in counts}
        assert all(len({counts[*place, method] for method in methods}) == 1 for place in places)


@cases(
    "setup",
    [
        WerewolfSetup(players=tuple("abcdefgh")),
        WerewolfSetup(players=tuple("abcde")),
        OneNightSetup(players=tuple("abcdefg")),
    ],
)
def test_deals_are_balanced_after_each_of_them_and_begin_alike_however_many_there_are(
    setup: WerewolfSetup | OneNightSetup,
):
    seeds = balanced_seeds(setup, 5, 9)
    assert balanced_seeds(setup, 5, 4) == seeds[:4]
    assert list(seeds) == sorted(set(seeds))
    assert seeds[0] == 5
    for deals in range(1, 10):
        camps = [first_camp(setup, seed) for seed in seeds[:deals]]
        assert spread([sum(seat) for seat in zip(*camps, strict=True)]) <= 1


def test_names_move_on_by_a_seat_from_deal_to_deal(ask: Ask):
    matches = seated(ask(f"name: l\nentrants: {ENTRANTS}\ngames: [{{game: onenight, deals: 3}}]\n"))
    found = {cell.story.seed: cell for name, _, cell in matches if name == "a vs b"}
    tables = [cell.condition.setup(cell.story, 1).players for _, cell in sorted(found.items())]
    assert tables == [rotate(tables[0], seats) for seats in range(3)]
    assert tables[1][1] == tables[0][0]
