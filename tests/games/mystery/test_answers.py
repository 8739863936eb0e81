from collections.abc import Callable

import pytest

from parlour.core import PASS, Action, Event, Request, event_kinds, request_kinds
from parlour.errors import IllegalAction
from parlour.games.mystery import MysterySetup, MysteryState, Stage, kinds, question_name, question_of

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
    given = [event for event in events if event.kind is kinds.ANSWERED]
    assert all(event.visible_to == frozenset({event.actor}) for event in given)
    assert [event.chosen for event in given if event.actor == "Bo"] == [("b",), ("b",)]
    assert [event.chosen for event in given if event.actor == "Cy"] == [(), ()]


QUESTION = {**WHO, "options": ["Ann", "Bo"]}


def test_without_rounds_and_introductions_players_only_vote_and_answer(mystery: MakeSetup, play: Play):
    _, _, asked = play(mystery(rounds=0, introductions=False, questions=[QUESTION]))
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
    _, events, asked = play(mystery(questions=[QUESTION], evaluations=3))
    put = [request for request in asked if request.kind is request_kinds.ANSWER]
    assert [request.case for request in put if request.player == "Ann"] == ["q1", "q1/2", "q1/3"]
    assert len({request.step for request in put}) == 1
    assert sum(event.kind is kinds.ANSWERED for event in events) == 12


def test_a_questions_name_tells_its_number_and_evaluation():
    names = [question_name(0), question_name(11), question_name(4, 3)]
    assert [question_of(name) for name in names] == [(0, 1), (11, 1), (4, 3)]
