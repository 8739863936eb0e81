from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from parlour.core import PASS, Action, RequestKind, event_kinds, request_kinds
from parlour.core.conformance import check_game, play_randomly
from parlour.errors import IllegalAction
from parlour.games.onenight import THE_WEREWOLF, OneNightSetup, OneNightState, Role, seat_names, start
from parlour.games.onenight.people import PeopleState
from parlour.games.onenight.verdict import table_verdict
from tests.games.onenight.tales import Tale, table

SEER, MASON, OTHER_MASON, VILLAGER, SECOND, WOLF, MINION, TANNER = NAMES = (
    "Ann",
    "Bo",
    "Cy",
    "Di",
    "Eve",
    "Fay",
    "Gus",
    "Hal",
)


def against(name: str) -> Mapping[str, str]:
    return {
        voter: name if voter != name else next(other for other in NAMES if other != name) for voter in NAMES
    }


# Night


def test_the_seer_learns_whether_one_of_two_is_the_werewolf():
    for points, side in (
        ((WOLF, MASON), "werewolf"),
        ((MINION, TANNER), "village"),
        ((VILLAGER, WOLF), "werewolf"),
    ):
        (seen,) = Tale(table(), points=points).told(event_kinds.CHECKED)
        assert (set(seen.chosen), seen.role) == (set(points), side)
        assert seen.visible_to == {SEER}


def test_the_order_of_pointing_tells_the_seer_nothing():
    one, other = (
        Tale(table(), points=points).told(event_kinds.CHECKED) for points in [(WOLF, MASON), (MASON, WOLF)]
    )
    assert one == other


def test_the_seer_points_at_two_others_or_at_nobody():
    for points in ((WOLF,), (WOLF, MASON, MINION), (SEER, WOLF), (WOLF, WOLF)):
        state, _ = start(NAMES, 1, table()).apply({})
        (request,) = state.requests()
        assert (request.player, request.kind, request.options) == (SEER, request_kinds.CHECK, NAMES[1:])
        request.check(PASS)
        with pytest.raises(IllegalAction):
            state.apply({request.id: Action(chosen=points)})


def test_masons_know_each_other_and_nobody_else_is_told_of_anybody():
    told = Tale(table()).told(event_kinds.FELLOWS)
    assert {each.actor: (each.chosen, each.role) for each in told} == {
        MASON: ((OTHER_MASON,), Role.MASON),
        OTHER_MASON: ((MASON,), Role.MASON),
    }
    assert all(each.visible_to == {each.actor} for each in told)


def test_by_the_common_rule_the_minion_knows_the_werewolf_and_not_the_other_way():
    told = Tale(table(minion_knows_wolf=True)).told(event_kinds.FELLOWS)
    assert {each.actor: each.chosen for each in told if each.role == Role.WEREWOLF} == {MINION: (WOLF,)}
    assert WOLF not in {each.actor for each in told}


# Day


def test_each_round_everybody_speaks_in_seat_order_and_then_votes():
    state = start(NAMES, 1, table())
    asked: list[tuple[int, RequestKind, tuple[str, ...]]] = []
    while not state.is_over:
        requests = state.requests()
        if requests:
            kinds = {request.kind for request in requests}
            asked.append((state.round, next(iter(kinds)), tuple(each.player for each in requests)))
        state, _ = state.apply({each.id: PASS for each in requests})
    day = [
        (number, kind, players)
        for number in (1, 2, 3)
        for kind, players in [
            *((request_kinds.SPEAK, (name,)) for name in NAMES),
            (request_kinds.VOTE, NAMES),
        ]
    ]
    assert asked == [(0, request_kinds.CHECK, (SEER,)), *day]


def test_a_statement_has_at_most_120_words():
    for language, most in (("en", 120), ("zh", 192)):
        state = start(NAMES, 1, table(language=language))
        while not state.requests() or state.requests()[0].kind is not request_kinds.SPEAK:
            state, _ = state.apply({each.id: PASS for each in state.requests()})
        (request,) = state.requests()
        assert request.words == most
        request.check(Action(speech="word " * most))
        with pytest.raises(IllegalAction, match=f"{most + 1} words, where {most} may be said"):
            request.check(Action(speech="word " * (most + 1)))


def test_every_vote_is_told_to_the_voter_alone_and_the_last_are_marked():
    tale = Tale(table(), votes=[against(WOLF), against(TANNER), against(MINION)])
    polls, votes = tale.told(event_kinds.POLLED), tale.told(event_kinds.VOTED)
    assert [(each.round, each.actor) for each in polls] == [(n, name) for n in (1, 2) for name in NAMES]
    assert [(each.round, each.actor) for each in votes] == [(3, name) for name in NAMES]
    assert all(each.visible_to == {each.actor} and each.case == THE_WEREWOLF for each in (*polls, *votes))
    assert {each.chosen for each in polls if each.round == 1 and each.actor != WOLF} == {(WOLF,)}


# The end


def test_who_wins_by_whose_going():
    """Appendix A.3; that a minion's going is the werewolf's victory it says twice."""
    for out, winner in (
        (WOLF, "village"),
        (TANNER, "tanner"),
        (MINION, "werewolf"),
        (SEER, "werewolf"),
        (MASON, "werewolf"),
        (VILLAGER, "werewolf"),
    ):
        tale = Tale(table(), votes=[{}, {}, against(out)])
        (gone,) = tale.told(event_kinds.ELIMINATED)
        (won,) = tale.told(event_kinds.WON)
        assert (gone.chosen, won.chosen, tale.winner) == ((out,), (winner,), winner)


def test_a_tie_is_told_and_falls_to_one_of_the_tied_by_the_match_seed():
    final = {SEER: WOLF, MASON: TANNER}
    ends = {seed: Tale(table(), votes=[{}, {}, final], seed=seed) for seed in range(20)}
    assert {tale.told(event_kinds.TIED)[0].chosen for tale in ends.values()} == {(WOLF, TANNER)}
    assert {tale.winner for tale in ends.values()} == {"village", "tanner"}
    assert [Tale(table(), votes=[{}, {}, final], seed=seed).winner for seed in ends] == [
        tale.winner for tale in ends.values()
    ]


# Who knows what


@settings(max_examples=40)
@given(count=st.integers(3, 10), seed=st.integers(0, 9999), knows=st.booleans())
def test_no_public_event_tells_a_role_or_a_vote_before_the_verdict(count: int, seed: int, knows: bool):
    setup = OneNightSetup(players=seat_names(count, "en"), minion_knows_wolf=knows and count > 4)
    _, events = play_randomly(start(setup.players, seed, setup), seed)
    own = {event_kinds.ROLE, event_kinds.FELLOWS, event_kinds.CHECKED, event_kinds.POLLED, event_kinds.VOTED}
    end = next(event.number for event in events if event.kind is event_kinds.WON)
    for event in events:
        assert event.visible_to == (frozenset({event.actor}) if event.kind in own else None), event
        assert event.kind in own or event.role is None or event.number > end


def test_the_hidden_question_is_who_the_werewolf_is_among_those_one_does_not_know():
    for knows in (False, True):
        state = start(NAMES, 1, table(minion_knows_wolf=knows))
        known = {MASON: {OTHER_MASON}, OTHER_MASON: {MASON}, MINION: {WOLF} if knows else set[str]()}
        for player in NAMES:
            (case,) = state.cases(player)
            assert case.name == THE_WEREWOLF
            strange = set(NAMES) - {player} - known.get(player, set())
            assert set(case.candidates) == strange
            assert case.answers == (WOLF in strange)


Roles = tuple[str | None, ...]


def verdict(roles: Roles, votes: tuple[int | None, ...]):
    seats = [f"Player {number}" for number in range(1, len(roles) + 1)]
    cast = {seat: None if vote is None else f"Player {vote}" for seat, vote in zip(seats, votes, strict=True)}
    return table_verdict(dict(zip(seats, roles, strict=True)), cast)


THE_WOLF, THE_SEER, THE_TANNER, THE_MINION, THE_HUNTER = "werewolf", "seer", "tanner", "minion", "hunter"


def test_the_rules_that_come_with_the_cards():
    for roles, votes, winners in (
        ((THE_WOLF, THE_SEER, THE_SEER), (2, 1, 1), ("village",)),
        ((THE_WOLF, THE_SEER, THE_SEER), (2, 1, 2), ("werewolf",)),
        ((THE_WOLF, THE_SEER, THE_SEER), (2, 3, 1), ("werewolf",)),  # a vote each: nobody dies
        ((THE_WOLF, THE_SEER, THE_SEER, THE_SEER), (2, 1, 2, 1), ("village",)),  # all who are tied die
        ((THE_WOLF, THE_TANNER, THE_SEER), (2, 1, 2), ("tanner",)),
        ((THE_WOLF, THE_TANNER, THE_SEER, THE_SEER), (2, 1, 2, 1), ("village", "tanner")),
        ((THE_SEER, THE_SEER, THE_SEER), (2, 3, 1), ("village",)),
        ((THE_SEER, THE_SEER, THE_SEER), (2, 1, 1), ()),
        ((THE_SEER, THE_MINION, THE_SEER), (3, 1, 1), ("werewolf",)),
        ((THE_SEER, THE_MINION, THE_SEER), (2, 1, 2), ()),
        ((THE_HUNTER, THE_WOLF, THE_SEER), (2, 1, 1), ("village",)),  # the hunter takes the werewolf along
        ((THE_HUNTER, THE_HUNTER, THE_WOLF, THE_SEER, THE_SEER), (2, 3, 1, 1, 1), ("village",)),
        (("bodyguard", THE_WOLF, THE_SEER, THE_SEER), (2, 3, 2, 2), ("werewolf",)),
        ((None, THE_WOLF, THE_SEER), (2, 1, 2), ("village",)),
        ((None, THE_SEER, THE_SEER), (2, 1, 1), None),
        (("doppelganger", THE_SEER, THE_WOLF), (2, 3, 3), ("village",)),
        ((THE_WOLF, THE_SEER, THE_SEER), (None, None, None), None),
    ):
        assert verdict(roles, votes).winners == winners


def test_missing_votes_leave_a_winner_uncertain_only_where_they_could_change_it():
    assert verdict((THE_WOLF, THE_SEER, THE_SEER, THE_SEER, THE_SEER), (2, 1, 1, 1, None)).is_certain
    assert verdict((THE_WOLF, THE_SEER, THE_SEER), (None, 1, 1)).winners is not None
    assert not verdict((THE_WOLF, THE_SEER, THE_SEER, THE_SEER), (2, 1, 2, None)).is_certain


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
