"""Plain play against a server of scripted replies: one call per decision."""

from __future__ import annotations

from parlour.core import event_kinds
from tests.arena.replies import nonsense
from tests.methods.played import played


def test_a_question_takes_two_calls_and_everything_else_one():
    match = played(method="plain", players=4, victims=2, rounds=2, questions=3)
    cases, asks = 4 * 2, 4 * 2 * 2 * 3
    expected = {"introduce": 4, "whom": asks, "ask": asks, "reply": asks, "vote": cases}
    assert match.counted == {**expected, "answer": match.game.script.rows()}
    assert not match.faults
    assert not match.thoughts("sensors")


def test_no_model_is_asked_whom_where_everybody_is_asked():
    match = played(method="plain:ask=all", players=3, rounds=1, questions=2)
    assert "whom" not in match.counted
    asked = [(event.actor, event.to) for event in match.events if event.kind is event_kinds.ASKED]
    names = match.game.script.players
    assert sorted(asked, key=str) == sorted((one, to) for one in names for to in names if one != to)


def test_a_choice_that_cannot_be_read_is_a_question_not_asked():
    match = played(nonsense, method="plain", players=3, rounds=1)
    assert match.record.status == "finished"
    assert match.faults["ask"] == 3
    assert not [event for event in match.events if event.kind is event_kinds.ASKED]
