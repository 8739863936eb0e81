"""Introductions, rounds of questions, and what everybody is dealt on the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import groupby

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from parlour.core import PASS, Action, Event, EventKind, Request, RequestKind, event_kinds, request_kinds
from parlour.core.conformance import play_randomly
from parlour.errors import IllegalAction, SetupError
from parlour.games.mystery import MysterySetup, MysteryState, Stage, Team, start
from parlour.views import ScreenPage, story_of

MakeSetup = Callable[..., MysterySetup]
Play = Callable[..., tuple[MysteryState, list[Event], list[Request]]]
THREE = ("Ann", "Bo", "Cy")
TWO_VICTIMS = {"Vic": ("Bo",), "Wes": ("Cy",)}


def many(setup: MysterySetup, questions: int) -> MysterySetup:
    return setup.model_copy(update={"questions": questions})


def asking(request: Request) -> Action:
    """Asks the last who may be asked; keeps silent otherwise."""
    return Action(chosen=request.options[-1:], speech="Well?") if request.kind is request_kinds.ASK else PASS


def test_players_ask_in_seat_order_about_each_victim_in_turn(mystery: MakeSetup, play: Play):
    _, events, _ = play(mystery(THREE, TWO_VICTIMS, rounds=1))
    asked = [(event.actor, event.case) for event in events if event.kind is event_kinds.ASKED]
    assert asked == [(name, case) for name in THREE for case in TWO_VICTIMS]


def test_each_addressee_replies_before_the_next_question(mystery: MakeSetup, play: Play):
    _, events, _ = play(mystery(THREE, TWO_VICTIMS, rounds=2), asking)
    talk = [
        event for event in events if event.kind in (event_kinds.ASKED, event_kinds.PASSED) and event.round
    ]
    for question, reply in zip(talk[::2], talk[1::2], strict=True):
        assert (question.kind, reply.kind) == (event_kinds.ASKED, event_kinds.PASSED)
        assert (reply.actor, reply.to, reply.case) == (question.to, question.actor, question.case)
        assert question.visible_to is reply.visible_to is None


def test_a_reply_is_asked_of_the_addressee_with_the_question_and_who_put_it(mystery: MakeSetup, play: Play):
    state, _, _ = play(mystery(), asking, until=Stage.REPLY)
    (request,) = state.requests()
    assert (request.kind, request.player, request.partner) == (request_kinds.REPLY, "Di", "Ann")
    assert (request.text, request.case, request.options) == ("Well?", "Vic", ())


def test_a_reply_is_heard_by_everybody(mystery: MakeSetup, play: Play):
    _, events, _ = play(mystery(rounds=1))
    reply = next(event for event in events if event.kind is event_kinds.REPLIED)
    assert (reply.actor, reply.to, reply.case, reply.text) == ("Bo", "Ann", "Vic", "Words.")
    assert reply.visible_to is None


def test_blank_speech_counts_as_silence(mystery: MakeSetup, play: Play):
    def decide(request: Request) -> Action:
        return Action(speech=" ") if request.words else PASS

    _, events, _ = play(mystery(), decide)
    kinds = {event.kind for event in events}
    assert event_kinds.PASSED in kinds
    assert event_kinds.INTRODUCED not in kinds


@settings(max_examples=10)
@given(seed=st.integers(0, 999), questions=st.integers(1, 11))
def test_nobody_is_asked_twice_by_the_same_player_on_one_victim_in_a_round(
    mystery: MakeSetup, seed: int, questions: int
):
    setup = many(mystery(victims=TWO_VICTIMS, rounds=2), questions)
    _, events = play_randomly(start(setup.script.players, seed, setup), seed)
    asked = [event for event in events if event.kind is event_kinds.ASKED]
    assert asked
    assert max(Counter((e.round, e.actor, e.case, e.to) for e in asked).values()) == 1


def test_whom_a_player_has_asked_is_no_longer_offered_but_in_the_next_round(mystery: MakeSetup, play: Play):
    _, _, asked = play(many(mystery(THREE, rounds=2), 2))
    offers = [
        request.options for request in asked if request.kind is request_kinds.ASK and request.player == "Ann"
    ]
    assert offers == [("Bo", "Cy"), ("Cy",)] * 2


def test_a_pass_ends_a_players_questions_on_that_victim_for_the_round(mystery: MakeSetup, play: Play):
    def decide(request: Request) -> Action:
        is_let_go = (request.player, request.case) == ("Ann", "Vic")
        return PASS if is_let_go else asking(request)

    _, _, asked = play(many(mystery(THREE, TWO_VICTIMS, rounds=2), 2), decide)
    turns = [(r.round, r.case) for r in asked if r.kind is request_kinds.ASK and r.player == "Ann"]
    assert turns == [(1, "Vic"), (1, "Wes"), (1, "Wes"), (2, "Vic"), (2, "Wes"), (2, "Wes")]


def test_a_pass_after_a_question_ends_them_too_and_is_seen(mystery: MakeSetup, play: Play):
    asked_once: set[tuple[int, str]] = set()

    def decide(request: Request) -> Action:
        turn = (request.round, request.player)
        if turn in asked_once:
            return PASS
        if request.kind is request_kinds.ASK:
            asked_once.add(turn)
        return asking(request)

    _, events, asked = play(many(mystery(rounds=1), 3), decide)
    assert Counter(r.player for r in asked if r.kind is request_kinds.ASK) == dict.fromkeys(
        ("Ann", "Bo", "Cy", "Di"), 2
    )
    passed = [event for event in events if event.kind is event_kinds.PASSED and event.case and not event.to]
    assert [event.actor for event in passed] == ["Ann", "Bo", "Cy", "Di"]
    assert all(event.visible_to is None for event in passed)


def test_everybody_prepares_before_each_round_and_reflects_after_all_but_the_last(
    mystery: MakeSetup, play: Play
):
    for rounds in (1, 2, 3):
        _, _, asked = play(mystery(THREE, rounds=rounds, answers=False))
        kinds = [kind for kind, _ in groupby(r.kind for r in asked if r.kind is not request_kinds.REPLY)]
        round_ = [request_kinds.PREPARE, request_kinds.ASK, request_kinds.REFLECT]
        assert kinds == [request_kinds.INTRODUCE, *(round_ * rounds)[:-1], request_kinds.VOTE]
        for silent in (request_kinds.PREPARE, request_kinds.REFLECT):
            told = [(request.round, request.player) for request in asked if request.kind is silent]
            last = rounds + 1 if silent is request_kinds.PREPARE else rounds
            assert told == [(n, name) for n in range(1, last) for name in THREE]


def test_preparing_and_reflecting_are_thought_only_and_shown_to_nobody(mystery: MakeSetup, play: Play):
    state, _, _ = play(mystery(), until=Stage.PREPARE)
    requests = state.requests()
    with pytest.raises(IllegalAction, match="nothing may be said here"):
        state.apply({request.id: Action(speech="Hm.") for request in requests})
    _, told = state.apply({request.id: PASS for request in requests})
    assert told == []


def test_one_speaks_at_a_time_and_all_else_is_decided_at_once(mystery: MakeSetup):
    setup = mystery(victims=TWO_VICTIMS)
    state = start(setup.script.players, 1, setup)
    at_once = dict[RequestKind, int]()
    while not state.is_over:
        requests = state.requests()
        at_once.update({request.kind: len(requests) for request in requests})
        state, _ = state.apply({request.id: asking(request) for request in requests})
    assert at_once == {
        request_kinds.INTRODUCE: 4,
        request_kinds.PREPARE: 4,
        request_kinds.ASK: 1,
        request_kinds.REPLY: 1,
        request_kinds.REFLECT: 4,
        request_kinds.VOTE: 8,
    }


def test_nothing_can_be_done_once_it_is_over(mystery: MakeSetup, play: Play):
    state, _, _ = play(mystery())
    assert state.requests() == []
    with pytest.raises(IllegalAction, match="the match is over"):
        state.apply({})


def papers(events: list[Event], player: str) -> dict[EventKind, list[str]]:
    mine = [event for event in events if event.kind.dealt and event.actor == player]
    kinds = {event.kind for event in mine}
    return {kind: [event.text for event in mine if event.kind is kind] for kind in kinds}


def test_everybody_gets_their_own_papers_and_nobody_elses(mystery: MakeSetup, play: Play):
    _, events, _ = play(mystery(), until=Stage.INTRODUCE)
    dealt = [event for event in events if event.kind.dealt]
    assert all(event.visible_to == frozenset({event.actor}) for event in dealt)
    assert papers(events, "Cy") == {
        event_kinds.ROLE: [""],
        event_kinds.SCRIPT: ["Act 1 of Cy"],
        event_kinds.SECRET: ["First secret of Cy\nSecond secret of Cy"],
        event_kinds.OBJECTIVE: ["Objective of Cy"],
    }


def test_only_a_murderers_own_role_says_whom_it_killed(mystery: MakeSetup, play: Play):
    victims = {"Vic": ("Bo",), "Wes": ("Bo", "Di"), "Xan": ()}
    _, events, _ = play(mystery(victims=victims), until=Stage.INTRODUCE)
    roles = {event.actor: event.chosen for event in events if event.kind is event_kinds.ROLE}
    assert roles == {"Ann": (), "Bo": ("Vic", "Wes"), "Cy": (), "Di": ("Wes",)}


def test_the_synopsis_is_told_to_everybody_before_all_else(mystery: MakeSetup, play: Play):
    _, events, _ = play(mystery(synopsis="A storm cut off the mill."))
    assert events[0].text == "A storm cut off the mill."
    assert (events[0].kind, events[0].visible_to, events[0].actor) == (event_kinds.SCRIPT, None, None)


def test_later_acts_are_spread_over_the_rounds(mystery: MakeSetup, play: Play):
    for acts, rounds, spread in (
        (1, 3, [0]),
        (2, 3, [0, 2]),
        (3, 3, [0, 2, 3]),
        (4, 3, [0, 1, 2, 3]),
        (3, 1, [0, 1, 1]),
        (5, 2, [0, 1, 1, 2, 2]),
    ):
        _, events, _ = play(mystery(acts=acts, rounds=rounds))
        dealt = [event for event in events if event.kind is event_kinds.SCRIPT and event.actor == "Di"]
        assert [event.text for event in dealt] == [f"Act {n} of Di" for n in range(1, acts + 1)]
        assert [event.round for event in dealt] == spread


def test_a_short_part_gets_its_acts_with_the_others(mystery: MakeSetup, play: Play):
    _, events, _ = play(mystery(acts={"Ann": 3, "Bo": 2}))
    scripts = [event for event in events if event.kind is event_kinds.SCRIPT]
    assert [(event.actor, event.round) for event in scripts if event.round] == [
        ("Ann", 2),
        ("Bo", 2),
        ("Ann", 3),
    ]


def test_everybody_introduces_themselves_at_once_and_is_heard_in_seat_order(mystery: MakeSetup, play: Play):
    state, events, asked = play(mystery(), until=Stage.OPEN_ROUND)
    assert [request.kind for request in asked] == [request_kinds.INTRODUCE] * 4
    assert {request.step for request in asked} == {1}
    heard = [event for event in events if event.kind is event_kinds.INTRODUCED]
    assert [(event.actor, event.text) for event in heard] == [(name, "Words.") for name in state.players]
    assert all(event.visible_to is None for event in heard)


def test_a_chinese_table_may_say_more_characters_than_an_english_one_words(mystery: MakeSetup, play: Play):
    limits = {
        language: {request.kind: request.words for request in play(mystery(language=language))[2]}
        for language in ("en", "zh")
    }
    talk = (request_kinds.INTRODUCE, request_kinds.ASK, request_kinds.REPLY)
    assert [limits["en"][kind] for kind in talk] == [120, 50, 100]
    assert [limits["zh"][kind] for kind in talk] == [192, 80, 160]
    assert limits["en"][request_kinds.VOTE] == limits["en"][request_kinds.PREPARE] == 0


def test_only_the_scripts_characters_sit_down(mystery: MakeSetup):
    setup = mystery()
    for players in (["Ann", "Bo", "Cy"], ["Bo", "Ann", "Cy", "Di"], ["Ann", "Bo", "Cy", "Eve"]):
        with pytest.raises(SetupError, match="the seats of The Mill are Ann, Bo, Cy, Di"):
            start(players, 1, setup)


def test_whoever_killed_anybody_is_a_murderer(mystery: MakeSetup):
    setup = mystery(victims={"Vic": ("Bo",), "Wes": ("Bo", "Di")})
    teams = start(setup.script.players, 1, setup).teams()
    assert [name for name, team in teams.items() if team is Team.MURDERER] == ["Bo", "Di"]
    assert [name for name, team in teams.items() if team is Team.CIVILIAN] == ["Ann", "Cy"]


def test_where_nobody_asks_the_bar_ends_with_the_last_request(mystery: MakeSetup, play: Play):
    question = {"aspect": "who", "points": 10, "text": "Who?", "options": ["Ann", "Bo"], "key": ["b"]}
    setup = mystery(victims={"Vic": ("Bo",), "Wes": ("Cy",)}, questions=[question], rounds=0)
    page = ScreenPage(console=Console(), game="mystery", language="en", players=setup.players)
    _, _, asked = play(setup)
    assert story_of(setup, page, None).expected_requests() == len(asked)
