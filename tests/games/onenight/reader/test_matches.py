"""Whole games of One Night played by the reader: without faults or leaks, and better than by chance."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Literal

import pytest

from parlour.arena import Record, Status, start_state
from parlour.evaluation import verdicts
from parlour.games.onenight import OneNightSetup, Team, seat_names
from parlour.llm import Language
from tests.arena.mysteries import laid
from tests.arena.playing import play, recorded
from tests.games.sequential import beats_chance
from tests.reader.eight import LANGUAGES

each_language = pytest.mark.parametrize("language", LANGUAGES)
MOST = 144
"""The games played at most; some forty are enough at the usual rate."""

Readers = Literal["everybody", "village", "werewolf", "tanner"]


@cache
def match(
    seed: int, language: Language, readers: Readers = "everybody", players: int = 8, knows: bool = False
) -> Record:
    game = OneNightSetup(
        language=language, players=seat_names(players, language), minion_knows_wolf=knows and players > 4
    )
    teams = start_state(laid(game, seed=seed)).teams()
    methods = {
        player: "plain" if readers in ("everybody", team) else "random" for player, team in teams.items()
    }
    setup = laid(game, model="reader", methods=methods, seed=seed, context=1_000_000)
    return recorded(setup, play(setup))


def wins(readers: Readers) -> Iterator[bool]:
    return (
        case.winner == Team.VILLAGE for seed in range(MOST) for case in verdicts(match(seed, "en", readers))
    )


@pytest.mark.parametrize("readers", ["everybody", pytest.param("village", marks=pytest.mark.real)])
def test_the_village_wins_more_often_when_it_reasons(readers: Readers):
    """By lot it wins one game in eight, and as often as here less than once in a hundred times."""
    assert beats_chance(wins(readers), chance=1 / 8, rate=0.3, odds=150)


@pytest.mark.parametrize("players", [3, 5, 10])
@each_language
def test_small_and_large_tables_play_to_their_end(players: int, language: Language):
    record = match(2, language, players=players)
    assert record.status is Status.FINISHED
    assert not list(record.faults)
