"""Who has had their turn of a discussion."""

from __future__ import annotations

from parlour.agents import had_their_turn
from parlour.core import Event, EventKind, event_kinds


def heard(told: str) -> list[Event]:
    """A letter is a speech of the player of that name, a small one a pass, a bar a vote."""
    kinds: dict[bool, EventKind] = {True: event_kinds.SPOKE, False: event_kinds.PASSED}
    return [
        Event(number=n, kind=event_kinds.VOTED, actor="A")
        if each == "|"
        else Event(number=n, kind=kinds[each.isupper()], actor=each.upper())
        for n, each in enumerate(told)
    ]


def test_whoever_has_spoken_or_passed_had_their_turn():
    assert had_their_turn("C", heard("Ab")) == {"A", "B"}
    assert had_their_turn("A", []) == set()


def test_a_discussion_may_go_round_again():
    assert had_their_turn("A", heard("ABC")) == set()
    assert had_their_turn("B", heard("ABCA")) == {"A"}
    assert had_their_turn("C", heard("ABCAB")) == {"A", "B"}


def test_after_anything_else_a_new_discussion_begins():
    assert had_their_turn("B", heard("ABC|")) == set()
    assert had_their_turn("B", heard("ABC|C")) == {"C"}
