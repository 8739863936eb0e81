"""A mystery as it is told on the screen."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console

from parlour.core import Event, Request
from parlour.games.mystery import MysterySetup, MysteryState
from parlour.views import ScreenPage, story_of

MakeSetup = Callable[..., MysterySetup]
Play = Callable[..., tuple[MysteryState, list[Event], list[Request]]]


def test_where_nobody_asks_the_bar_ends_with_the_last_request(mystery: MakeSetup, play: Play):
    question = {"aspect": "who", "points": 10, "text": "Who?", "options": ["Ann", "Bo"], "key": ["b"]}
    setup = mystery(victims={"Vic": ("Bo",), "Wes": ("Cy",)}, questions=[question], rounds=0)
    page = ScreenPage(console=Console(), game="mystery", language="en", players=setup.players)
    _, _, asked = play(setup)
    assert story_of(setup, page, None).expected_requests() == len(asked)
