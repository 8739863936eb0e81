"""Newgame satisfies the checks of every game and its own rules."""

from __future__ import annotations

import pytest
from newgame.rules import NewgameState, start
from newgame.setup import NewgameSetup, seat_names
from pydantic import TypeAdapter

from parlour.core import Action, Event, event_kinds, find_game, request_kinds
from parlour.core.conformance import check_game, play_randomly

TABLE = NewgameSetup(players=seat_names(5, "en"))


def begun(seed: int) -> NewgameState:
    return start(TABLE.players, seed, TABLE)


def cast_votes(votes: dict[str, str]) -> tuple[NewgameState, list[Event]]:
    """Plays a match without speeches, with these votes."""
    state, events = begun(1), list[Event]()
    while not state.is_over:
        choices = {
            request.id: Action(chosen=(votes[request.player],) if request.kind is request_kinds.VOTE else ())
            for request in state.requests()
        }
        state, new = state.apply(choices)
        events += new
    return state, events


def test_it_is_a_game():
    check_game(begun, TypeAdapter(NewgameState), range(20))


def test_it_is_found_by_its_name():
    assert find_game("newgame").setup is NewgameSetup


def test_the_loyal_win_if_the_traitor_is_out():
    traitor = begun(1).traitor
    other = next(name for name in TABLE.players if name != traitor)
    votes = {name: other if name == traitor else traitor for name in TABLE.players}
    state, _ = cast_votes(votes)
    assert state.outcome is not None
    assert state.outcome.cases[0].winner == "loyal"


@pytest.mark.parametrize("seed", range(5))
def test_a_role_is_told_to_nobody_else(seed: int):
    _, events = play_randomly(begun(seed), seed)
    dealt = [event for event in events if event.kind.dealt]
    assert [event.visible_to for event in dealt] == [{name} for name in TABLE.players]


def test_every_vote_says_which_question_it_is_about():
    _, events = cast_votes(
        dict.fromkeys(TABLE.players, begun(1).traitor) | {begun(1).traitor: TABLE.players[0]}
    )
    cast = [event for event in events if event.kind is event_kinds.VOTED]
    assert {event.case for event in cast} == {"traitor"}
