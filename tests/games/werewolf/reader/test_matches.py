"""Whole games of Werewolf played by the reader: without faults or leaks, and better than by chance."""

from __future__ import annotations

from functools import cache
from typing import Literal

import pytest

from parlour.arena import Record, Status, start_state
from parlour.evaluation import verdicts, win_rate
from parlour.games.werewolf import Team, WerewolfSetup, seat_names
from parlour.llm import Language
from tests.arena.mysteries import laid
from tests.arena.playing import play, recorded

SEEDS = range(1, 25)

Readers = Literal["everybody", "good", "werewolf", "nobody"]


@cache
def match(
    seed: int, language: Language, readers: Readers = "everybody", players: int = 8, days: int = 20
) -> Record:
    game = WerewolfSetup(language=language, players=seat_names(players, language), days=days)
    teams = start_state(laid(game, seed=seed)).teams()
    methods = {
        player: "plain" if readers in ("everybody", team) else "random" for player, team in teams.items()
    }
    setup = laid(game, model="reader", methods=methods, seed=seed, context=1_000_000)
    return recorded(setup, play(setup))


def won(readers: Readers) -> float:
    rate = win_rate([each for seed in SEEDS for each in verdicts(match(seed, "en", readers))], Team.GOOD)
    assert rate.value is not None
    return rate.value


@pytest.mark.parametrize("readers", ["everybody", pytest.param("good", marks=pytest.mark.real)])
def test_the_good_side_wins_more_often_when_it_reasons(readers: Readers):
    """Where everybody chooses at random it wins one game in eight; 10 of 24, once in two thousand times."""
    assert won("nobody") <= 0.25
    assert won(readers) >= 0.4


@pytest.mark.parametrize(("players", "days"), [(5, 20), (18, 2)])
def test_small_and_large_tables_play_to_their_end(players: int, days: int):
    record = match(2, "en", players=players, days=days)
    assert record.status is Status.FINISHED
    assert not list(record.faults)
