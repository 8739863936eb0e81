from collections.abc import Callable

import pytest
from rich.console import Console

from parlour.core import Event, EventKind, Request, event_kinds, request_kinds
from parlour.errors import SetupError
from parlour.games.mystery import MysterySetup, MysteryState, Stage, Team, start
from parlour.views import ScreenPage, story_of

MakeSetup = Callable[..., MysterySetup]
Play = Callable[..., tuple[MysteryState, list[Event], list[Request]]]


def papers(events: list[Event], player: str) -> dict[EventKind, list[str]]:
    mine = [event for event in events if event.kind.dealt and event.actor == player]
    kinds = {event.kind for event in mine}
    return {kind: [event.text for event in mine if event.kind is kind] for kind in kinds}


def test_everybody_gets_their_own_papers_and_nobody_elses(mystery: MakeSetup, play: Play):
    _, events, _ = play(mystery(), until=Stage.INTRODUCE)
    dealt = [event for event in events if event.kind.dealt]
    assert all(event.visible_to == frozenset({event.actor}) for event in dealt)
    assert papers(events, "Cy") == {
        event_kinds.ROLE: [""],
        event_kinds.SCRIPT: ["Act 1 of Cy"],
        event_kinds.SECRET: ["First secret of Cy\nSecond secret of Cy"],
        event_kinds.OBJECTIVE: ["Objective of Cy"],
    }


def test_only_a_murderers_own_role_says_whom_it_killed(mystery: MakeSetup, play: Play):
    victims = {"Vic": ("Bo",), "Wes": ("Bo", "Di"), "Xan": ()}
    _, events, _ = play(mystery(victims=victims), until=Stage.INTRODUCE)
    roles = {event.actor: event.chosen for event in events if event.kind is event_kinds.ROLE}
    assert roles == {"Ann": (), "Bo": ("Vic", "Wes"), "Cy": (), "Di": ("Wes",)}


def test_the_synopsis_is_told_to_everybody_before_all_else(mystery: MakeSetup, play: Play):
    _, events, _ = play(mystery(synopsis="A storm cut off the mill."))
    assert events[0].text == "A storm cut off the mill."
    assert (events[0].kind, events[0].visible_to, events[0].actor) == (event_kinds.SCRIPT, None, None)


def test_later_acts_are_spread_over_the_rounds(mystery: MakeSetup, play: Play):
    for acts, rounds, spread in (
        (1, 3, [0]),
        (2, 3, [0, 2]),
        (3, 3, [0, 2, 3]),
        (4, 3, [0, 1, 2, 3]),
        (3, 1, [0, 1, 1]),
        (5, 2, [0, 1, 1, 2, 2]),
    ):
        _, events, _ = play(mystery(acts=acts, rounds=rounds))
        dealt = [event for event in events if event.kind is event_kinds.SCRIPT and event.actor == "Di"]
        assert [event.text for event in dealt] == [f"Act {n} of Di" for n in range(1, acts + 1)]
        assert [event.round for event in dealt] == spread


def test_a_short_part_gets_its_acts_with_the_others(mystery: MakeSetup, play: Play):
    _, events, _ = play(mystery(acts={"Ann": 3, "Bo": 2}))
    scripts = [event for event in events if event.kind is event_kinds.SCRIPT]
    assert [(event.actor, event.round) for event in scripts if event.round] == [
        ("Ann", 2),
        ("Bo", 2),
        ("Ann", 3),
    ]


def test_everybody_introduces_themselves_at_once_and_is_heard_in_seat_order(mystery: MakeSetup, play: Play):
    state, events, asked = play(mystery(), until=Stage.OPEN_ROUND)
    assert [request.kind for request in asked] == [request_kinds.INTRODUCE] * 4
    assert {request.step for request in asked} == {1}
    heard = [event for event in events if event.kind is event_kinds.INTRODUCED]
    assert [(event.actor, event.text) for event in heard] == [(name, "Words.") for name in state.players]
    assert all(event.visible_to is None for event in heard)


def test_a_chinese_table_may_say_more_characters_than_an_english_one_words(mystery: MakeSetup, play: Play):
    limits = {
        language: {request.kind: request.words for request in play(mystery(language=language))[2]}
        for language in ("en", "zh")
    }
    talk = (request_kinds.INTRODUCE, request_kinds.ASK, request_kinds.REPLY)
    assert [limits["en"][kind] for kind in talk] == [120, 50, 100]
    assert [limits["zh"][kind] for kind in talk] == [192, 80, 160]
    assert limits["en"][request_kinds.VOTE] == limits["en"][request_kinds.PREPARE] == 0


def test_only_the_scripts_characters_sit_down(mystery: MakeSetup):
    setup = mystery()
    for players in (["Ann", "Bo", "Cy"], ["Bo", "Ann", "Cy", "Di"], ["Ann", "Bo", "Cy", "Eve"]):
        with pytest.raises(SetupError, match="the seats of The Mill are Ann, Bo, Cy, Di"):
            start(players, 1, setup)


def test_whoever_killed_anybody_is_a_murderer(mystery: MakeSetup):
    setup = mystery(victims={"Vic": ("Bo",), "Wes": ("Bo", "Di")})
    teams = start(setup.script.players, 1, setup).teams()
    assert [name for name, team in teams.items() if team is Team.MURDERER] == ["Bo", "Di"]
    assert [name for name, team in teams.items() if team is Team.CIVILIAN] == ["Ann", "Cy"]


def test_where_nobody_asks_the_bar_ends_with_the_last_request(mystery: MakeSetup, play: Play):
    question = {"aspect": "who", "points": 10, "text": "Who?", "options": ["Ann", "Bo"], "key": ["b"]}
    setup = mystery(victims={"Vic": ("Bo",), "Wes": ("Cy",)}, questions=[question], rounds=0)
    page = ScreenPage(console=Console(), game="mystery", language="en", players=setup.players)
    _, _, asked = play(setup)
    assert story_of(setup, page, None).expected_requests() == len(asked)
