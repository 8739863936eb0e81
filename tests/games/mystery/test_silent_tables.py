"""Tables at which nobody plays: the personal and the omniscient perspective."""

from collections.abc import Callable

from parlour.core import Event, Request, event_kinds, request_kinds
from parlour.games.mystery import MysterySetup, MysteryState, kinds, question_name, question_of

MakeSetup = Callable[..., MysterySetup]
Play = Callable[..., tuple[MysteryState, list[Event], list[Request]]]
QUESTION = {"aspect": "who", "points": 10, "text": "Who?", "options": ["Ann", "Bo"], "key": ["b"]}


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
