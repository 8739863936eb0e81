"""What voting by lot comes to: the column *Random* of table 7 of Humanized Agents, and an enumeration."""

from collections import Counter
from math import sqrt

import pytest

from parlour.games.onenight import OneNightSetup, start
from tests.games.lots import winner_by_lot
from tests.games.onenight.tales import table


def winners(setup: OneNightSetup, games: int) -> Counter[str | None]:
    return Counter(winner_by_lot(start(setup.players, seed, setup), seed) for seed in range(games))


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
