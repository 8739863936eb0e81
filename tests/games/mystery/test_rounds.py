from collections import Counter
from collections.abc import Callable
from itertools import groupby

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.core import PASS, Action, Event, Request, RequestKind, event_kinds, request_kinds
from parlour.core.conformance import play_randomly
from parlour.errors import IllegalAction
from parlour.games.mystery import MysterySetup, MysteryState, Stage, start

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
