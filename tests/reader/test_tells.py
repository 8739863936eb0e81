"""The reader's culprits do not give themselves away, and the instrument that says so can see a tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from bench.tells import MOST_TELLING, Spoken, evenness, spoken, tell
from parlour.games.onenight import OneNightSetup, seat_names
from parlour.games.werewolf import WerewolfSetup
from parlour.games.werewolf import seat_names as wolf_names
from tests.arena.mysteries import laid
from tests.arena.playing import play, recorded

GAMES, DAYS, VILLAGE = 60, 40, ("villager", "seer", "mason")


def said_in(game: OneNightSetup | WerewolfSetup, games: int) -> Sequence[Spoken]:
    """What is said in so many games in which everybody is the reader."""
    found: list[Spoken] = []
    for seed in range(games):
        setup = laid(
            game, model="reader", methods=dict.fromkeys(game.players, "plain"), seed=seed, context=1_000_000
        )
        found += spoken(seed, recorded(setup, play(setup)))
    return found


@cache
def speeches() -> Sequence[Spoken]:
    """Of games of One Night."""
    return said_in(OneNightSetup(players=seat_names(8, "en")), GAMES)


@cache
def by_day() -> Sequence[Spoken]:
    """Of games of Werewolf."""
    return said_in(WerewolfSetup(players=wolf_names(8, "en")), DAYS)


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("role", ["werewolf", "minion"])
def test_a_culprit_of_one_night_does_not_give_itself_away(role: str, number: int):
    found = tell([each for each in speeches() if each.round == number], (role,), VILLAGE)
    assert found
    assert found.low <= MOST_TELLING


@pytest.mark.parametrize("number", [1, 2])
def test_a_werewolf_does_not_give_itself_away_by_day(number: int):
    found = tell([each for each in by_day() if each.round == number], ("werewolf",), ("villager",))
    assert found
    assert found.low <= MOST_TELLING


def test_a_tell_is_found():
    """Werewolves who say a word that nobody else does: a little is enough."""
    marked = [
        replace(each, surface={**each.surface, "word hm": 1.0})
        if each.role == "werewolf" and each.match % 4
        else each
        for each in speeches()
        if each.round == 2
    ]
    found = tell(marked, ("werewolf",), VILLAGE)
    assert found
    assert found.low > MOST_TELLING


def test_seats_that_decide_are_found_and_even_ones_are_not():
    seats = np.eye(8)[np.arange(400) % 8]
    fair = np.random.default_rng(0).integers(0, 2, 400).astype(float)
    assert evenness(seats, fair) > 0.01
    assert evenness(seats, np.maximum(fair, seats[:, 0])) < 0.01
