"""Whole matches of the O-CoT baseline against a server of scripted replies."""

from __future__ import annotations

import pytest

from parlour.llm import Language
from tests.arena.mysteries import NAMES, VICTIMS, canary
from tests.arena.replies import plain, varied
from tests.llm.loopback import Answer, Body
from tests.methods.played import Played, played, unreadable


def match_of(language: Language = "en", **about: int) -> Played:
    settings = {"players": 4, "victims": 2, "rounds": 2, "questions": 3, **about}
    return played(varied, method="o-cot", language=language, **settings)


def expected_calls(match: Played) -> dict[str, int]:
    """One per goal and round (a goal per victim, a secret, an objective), one per question and per reply."""
    players, victims = len(match.game.script.players), len(match.game.script.victims)
    asks = players * victims * match.game.rounds * match.game.questions
    return {
        "introduce": players,
        "goal": players * (victims + 2) * match.game.rounds,
        "ask": asks,
        "reply": asks,
        "vote": players * victims,
        "answer": match.game.script.rows(),
    }


def test_every_call_is_one_that_the_method_needs():
    match = match_of()
    assert match.counted == expected_calls(match)
    assert not match.faults


@pytest.mark.parametrize("language", ["en", "zh"])
def test_goals_are_to_find_or_to_hide_and_what_the_own_papers_say(language: Language):
    match = match_of(language, rounds=1, questions=1)
    one, another = VICTIMS[language]
    civilian, first, *_ = NAMES[language]
    words = {
        "en": ("which of the others is guilty of the death of {}.", "the death of {} is your doing."),
        "zh": ("弄清楚，{}究竟死在谁的手里。", "都不让人知道{}死在你手里。"),
    }[language]
    for player, verbs in ((civilian, (0, 0)), (first, (1, 0))):
        goals = [body["goal"] for name, _, body in match.thoughts("goal") if name == player]
        assert goals[0].endswith(words[verbs[0]].format(one))
        assert goals[1].endswith(words[verbs[1]].format(another))
        assert len(goals) == 4
        assert canary(player, "objective") in goals[3]


def test_each_reflection_stands_before_the_next():
    match = match_of(rounds=1, questions=1)
    for player in match.game.script.players:
        thoughts = [body["reflection"] for name, _, body in match.thoughts("goal") if name == player]
        prompts = match.prompts_for(player, "goal")
        assert len(prompts) == len(thoughts) == 4
        for n, text in enumerate(prompts):
            assert [line for line in thoughts[:n] if line not in text] == []


def test_a_question_is_asked_with_the_goals_that_bear_on_its_victim_and_no_others():
    def by_goal(body: Body) -> Answer:
        text = str(body["messages"][-1]["content"])
        for victim in VICTIMS["en"]:
            if f"guilty of the death of {victim}.\nIn at most" in text:
                return Answer(text=f'{{"reflection": "More on {victim}.", "met": "partly"}}')
        return plain(body)

    match = played(by_goal, method="o-cot", players=3, victims=2, rounds=1)
    about_vera, about_walt = match.prompts_for("Anna", "ask")
    assert "More on Vera." in about_vera
    assert "More on Walt." not in about_vera
    assert "More on Walt." in about_walt
    assert "More on Vera." not in about_walt
    assert "(partly reached) More on Vera." in about_vera


def test_a_goal_whose_reflection_cannot_be_read_is_left_out():
    match = played(unreadable("reflection"), method="o-cot", players=3, rounds=1)
    assert match.faults == {"goal": 9}
    assert match.record.status == "finished"
    assert not [text for text in match.prompts_for("Anna", "ask") if "gone through your goals" in text]
