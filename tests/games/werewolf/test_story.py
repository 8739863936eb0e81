"""A game of Werewolf as it is told on the screen."""

from __future__ import annotations

import io

from rich.console import Console

from parlour.core import Event, EventKind, event_kinds
from parlour.games.werewolf import kinds
from parlour.views import ScreenPage, story_of
from tests.arena.werewolves import werewolves

P1, P2 = "Player 1", "Player 2"


def shown(*events: Event, viewpoint: str | None = None) -> str:
    told, setup = io.StringIO(), werewolves()
    page = ScreenPage(
        console=Console(file=told, width=80), game="werewolf", language="en", players=setup.players
    )
    story = story_of(setup, page, viewpoint)
    for event in events:
        story.show(event)
    return told.getvalue()


def event(
    kind: EventKind, *on: str, role: str | None = None, actor: str | None = None, night: int = 1
) -> Event:
    return Event(number=night, kind=kind, round=night, actor=actor, chosen=on, role=role)


def test_the_verdict_names_who_won_or_that_nobody_did():
    for winners, said in (
        (("good",), "The good side wins."),
        (("werewolf",), "The werewolves win."),
        ((), "The days have run out. It is a draw."),
    ):
        assert said in shown(event(event_kinds.WON, *winners))


def test_an_attack_is_told_once_a_night():
    again = [event(kinds.ATTACKED, P1) for _ in range(2)]
    assert shown(*again) == shown(again[0])
    assert shown(*again, event(kinds.ATTACKED, P1, night=2)) == shown(again[0]) * 2


def test_a_table_that_one_death_decides_is_warned_of():
    for letters, is_warned in (("wwsvv", True), ("wsvvv", False), ("wwsgvv", False)):
        told, setup = io.StringIO(), werewolves(letters)
        page = ScreenPage(
            console=Console(file=told, width=300), game="werewolf", language="en", players=setup.players
        )
        story_of(setup, page, None).announce()
        assert ("one death by night may end this game" in told.getvalue()) is is_warned
