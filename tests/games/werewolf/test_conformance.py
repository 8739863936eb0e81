from __future__ import annotations

import io
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter
from rich.console import Console

from parlour.core import Event, EventKind, RequestKind, chance, event_kinds, find_game
from parlour.core.conformance import check_game, random_action
from parlour.games.werewolf import Team, WerewolfSetup, WerewolfState, kinds, seat_names, start
from parlour.views import ScreenPage, story_of
from tests.arena.werewolves import werewolves

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


P1, P2 = "Player 1", "Player 2"


def shown(*events: Event, viewpoint: str | None = None) -> str:
    told, setup = io.StringIO(), werewolves()
    page = ScreenPage(
        console=Console(file=told, width=80), game="werewolf", language="en", players=setup.players
    )
    story = story_of(setup, page, viewpoint)
    for event in events:
        story.show(event)
    return told.getvalue()


def event(
    kind: EventKind, *on: str, role: str | None = None, actor: str | None = None, night: int = 1
) -> Event:
    return Event(number=night, kind=kind, round=night, actor=actor, chosen=on, role=role)


def test_the_verdict_names_who_won_or_that_nobody_did():
    for winners, said in (
        (("good",), "The good side wins: no werewolf is left."),
        (("werewolf",), "The werewolves win: nobody can outvote them any more."),
        ((), "The days have run out. It is a draw."),
    ):
        assert said in shown(event(event_kinds.WON, *winners))


def test_an_attack_is_told_once_a_night():
    again = [event(kinds.ATTACKED, P1) for _ in range(2)]
    assert shown(*again) == shown(again[0])
    assert shown(*again, event(kinds.ATTACKED, P1, night=2)) == shown(again[0]) * 2


def test_a_table_that_one_death_decides_is_warned_of():
    for letters, is_warned in (("wwsvv", True), ("wsvvv", False), ("wwsgvv", False)):
        told, setup = io.StringIO(), werewolves(letters)
        page = ScreenPage(
            console=Console(file=told, width=300), game="werewolf", language="en", players=setup.players
        )
        story_of(setup, page, None).announce()
        assert ("one death by night may end this game" in told.getvalue()) is is_warned
