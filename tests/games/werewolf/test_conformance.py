from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from parlour.core import RequestKind, chance, find_game
from parlour.core.conformance import check_game, random_action
from parlour.games.werewolf import Team, WerewolfSetup, WerewolfState, kinds, seat_names, start

FORM = TypeAdapter(WerewolfState)
KINDS = find_game("werewolf").kinds
options = st.fixed_dictionaries(
    {
        "language": st.sampled_from(["en", "zh"]),
        "confers": st.integers(0, 2),
        "self_save": st.booleans(),
        "guard_repeats": st.booleans(),
        "parity": st.booleans(),
        "doubly_saved": st.sampled_from(["dies", "lives"]),
        "discussions": st.integers(1, 2),
        "talk": st.sampled_from(["turns", "bidding", "open"]),
        "opens": st.sampled_from(["first", "next", "lot"]),
        "ties": st.sampled_from(["nobody", "lot", "runoff"]),
        "reveal": st.sampled_from(["none", "eliminated", "all"]),
        "days": st.sampled_from([1, 2, 20]),
    }
)


def begin(setup: WerewolfSetup, seed: int) -> WerewolfState:
    return start(setup.players, seed, setup)


@pytest.mark.parametrize("count", range(5, 19))
def test_werewolf_for_any_number_of_players_does_what_every_game_must(count: int):
    setup = WerewolfSetup(players=seat_names(count, "en"))
    check_game(lambda seed: begin(setup, seed), FORM, seeds=range(2), declared=KINDS)


@settings(max_examples=25)
@given(told=options, count=st.integers(5, 12), seed=st.integers(0, 99))
def test_werewolf_under_any_options_does_what_every_game_must(told: dict[str, Any], count: int, seed: int):
    setup = WerewolfSetup(players=seat_names(count, "en"), **told)
    check_game(lambda seed: begin(setup, seed), FORM, seeds=[seed], declared=KINDS)


@settings(max_examples=50)
@given(told=options, count=st.integers(5, 18), seed=st.integers(0, 999))
def test_in_every_match_powers_keep_their_limits_and_the_dead_their_silence(
    told: dict[str, Any], count: int, seed: int
):
    setup = WerewolfSetup(players=seat_names(count, "en"), **told)
    state = begin(setup, seed)
    spent: list[RequestKind] = []
    guarded: list[tuple[str, ...]] = []
    while not state.is_over:
        requests = state.requests()
        dead = set(state.board.dead)
        assert {request.player for request in requests if request.kind is not kinds.SHOOT}.isdisjoint(dead)
        assert all(dead.isdisjoint(request.options) for request in requests)
        actions = {request.id: random_action(request, chance(seed, request.id)) for request in requests}
        for request in requests:
            if (chosen := actions[request.id].chosen) and request.kind in (
                kinds.SAVE,
                kinds.POISON,
                kinds.SHOOT,
            ):
                spent.append(request.kind)
            elif request.kind is kinds.PROTECT:
                guarded.append(chosen)
        state, _ = state.apply(actions)
    assert len(set(spent)) == len(spent)
    assert setup.guard_repeats or all(one != following for one, following in pairwise(guarded) if one)
    assert state.outcome
    assert state.outcome.cases[0].winner in (*Team, None)
    assert state.round <= setup.days


def test_a_state_comes_back_equal_from_json_at_every_step_and_plays_on():
    state = begin(WerewolfSetup(players=seat_names(12, "en"), ties="runoff"), 3)
    while not state.is_over:
        again = FORM.validate_json(FORM.dump_json(state), context=KINDS)
        assert again == state
        actions = {request.id: random_action(request, chance(3, request.id)) for request in state.requests()}
        state, events = state.apply(actions)
        assert again.apply(actions) == (state, events)


def test_a_table_that_decides_nothing_ends_in_a_draw_when_its_days_are_over():
    state = begin(WerewolfSetup(players=seat_names(8, "en"), days=3), 1)
    while not state.is_over:
        state, _ = state.apply({request.id: state.fallback(request) for request in state.requests()})
    assert (state.round, state.board.dead) == (3, ())
    assert state.outcome
    assert state.outcome.cases[0].winner is None
