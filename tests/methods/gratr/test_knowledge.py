"""What an agent begins with and learns for certain, against the values of NOTES 1."""

from __future__ import annotations

from parlour.core import Event, event_kinds
from parlour.games import onenight
from parlour.games.werewolf import Role, kinds
from parlour.methods.gratr.evidence import Parameters
from parlour.methods.gratr.knowledge import Dealt, begun, certain
from tests.agents.seats import observation
from tests.methods.gratr.tables import SEATS, seat


def test_a_villager_and_a_leader_begin_with_nobody_but_themselves():
    for role in (Role.VILLAGER, Role.SEER, Role.WITCH):
        [graph] = begun(Dealt.of(seat("Ann", role)), Parameters()).values()
        assert graph.trust == {name: float(name == "Ann") for name in SEATS}


def test_a_werewolf_begins_with_its_fellows_and_against_the_others():
    fellows = Event(number=1, kind=event_kinds.FELLOWS, actor="Ann", chosen=("Dan",), role=Role.WEREWOLF)
    [graph] = begun(Dealt.of(seat("Ann", Role.WEREWOLF, fellows)), Parameters()).values()
    assert graph.trust == {"Ann": 1, "Ben": -0.9, "Cat": -0.9, "Dan": 1, "Eve": -0.9}


def test_who_killed_a_victim_begins_its_case_against_everybody():
    seats = [observation(name) for name in observation().seat.players]
    for each in seats:
        graphs = begun(Dealt.of(each), Parameters())
        assert list(graphs) == [case.name for case in each.seat.cases]
        for case, graph in graphs.items():
            others = {value for name, value in graph.trust.items() if name != each.seat.player}
            assert others == ({-0.9} if case in each.own_victims else {0.0})
    assert any(each.own_victims for each in seats)


def test_what_leaves_no_doubt_becomes_certain():
    for kind, shown, role, is_ally in (
        (event_kinds.CHECKED, "werewolf", Role.SEER, False),
        (event_kinds.CHECKED, "good", Role.SEER, True),
        (event_kinds.REVEALED, "werewolf", Role.VILLAGER, False),
        (event_kinds.REVEALED, "hunter", Role.VILLAGER, True),
        (event_kinds.REVEALED, "werewolf", Role.WEREWOLF, True),
        (event_kinds.REVEALED, "seer", Role.WEREWOLF, False),
        (kinds.ATTACKED, None, Role.WITCH, True),
        (kinds.SPIED, "werewolf", Role.LITTLE_GIRL, False),
        (kinds.EXPOSED, "idiot", Role.VILLAGER, True),
        (kinds.EXPOSED, "idiot", Role.WEREWOLF, False),
        (kinds.LOST_POWERS, "elder", Role.VILLAGER, True),
        (kinds.BURIED, "werewolf", Role.GRAVEKEEPER, False),
        (kinds.BURIED, "good", Role.GRAVEKEEPER, True),
        (event_kinds.REVEALED, "tanner", Role.VILLAGER, False),
        (event_kinds.REVEALED, "villager", Role.TANNER, False),
    ):
        seen = seat("Ann", role)
        sure = certain(Event(number=7, kind=kind, chosen=("Ben",), role=shown), seen)
        assert sure is not None
        [graph] = begun(Dealt.of(seen), Parameters()).values()
        assert sure.add_to(graph).trust["Ben"] == (1 if is_ally else -1)
        assert sure.add_to(graph).nodes["Ben"].is_certain


def test_who_is_no_werewolf_may_still_be_the_tanner_where_there_is_one():
    for kind in (event_kinds.CHECKED, kinds.ATTACKED):
        role = "good" if kind is event_kinds.CHECKED else None
        seen = Event(number=7, kind=kind, chosen=("Ben",), role=role)
        assert certain(seen, seat("Ann", Role.SEER, beside=("werewolf", "villager", "tanner"))) is None


def test_what_says_nothing_of_anothers_side_is_not_certain():
    for event in (
        Event(number=7, kind=event_kinds.REVEALED, chosen=("Ann",), role="villager"),
        Event(number=7, kind=event_kinds.REVEALED, case="Vera", chosen=("Ben",)),
        Event(number=7, kind=event_kinds.ELIMINATED, chosen=("Ben",)),
        Event(number=7, kind=event_kinds.CHECKED),
        Event(number=7, kind=kinds.ATTACKED),
        Event(number=7, kind=kinds.SPIED),
        Event(number=7, kind=kinds.GROWLED, role="werewolf"),
    ):
        assert certain(event, seat("Ann", Role.VILLAGER)) is None


# One Night


def test_whoever_is_alone_in_one_night_begins_against_everybody():
    for role in (onenight.Role.WEREWOLF, onenight.Role.TANNER):
        [graph] = begun(Dealt.of(seat("Ann", role, game="onenight")), Parameters()).values()
        assert graph.trust == {name: 1 if name == "Ann" else -0.9 for name in SEATS}


def test_whoever_knows_nobody_in_one_night_begins_with_nobody_but_themselves():
    for role in (onenight.Role.SEER, onenight.Role.VILLAGER, onenight.Role.MINION):
        [graph] = begun(Dealt.of(seat("Ann", role, game="onenight")), Parameters()).values()
        assert graph.trust == {name: float(name == "Ann") for name in SEATS}


def test_a_mason_is_sure_of_the_other_and_open_to_the_rest():
    fellow = Event(number=1, kind=event_kinds.FELLOWS, actor="Ann", chosen=("Dan",), role=onenight.Role.MASON)
    [graph] = begun(
        Dealt.of(seat("Ann", onenight.Role.MASON, fellow, game="onenight")), Parameters()
    ).values()
    assert graph.trust == {"Ann": 1, "Ben": 0, "Cat": 0, "Dan": 1, "Eve": 0}
    assert graph.nodes["Dan"].is_certain


def test_a_minion_that_knows_the_werewolf_begins_as_its_fellow():
    wolf = Event(
        number=1, kind=event_kinds.FELLOWS, actor="Ann", chosen=("Dan",), role=onenight.Role.WEREWOLF
    )
    [graph] = begun(Dealt.of(seat("Ann", onenight.Role.MINION, wolf, game="onenight")), Parameters()).values()
    assert graph.trust == {"Ann": 1, "Ben": -0.9, "Cat": -0.9, "Dan": 1, "Eve": -0.9}


def test_what_a_seer_learns_of_two_at_once_is_certain_of_neither():
    for side in ("werewolf", "village"):
        seen = Event(number=7, kind=event_kinds.CHECKED, actor="Ann", chosen=("Ben", "Cat"), role=side)
        assert certain(seen, seat("Ann", onenight.Role.SEER, game="onenight")) is None


def test_a_werewolf_knows_all_sides_only_where_its_fellows_are_all_of_its_side():
    """In One Night a minion may sit there, of whom the werewolves are told nothing."""
    fellows = Event(number=1, kind=event_kinds.FELLOWS, actor="Ann", chosen=("Dan",), role=Role.WEREWOLF)
    for game, beside, most in (
        ("werewolf", ("werewolf", "villager"), 0.0),
        ("onenight", ("werewolf", "minion"), 1.0),
    ):
        dealt = Dealt.of(seat("Ann", "werewolf", fellows, game=game, beside=beside))
        [graph] = begun(dealt, Parameters()).values()
        assert graph.nodes["Ben"].most == most
