from collections import Counter
from collections.abc import Callable

import pytest

from parlour.core import PASS, Action, Event, Request, request_kinds
from parlour.errors import IllegalAction
from parlour.games.mystery import MysterySetup, MysteryState, Stage, kinds, question_name

MakeSetup = Callable[..., MysterySetup]
Play = Callable[..., tuple[MysteryState, list[Event], list[Request]]]
WHO = {"aspect": "who", "points": 10, "text": "Who did it?", "options": ["Ann", "Bo", "Cy"], "key": ["b"]}
WHERE = {**WHO, "aspect": "where", "points": 5, "text": "Where?", "options": ["Mill", "Inn"]}
SEVERAL = {**WHO, "aspect": "suspect", "text": "Which two?", "choose": 2}
QUESTIONS = [WHO, {**WHERE, "asked_of": ["Bo", "Di"]}, {**SEVERAL, "asked_of": ["Cy"]}]


def answers(asked: list[Request]) -> list[Request]:
    return [request for request in asked if request.kind is request_kinds.ANSWER]


def test_each_player_is_asked_exactly_the_questions_put_to_it(mystery: MakeSetup, play: Play):
    _, _, asked = play(mystery(questions=QUESTIONS))
    put = {name: [r.case for r in answers(asked) if r.player == name] for name in ("Ann", "Bo", "Cy", "Di")}
    assert put == {"Ann": ["q1"], "Bo": ["q1", "q2"], "Cy": ["q1", "q3"], "Di": ["q1", "q2"]}


def test_as_many_answers_are_asked_for_as_the_script_has_rows(mystery: MakeSetup, play: Play):
    setup = mystery(questions=QUESTIONS)
    _, events, asked = play(setup)
    assert len(answers(asked)) == setup.script.rows() == 7
    assert Counter(event.kind for event in events)[kinds.ANSWERED] == 7


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
    given = [event for event in events if event.kind is kinds.ANSWERED]
    assert all(event.visible_to == frozenset({event.actor}) for event in given)
    assert [event.chosen for event in given if event.actor == "Bo"] == [("b",), ("b",)]
    assert [event.chosen for event in given if event.actor == "Cy"] == [(), ()]


def test_no_answers_are_asked_for_where_none_are_wanted(mystery: MakeSetup, play: Play):
    _, _, asked = play(mystery(questions=QUESTIONS, answers=False))
    assert not answers(asked)
