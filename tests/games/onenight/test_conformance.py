from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from parlour.core import chance
from parlour.core.conformance import check_game, play_randomly, random_action
from parlour.games.onenight import OneNightSetup, OneNightState, Team, seat_names, start

FORM = TypeAdapter(OneNightState)
options = st.fixed_dictionaries(
    {
        "language": st.sampled_from(["en", "zh"]),
        "rounds": st.integers(1, 4),
        "words": st.integers(10, 200),
        "talk": st.sampled_from(["turns", "bidding", "open"]),
    }
)


def begin(setup: OneNightSetup, seed: int) -> OneNightState:
    state = start(setup.players, seed, setup)
    assert isinstance(state, OneNightState)
    return state


@pytest.mark.parametrize("count", range(3, 11))
def test_one_night_for_any_number_of_players_does_what_every_game_must(count: int):
    setup = OneNightSetup(players=seat_names(count, "en"))
    check_game(lambda seed: begin(setup, seed), FORM, seeds=range(5))


@settings(max_examples=25)
@given(told=options, count=st.integers(5, 10), knows=st.booleans(), seed=st.integers(0, 99))
def test_one_night_under_any_options_does_what_every_game_must(
    told: dict[str, Any], count: int, knows: bool, seed: int
):
    setup = OneNightSetup(players=seat_names(count, "en"), minion_knows_wolf=knows, **told)
    check_game(lambda seed: begin(setup, seed), FORM, seeds=[seed])
    state, _ = play_randomly(begin(setup, seed), seed)
    assert state.outcome
    assert state.outcome.cases[0].winner in list(Team)


def test_a_state_comes_back_equal_from_json_at_every_step_and_plays_on():
    state = begin(OneNightSetup(players=seat_names(8, "en")), 3)
    while not state.is_over:
        again = FORM.validate_json(FORM.dump_json(state))
        assert again == state
        actions = {request.id: random_action(request, chance(3, request.id)) for request in state.requests()}
        state, events = state.apply(actions)
        assert again.apply(actions) == (state, events)
