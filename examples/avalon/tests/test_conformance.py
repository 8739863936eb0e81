"""What every game must satisfy, and that nobody sees what is another's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from typing import Literal

import pytest
from parlour.core import Event, event_kinds
from parlour.core.conformance import check_game, play_randomly
from pydantic import TypeAdapter

from parlour_avalon import AvalonSetup, AvalonState, kinds, seat_names, start
from tables import Plan, play, table

FORM = TypeAdapter(AvalonState)
PAPERS = {event_kinds.ROLE, event_kinds.FELLOWS, kinds.SEEN}
SECRET = PAPERS | {kinds.PLAYED, event_kinds.CONFERRED}


@pytest.mark.parametrize("players", range(5, 11))
def test_avalon_keeps_the_contract_of_a_game(players: int):
    setup = AvalonSetup(players=seat_names(players, "en"), confers=True)
    check_game(lambda seed: start(setup.players, seed, setup), FORM, seeds=range(5))


@pytest.mark.parametrize("talk", ["bidding", "open"])
def test_avalon_keeps_it_where_whoever_wants_to_speak_takes_the_floor(talk: Literal["bidding", "open"]):
    setup = AvalonSetup(players=seat_names(6, "en"), talk=talk)
    check_game(lambda seed: start(setup.players, seed, setup), FORM, seeds=range(3))


def test_random_play_comes_to_every_end():
    setup = AvalonSetup(players=seat_names(7, "en"), discussions=0)
    ends = {play_randomly(start(setup.players, seed, setup), seed)[0] for seed in range(60)}
    assert {state.results.count(False) == 3 for state in ends} == {True, False}
    assert {state.rejections == 5 for state in ends} == {True, False}
    assert {state.named is None for state in ends} == {True, False}


@pytest.mark.parametrize("seed", range(8))
def test_what_is_secret_is_told_to_its_owner_alone_and_all_else_to_everybody(seed: int):
    setup = AvalonSetup(players=seat_names(10, "en"), confers=True)
    state, events = play_randomly(start(setup.players, seed, setup), seed)
    circle = {player for player in state.players if state.deal.knows_fellows(player)}
    for event in events:
        if event.kind == event_kinds.CONFERRED:
            assert event.visible_to == circle
        elif event.kind in SECRET:
            assert event.visible_to == {event.actor}
        else:
            assert event.visible_to is None


@pytest.mark.parametrize("setup", [AvalonSetup(players=seat_names(n, "en")) for n in range(5, 11)])
def test_no_role_is_told_to_all_before_the_end(setup: AvalonSetup):
    _, events = play_randomly(start(setup.players, 3, setup), 3)
    end = next(event.number for event in events if event.kind == event_kinds.WON)
    assert all(event.role is None for event in events[:end] if event.visible_to is None)


def views(deals: Sequence[str], player: str) -> set[tuple[Event, ...]]:
    """What a player sees up to the verdict of games that differ in nothing but the deal."""
    seen: set[tuple[Event, ...]] = set()
    for deal in deals:
        told = play(table(deal)).seen_by(player)
        end = next(n for n, event in enumerate(told) if event.kind == kinds.HUNT)
        seen.add(tuple(replace(event, number=n) for n, event in enumerate(told[:end])))
    return seen


def test_what_a_servant_sees_does_not_depend_on_who_is_what():
    assert len(views(["s" + "".join(rest) for rest in permutations("MPAG")], "Ann")) == 1


def test_what_merlin_sees_does_not_depend_on_who_of_the_evil_is_what():
    assert len(views([f"MPsssD{''.join(evil)}s" for evil in permutations("AGO")], "Ann")) == 1


def test_merlin_cannot_tell_mordred_from_a_servant():
    assert len(views(["MPsssDAGsO", "MPssssAGDO", "MDsssPAGsO"], "Ann")) == 1


def test_what_percival_sees_does_not_depend_on_who_of_the_two_is_merlin():
    assert len(views(["PMGsA", "PGMsA", "PMGAs", "PGMAs"], "Ann")) == 1


def test_what_oberon_sees_does_not_depend_on_who_else_is_evil():
    assert len(views(["O" + "".join(rest) for rest in permutations("MPsA")], "Ann")) == 1


def test_every_member_of_a_team_is_asked_for_a_card_so_that_being_asked_shows_nothing():
    asked = play(table(), Plan(teams={1: ["Ann", "Di"]}).answer).asked(kinds.QUEST)
    assert [request.player for request in asked if request.round == 1] == ["Ann", "Di"]
