from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from parlour.core.conformance import check_game
from parlour.games.onenight import OneNightSetup, OneNightState, seat_names, start
from parlour.games.onenight.people import PeopleState

options = st.fixed_dictionaries(
    {
        "language": st.sampled_from(["en", "zh"]),
        "rounds": st.integers(1, 4),
        "words": st.integers(10, 200),
        "talk": st.sampled_from(["turns", "bidding", "open"]),
        "minion_knows_wolf": st.booleans(),
    }
)


def check(setup: OneNightSetup, seeds: range) -> None:
    form = TypeAdapter[Any](PeopleState if setup.is_of_people else OneNightState)
    check_game(lambda seed: start(setup.players, seed, setup), form, seeds=seeds)


@pytest.mark.parametrize("count", range(3, 11))
def test_one_night_for_any_number_of_players_does_what_every_game_must(count: int):
    players = seat_names(count, "en")
    check(OneNightSetup(players=players), range(5))
    for cast in ("usual", "youtube", "ego4d"):
        check(OneNightSetup(players=players, rules="people", rounds=1, cast=cast), range(3))


@settings(max_examples=25)
@given(told=options, count=st.integers(5, 10), seed=st.integers(0, 99))
def test_one_night_under_any_options_does_what_every_game_must(told: dict[str, Any], count: int, seed: int):
    check(OneNightSetup(players=seat_names(count, "en"), **told), range(seed, seed + 1))
