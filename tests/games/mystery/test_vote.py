"""How a mystery ends: the vote, and the questions about the story."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from parlour.core import PASS, Action, Event, Request, event_kinds, request_kinds
from parlour.errors import IllegalAction
from parlour.games.mystery import MysterySetup, MysteryState, Stage, Team, question_name, question_of
from parlour.games.mystery.events import ANSWERED

MakeSetup = Callable[..., MysterySetup]
Play = Callable[..., tuple[MysteryState, list[Event], list[Request]]]
Voting = Callable[[str], Callable[[Request], Action]]
FIVE = ("Ann", "Bo", "Cy", "Di", "Eve")
QUESTION = {"aspect": "who", "points": 10, "text": "Who?", "options": ["Ann", "Bo"], "key": ["b"]}
VERDICT = (event_kinds.ELIMINATED, event_kinds.REVEALED, event_kinds.WON)


def may_name(play: Play, setup: MysterySetup) -> dict[str, tuple[str, ...]]:
    state, _, _ = play(setup, until=Stage.VOTE)
    return {request.player: request.options for request in state.requests()}


def verdict(events: list[Event]) -> list[Event]:
    return [event for event in events if event.kind in VERDICT]


def test_who_has_most_votes_and_half_of_those_cast_is_eliminated(
    mystery: MakeSetup, play: Play, voting: Voting
):
    """A tie eliminates nobody, and an abstention is not a vote cast."""
    for ballots, eliminated in (
        ("Ann>Bo Bo>Cy Cy>Bo Di>Bo Eve>Cy", "Bo"),
        ("Ann>Bo Cy>Bo Bo>Cy Di>Ann", "Bo"),
        ("Eve>Bo", "Bo"),
        ("Ann>Bo Cy>Bo Bo>Cy Di>Ann Eve>Di", None),
        ("Ann>Bo Bo>Ann", None),
        ("Ann>Bo Bo>Cy Cy>Bo Di>Cy", None),
        ("", None),
    ):
        state, events, _ = play(mystery(FIVE), voting(ballots))
        assert state.outcome is not None
        assert state.outcome.cases[0].eliminated == eliminated
        (out,) = [event for event in events if event.kind is event_kinds.ELIMINATED]
        assert (out.case, out.chosen) == ("Vic", (eliminated,) if eliminated else ())


def test_with_self_votes_civilians_may_name_themselves_and_murderers_never(mystery: MakeSetup, play: Play):
    options = may_name(play, mystery(victims={"Vic": ("Bo",), "Wes": ("Di",)}, self_votes=True))
    everybody = {"Ann", "Bo", "Cy", "Di"}
    assert set(options["Ann"]) == set(options["Cy"]) == everybody
    for murderer in ("Bo", "Di"):
        assert set(options[murderer]) == everybody - {murderer}


def test_a_murderers_vote_for_itself_is_illegal(mystery: MakeSetup, play: Play):
    for self_votes in (True, False):
        state, _, _ = play(mystery(self_votes=self_votes), until=Stage.VOTE)
        votes = {request.id: PASS for request in state.requests()}
        own = next(request.id for request in state.requests() if request.player == "Bo")
        with pytest.raises(IllegalAction, match="'Bo' is not among Ann, Cy, Di"):
            state.apply({**votes, own: Action(chosen=("Bo",))})


def test_a_ballot_is_known_to_its_voter_alone(mystery: MakeSetup, play: Play, voting: Voting):
    _, events, _ = play(mystery(), voting("Ann>Bo Cy>Ann"))
    told = {event.actor: event for event in events if event.kind is event_kinds.VOTED}
    assert {actor: event.chosen for actor, event in told.items()} == {
        "Ann": ("Bo",),
        "Bo": (),
        "Cy": ("Ann",),
        "Di": (),
    }
    assert all(event.visible_to == frozenset({actor}) for actor, event in told.items())


def test_civilians_win_if_any_one_of_several_murderers_is_eliminated(
    mystery: MakeSetup, play: Play, voting: Voting
):
    for ballots, winner in (
        ("Ann>Bo", Team.CIVILIAN),
        ("Ann>Di", Team.CIVILIAN),
        ("Ann>Cy", Team.MURDERER),
        ("", Team.MURDERER),
    ):
        state, events, _ = play(mystery(victims={"Vic": ("Bo", "Di")}), voting(ballots))
        assert state.outcome is not None
        assert state.outcome.cases[0].winner == winner
        assert state.outcome.cases[0].truth == ("Bo", "Di")
        assert [event.chosen for event in events if event.kind is event_kinds.WON] == [(winner,)]
        assert [event.chosen for event in events if event.kind is event_kinds.REVEALED] == [("Bo", "Di")]


def test_a_victim_killed_by_nobody_is_played_but_not_scored(mystery: MakeSetup, play: Play, voting: Voting):
    for ballots in ("", "Ann>Bo", "Ann>Bo Bo>Ann"):
        state, events, asked = play(mystery(victims={"Vic": ()}), voting(ballots))
        assert state.outcome is not None
        assert (state.outcome.cases[0].truth, state.outcome.cases[0].winner) == ((), None)
        assert [event.chosen for event in events if event.kind in VERDICT[1:]] == [(), ()]
        assert {request_kinds.ASK, request_kinds.VOTE} <= {request.kind for request in asked}


def test_each_victims_case_is_decided_by_its_own_votes(mystery: MakeSetup, play: Play):
    suspects = {"Vic": "Bo", "Wes": "Cy", "Xan": "Ann"}

    def decide(request: Request) -> Action:
        choice = suspects.get(request.case or "")
        if request.kind is not request_kinds.VOTE or choice == request.player or choice is None:
            return PASS
        return Action(chosen=(choice,))

    victims = {"Vic": ("Bo",), "Wes": ("Bo",), "Xan": ("Ann", "Di")}
    state, _, _ = play(mystery(victims=victims), decide)
    assert state.outcome is not None
    assert [(case.case, case.eliminated, case.winner) for case in state.outcome.cases] == [
        ("Vic", "Bo", Team.CIVILIAN),
        ("Wes", "Cy", Team.MURDERER),
        ("Xan", "Ann", Team.CIVILIAN),
    ]


def test_the_verdict_is_sealed_until_the_answers_are_given(mystery: MakeSetup, play: Play):
    _, events, _ = play(mystery(questions=[QUESTION]))
    sealed, opened = verdict(events)[:3], verdict(events)[3:]
    assert [event.kind for event in sealed] == list(VERDICT)
    assert all(event.visible_to == frozenset() for event in sealed)
    assert [(event.kind, event.case, event.chosen) for event in opened] == [
        (event.kind, event.case, event.chosen) for event in sealed
    ]
    assert all(event.visible_to is None for event in opened)
    last_answer = max(event.number for event in events if event.kind is ANSWERED)
    assert min(event.number for event in opened) > last_answer


@pytest.mark.parametrize("changes", [{"questions": []}, {"questions": [QUESTION], "answers": False}])
def test_without_answers_the_verdict_is_told_to_everybody_at_once(
    mystery: MakeSetup, play: Play, changes: dict[str, object]
):
    _, events, asked = play(mystery(**changes))
    assert [event.kind for event in verdict(events)] == list(VERDICT)
    assert all(event.visible_to is None for event in verdict(events))
    assert asked[-1].kind is request_kinds.VOTE


WHO = {"aspect": "who", "points": 10, "text": "Who did it?", "options": ["Ann", "Bo", "Cy"], "key": ["b"]}
WHERE = {**WHO, "aspect": "where", "points": 5, "text": "Where?", "options": ["Mill", "Inn"]}
SEVERAL = {**WHO, "aspect": "suspect", "text": "Which two?", "choose": 2}
QUESTIONS = [WHO, {**WHERE, "asked_of": ["Bo", "Di"]}, {**SEVERAL, "asked_of": ["Cy"]}]


def answers(asked: list[Request]) -> list[Request]:
    return [request for request in asked if request.kind is request_kinds.ANSWER]


def test_each_player_is_asked_exactly_the_questions_put_to_it(mystery: MakeSetup, play: Play):
    _, _, asked = play(mystery(questions=QUESTIONS))
    put = {name: [r.case for r in answers(asked) if r.player == name] for name in ("Ann", "Bo", "Cy", "Di")}
    assert len(answers(asked)) == 7
    assert put == {"Ann": ["q1"], "Bo": ["q1", "q2"], "Cy": ["q1", "q3"], "Di": ["q1", "q2"]}


def test_a_question_is_put_with_its_letters_and_what_they_say(mystery: MakeSetup, play: Play):
    _, _, asked = play(mystery(questions=QUESTIONS))
    where = next(request for request in answers(asked) if request.case == question_name(1))
    assert (where.text, where.options, where.labels) == ("Where?", ("a", "b"), ("Mill", "Inn"))
    assert (where.least, where.most, where.words) == (0, 1, 0)


def test_as_many_letters_may_be_chosen_as_the_question_says(mystery: MakeSetup, play: Play):
    state, _, _ = play(mystery(questions=QUESTIONS), until=Stage.ANSWER)
    requests = {(request.player, request.case): request.id for request in state.requests()}
    actions = dict.fromkeys(requests.values(), PASS)
    state.apply({**actions, requests["Cy", "q3"]: Action(chosen=("a", "c"))})
    with pytest.raises(IllegalAction, match="2 chosen, where 0 to 1 may be"):
        state.apply({**actions, requests["Cy", "q1"]: Action(chosen=("a", "c"))})


def test_an_answer_is_known_to_its_player_alone(mystery: MakeSetup, play: Play):
    def decide(request: Request) -> Action:
        return (
            Action(chosen=("b",)) if (request.kind, request.player) == (request_kinds.ANSWER, "Bo") else PASS
        )

    _, events, _ = play(mystery(questions=QUESTIONS), decide)
    given = [event for event in events if event.kind is ANSWERED]
    assert all(event.visible_to == frozenset({event.actor}) for event in given)
    assert [event.chosen for event in given if event.actor == "Bo"] == [("b",), ("b",)]
    assert [event.chosen for event in given if event.actor == "Cy"] == [(), ()]


WHO_OF_TWO = {**WHO, "options": ["Ann", "Bo"]}


def test_without_rounds_and_introductions_players_only_vote_and_answer(mystery: MakeSetup, play: Play):
    _, _, asked = play(mystery(rounds=0, introductions=False, questions=[WHO_OF_TWO]))
    assert [request.kind for request in asked] == [request_kinds.VOTE] * 4 + [request_kinds.ANSWER] * 4


def test_without_rounds_every_act_is_dealt_at_once(mystery: MakeSetup, play: Play):
    _, events, _ = play(mystery(rounds=0, introductions=False, acts={"Ann": 3}))
    scripts = [event.text for event in events if event.kind is event_kinds.SCRIPT and event.actor == "Ann"]
    assert scripts == ["Act 1 of Ann", "Act 2 of Ann", "Act 3 of Ann"]


def test_at_an_omniscient_table_everybody_reads_every_script_and_nothing_else_of_others(
    mystery: MakeSetup, play: Play
):
    _, events, _ = play(mystery(omniscient=True, acts=2, rounds=1))
    dealt = [event for event in events if event.kind.dealt]
    everybody = frozenset({"Ann", "Bo", "Cy", "Di"})
    assert all(event.visible_to == everybody for event in dealt if event.kind is event_kinds.SCRIPT)
    private = [event for event in dealt if event.kind is not event_kinds.SCRIPT]
    assert all(event.visible_to == frozenset({event.actor}) for event in private)


def test_each_evaluation_puts_every_question_again_at_once(mystery: MakeSetup, play: Play):
    _, events, asked = play(mystery(questions=[WHO_OF_TWO], evaluations=3))
    put = [request for request in asked if request.kind is request_kinds.ANSWER]
    assert [request.case for request in put if request.player == "Ann"] == ["q1", "q1/2", "q1/3"]
    assert len({request.step for request in put}) == 1
    assert sum(event.kind is ANSWERED for event in events) == 12


def test_a_questions_name_tells_its_number_and_evaluation():
    names = [question_name(0), question_name(11), question_name(4, 3)]
    assert [question_of(name) for name in names] == [(0, 1), (11, 1), (4, 3)]
