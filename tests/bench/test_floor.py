"""How talk is counted: whose turns they were, whom a speech asks, and who answered."""

from __future__ import annotations

from bench.floor import Turn, addressees, discussions
from parlour.core import Event, event, event_kinds

NAMES = ("Player 1", "Player 2", "Player 12")


def said(actor: str, text: str) -> Event:
    return event(event_kinds.SPOKE, actor=actor, text=text)


def test_a_discussion_is_what_is_said_without_anything_between_and_two_parts_are_one_turn():
    cut = event(event_kinds.INTERRUPTED, actor="Player 2", chosen=("Player 1",))
    told = [
        event(event_kinds.DAY),
        said("Player 1", "One."),
        said("Player 1", "Two."),
        said("Player 2", "Three."),
        event(event_kinds.NIGHT),
        event(event_kinds.DAY),
        said("Player 1", "Four."),
        cut,
        said("Player 2", "Five."),
    ]
    assert [[(turn.by, turn.text) for turn in talk] for talk in discussions(told)] == [
        [("Player 1", "One. Two."), ("Player 2", "Three.")],
        [("Player 1", "Four."), ("Player 2", "Five.")],
    ]


def test_a_question_asks_whom_it_names_and_a_statement_asks_nobody():
    turn = Turn(by="Player 1", text="I trust Player 2. What of you, Player 12?")
    assert addressees(turn, NAMES) == {"Player 12"}
