"""What voting by lot comes to: the column *Random* of table 7 of Humanized Agents, and an enumeration."""

from collections import Counter
from math import sqrt
from random import Random

import pytest

from parlour.core import Action, Request
from parlour.games.onenight import OneNightSetup, start
from tests.games.onenight.tales import table


def winners(setup: OneNightSetup, games: int) -> Counter[str | None]:
    return Counter(_game(setup, seed) for seed in range(games))


def _game(setup: OneNightSetup, seed: int) -> str | None:
    state, rng = start(setup.players, seed, setup), Random(seed)
    while not state.is_over:
        state, _ = state.apply({each.id: _by_lot(each, rng) for each in state.requests()})
    return state.outcome.cases[0].winner if state.outcome else None


def _by_lot(request: Request, rng: Random) -> Action:
    chosen = tuple(rng.sample(request.options, request.most))
    return Action(chosen=chosen, speech="Hm." if request.words else "")


def within(share: float, games: int) -> object:
    return pytest.approx(share, abs=4 * sqrt(share * (1 - share) / games))


@pytest.mark.parametrize("games", [3_000, pytest.param(20_000, marks=pytest.mark.real)])
def test_voters_by_lot_win_as_table_7_says_at_the_papers_table(games: int):
    """12.5 % village, 75 % werewolf, 12.5 % tanner: everybody is as likely to be out as everybody else.

    One round of statements is as good as three, since the polls before the last vote decide nothing.
    """
    won = winners(table(rounds=1), games)
    shares = {"village": 0.125, "werewolf": 0.75, "tanner": 0.125}
    assert won.keys() == shares.keys()
    for team, share in shares.items():
        assert won[team] / games == within(share, games), team
