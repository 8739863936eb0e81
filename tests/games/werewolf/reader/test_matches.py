"""Whole games of Werewolf played by the reader: without faults or leaks, and better than by chance."""

from __future__ import annotations

from functools import cache
from typing import Literal

import pytest

from parlour.arena import Record, Status, events, faults, start_state
from parlour.core.event_kinds import SPOKE
from parlour.evaluation import verdicts, win_rate
from parlour.games.werewolf import Team, WerewolfSetup, seat_names
from parlour.llm import Language
from tests.arena.mysteries import laid
from tests.arena.playing import journal, play, recorded
from tests.reader.eight import LANGUAGES

each_language = pytest.mark.parametrize("language", LANGUAGES)
SEEDS = range(1, 25)

Readers = Literal["everybody", "good", "werewolf", "nobody"]


@cache
def match(
    seed: int, language: Language, readers: Readers = "everybody", players: int = 8, days: int = 20
) -> Record:
    """A game in which one side or both reason, and the rest choose at random."""
    game = WerewolfSetup(language=language, players=seat_names(players, language), days=days)
    teams = start_state(laid(game, seed=seed)).teams()
    methods = {
        player: "plain" if readers in ("everybody", team) else "random" for player, team in teams.items()
    }
    setup = laid(game, model="reader", methods=methods, seed=seed, context=1_000_000)
    return recorded(setup, play(setup))


def won(readers: Readers) -> float:
    """The share of games that the good side wins."""
    rate = win_rate([each for seed in SEEDS for each in verdicts(match(seed, "en", readers))], Team.GOOD)
    assert rate.value is not None
    return rate.value


@pytest.mark.parametrize("readers", ["everybody", pytest.param("good", marks=pytest.mark.real)])
def test_the_good_side_wins_more_often_when_it_reasons(readers: Readers):
    """Where everybody chooses at random it wins one game in eight; 10 of 24, once in two thousand times."""
    assert won("nobody") <= 0.25
    assert won(readers) >= 0.4


def test_werewolves_that_reason_beat_those_who_choose_at_random():
    assert won("werewolf") <= 0.1


def test_the_first_word_falls_anew_in_every_match():
    """Nothing was said before it that could tell one match from another."""
    records = [match(seed, "en") for seed in range(1, 7)]
    first = [next(each.text for each in events(record) if each.kind is SPOKE) for record in records]
    assert len(set(first)) >= 5


@pytest.mark.parametrize(("players", "days"), [(5, 20), (18, 2)])
def test_small_and_large_tables_play_to_their_end(players: int, days: int):
    record = match(2, "en", players=players, days=days)
    assert record.status is Status.FINISHED
    assert not list(faults(record))


def test_a_seed_gives_the_same_game_twice():
    record = match(5, "en")
    assert journal(play(record.setup)) == [(entry.kind, entry.json) for entry in record.entries]
