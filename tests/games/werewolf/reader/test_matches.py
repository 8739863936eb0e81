"""Whole games of Werewolf played by the reader: without faults or leaks, and better than by chance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Literal

import pytest

from parlour.arena import Record, Status, start_state
from parlour.evaluation import verdicts
from parlour.games.werewolf import Team, WerewolfSetup, seat_names
from parlour.llm import Language
from tests.arena.mysteries import laid
from tests.arena.playing import play, recorded
from tests.games.sequential import beats_chance

SEEDS, MOST = range(1, 25), range(1, 145)
"""The games of chance, and the most with the reader, which some forty decide at the usual rate."""

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


def wins(readers: Readers, seeds: Iterable[int]) -> Iterator[bool]:
    return (each.winner == Team.GOOD for seed in seeds for each in verdicts(match(seed, "en", readers)))


@pytest.mark.parametrize("readers", ["everybody", pytest.param("good", marks=pytest.mark.real)])
def test_the_good_side_wins_more_often_when_it_reasons(readers: Readers):
    """Where everybody chooses at random it wins one game in eight; as often as here, once in 3000 times."""
    assert sum(wins("nobody", SEEDS)) <= 0.25 * len(SEEDS)
    assert beats_chance(wins(readers, MOST), chance=1 / 8, rate=0.36, odds=3000)


@pytest.mark.parametrize(("players", "days"), [(5, 20), (18, 2)])
def test_small_and_large_tables_play_to_their_end(players: int, days: int):
    record = match(2, "en", players=players, days=days)
    assert record.status is Status.FINISHED
    assert not list(record.faults)
