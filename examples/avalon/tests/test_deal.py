"""Who is told what about whom at the deal, and which questions that leaves."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from parlour.core import Case, EventKind, Player, event_kinds

from parlour_avalon import EVIL, MERLIN, Role, Team, kinds, start
from tables import NAMES, play, table

TEN = "MPssssADGO"
MER, PER, SER, _, _, _, ASS, MOR, GAN, OBE = NAMES


def shown(deal: str, kind: EventKind) -> Mapping[Player | None, tuple[Player, ...]]:
    events = play(table(deal)).told(kind)
    assert all(event.visible_to == {event.actor} for event in events)
    return {event.actor: event.chosen for event in events}


def questions(deal: str, player: Player) -> Mapping[str, Case]:
    setup = table(deal)
    return {case.name: case for case in start(setup.players, 1, setup).cases(player)}


def test_everybody_is_told_its_own_role_alone():
    setup = table(TEN)
    told = play(setup).told(event_kinds.ROLE)
    assert tuple(event.role for event in told) == setup.deal
    assert all(event.visible_to == {event.actor} for event in told)


def test_merlin_sees_the_evil_but_not_mordred():
    assert shown(TEN, kinds.SEEN)[MER] == (ASS, GAN, OBE)


def test_percival_sees_merlin_and_morgana_in_seat_order_whoever_is_which():
    merlin_first, morgana_first = shown("MPsAG", kinds.SEEN)["Bo"], shown("GPsAM", kinds.SEEN)["Bo"]
    assert merlin_first == morgana_first == ("Ann", "Eve")


def test_percival_sees_the_same_whether_it_is_merlin_or_morgana_who_sits_first():
    (one,), (other,) = (
        [event for event in play(table(deal)).told(kinds.SEEN) if event.actor == "Bo"]
        for deal in ("MPsAG", "GPsAM")
    )
    assert (one.chosen, one.role, one.text) == (other.chosen, other.role, other.text)


def test_percival_without_a_morgana_sees_merlin():
    assert shown("MPsAm", kinds.SEEN)["Bo"] == ("Ann",)


def test_the_evil_know_each_other_but_for_oberon_whom_nobody_knows_and_who_knows_nobody():
    assert shown(TEN, event_kinds.FELLOWS) == {ASS: (MOR, GAN), MOR: (ASS, GAN), GAN: (ASS, MOR)}


def test_an_assassin_beside_oberon_alone_is_told_of_nobody():
    assert shown("MPsAO", event_kinds.FELLOWS) == {"Di": ()}


def test_fellows_are_shown_as_evil_and_not_by_their_roles():
    assert {event.role for event in play(table(TEN)).told(event_kinds.FELLOWS)} == {Team.EVIL}


def test_a_servant_is_told_nothing_but_its_role():
    dealt = [event for event in play(table(TEN)).seen_by(SER) if event.round == 0]
    assert [(event.kind, event.role) for event in dealt] == [(event_kinds.ROLE, Role.SERVANT)]


# The hidden questions


@pytest.mark.parametrize(
    ("player", "unknown", "answers"),
    [
        (SER, set(NAMES) - {SER}, 4),
        (MER, set(NAMES) - {MER, ASS, GAN, OBE}, 1),
        (PER, set(NAMES) - {PER}, 4),
        (ASS, set(NAMES) - {ASS, MOR, GAN}, 1),
        (OBE, set(NAMES) - {OBE}, 3),
    ],
)
def test_who_is_evil_is_asked_of_those_of_whom_a_player_was_not_told(
    player: Player, unknown: set[Player], answers: int
):
    case = questions(TEN, player)[EVIL]
    assert (set(case.candidates), case.answers) == (unknown, answers)


def test_a_percival_who_sees_merlin_alone_knows_that_he_is_good():
    cases = questions("MPsAm", "Bo")
    assert set(cases) == {EVIL}
    assert cases[EVIL].candidates == ("Cy", "Di", "Eve")


def test_the_evil_ask_who_merlin_is_among_those_whom_they_do_not_know_to_be_evil():
    assert questions(TEN, ASS)[MERLIN].candidates == (*NAMES[:6], OBE)
    assert questions(TEN, OBE)[MERLIN].candidates == NAMES[:9]


def test_percival_asks_which_of_the_two_is_merlin():
    case = questions(TEN, PER)[MERLIN]
    assert (case.candidates, case.answers) == ((MER, GAN), 1)


def test_nobody_else_is_asked_who_merlin_is():
    assert all(set(questions(TEN, player)) == {EVIL} for player in (MER, SER))
