"""What judgement variation is by chance: the formula against coins that are flipped."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from parlour.evaluation.richness import RoleShare, coin_flips
from parlour.evaluation.richness.judgement import by_seat, judgement_variation, position_of_votes
from parlour.experiments import find_suite

PAPER = {"seer": 1, "villager": 2, "mason": 2, "minion": 1, "tanner": 1, "werewolf": 1}
SIX = {"seer": 1, "villager": 3, "werewolf": 1, "tanner": 1}
HUNDRED_GAMES = 100 * 8 * 3


def shares(seats: dict[str, int], votes: dict[str, int] | None = None) -> list[RoleShare]:
    cast = votes or {}
    total = sum(cast.values())
    return [
        RoleShare(
            role=role,
            seats=count,
            votes=cast.get(role, 0),
            share=cast.get(role, 0) / count / total if total else 0.0,
        )
        for role, count in seats.items()
    ]


def flipped(seats: dict[str, int], polls: int, random: np.random.Generator) -> list[RoleShare]:
    """The votes of so many polls, in which everybody votes for one of the others by lot."""
    table = [role for role, count in seats.items() for _ in range(count)]
    count = len(table)
    chosen = random.integers(1, count, size=(polls, count))
    targets = (np.arange(count) + chosen) % count
    cast = np.bincount(targets.ravel(), minlength=count)
    votes = dict.fromkeys(seats, 0)
    for role, of in zip(table, cast.tolist(), strict=True):
        votes[role] += of
    return shares(seats, votes)


@pytest.mark.parametrize(("seats", "polls"), [(PAPER, 300), (PAPER, 30), (SIX, 50)])
def test_the_expectation_is_the_mean_of_games_that_are_played_by_lot(seats: dict[str, int], polls: int):
    random = np.random.default_rng(7)
    told = [judgement_variation(by_seat(flipped(seats, polls, random))) for _ in range(4000)]
    values = [each for each in told if each]
    expected = coin_flips(shares(seats), polls * sum(seats.values()))
    error = float(np.std(values)) / sqrt(len(values))
    assert expected == pytest.approx(float(np.mean(values)), abs=4 * error)
    assert error < 0.02 * float(np.mean(values))


def test_a_hundred_games_by_lot_give_six_times_the_paper_s_best_and_a_quarter_of_them_half_of_it():
    whole = coin_flips(shares(PAPER), HUNDRED_GAMES)
    assert whole == pytest.approx(210.6, abs=0.05)
    assert coin_flips(shares(PAPER), HUNDRED_GAMES // 4) == pytest.approx((whole or 0) / 2)


def test_the_paper_s_conditions_lie_before_coin_flips_and_favor_nearest():
    """Table 5 as it must have been meant, of 2,400 votes a condition."""
    published = find_suite("humanized-table5").published
    told = {
        name: published[name, "", "judgement.position"].value for name in ("Baseline", "Strategy", "Favor")
    }
    assert told == {
        "Baseline": pytest.approx(0.788, abs=0.001),
        "Strategy": pytest.approx(0.740, abs=0.001),
        "Favor": pytest.approx(0.920, abs=0.001),
    }


def test_there_is_no_expectation_without_votes_or_of_two_roles():
    assert coin_flips(shares(PAPER), 0) is None
    assert coin_flips(shares({"villager": 4, "werewolf": 1}), 100) is None


def test_all_votes_on_one_seat_lie_at_0_and_coin_flips_at_1_however_many_there_are():
    single = position_of_votes(shares(PAPER, {"werewolf": 240}))
    assert single == pytest.approx(0)
    random = np.random.default_rng(3)
    for polls in (30, 3000):
        told = [position_of_votes(flipped(PAPER, polls, random)) for _ in range(200)]
        assert float(np.mean([each for each in told if each is not None])) == pytest.approx(1, abs=0.01)
