"""What operators are told of a match, and that nobody is told of one that nobody follows."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from parlour.arena import Fault
from parlour.arena.entries import FollowedMatch
from parlour.core import Request, request_kinds
from parlour.core.telemetry import Attributes, listen

FOLLOWED = FollowedMatch(match="m", game="werewolf", language="en", players=7)
VOTE = Request(id="4.vote.Ann", step=4, round=2, player="Ann", kind=request_kinds.VOTE)
FAULT = Fault(request="4.vote.Ann", player="Ann", purpose="vote", problem="no such name")


class Heard:
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.began: list[tuple[str, str, int, dict[str, object]]] = []
        self.ended = 0
        self.events: list[tuple[str, int, dict[str, object]]] = []

    def open(self, sort: str, what: str, level: int, attributes: Attributes) -> Heard:
        self.began.append((sort, what, level, {**attributes}))
        return self

    def close(self, attributes: Attributes, error: BaseException | None) -> None:
        self.ended += 1

    def event(self, name: str, level: int, attributes: Attributes) -> None:
        self.events.append((name, level, {**attributes}))


@pytest.fixture
def heard() -> Iterator[Heard]:
    sink = Heard()
    stop = listen(sink)
    yield sink
    stop()


def test_operators_are_told_which_match_is_played_and_which_sort_of_request_decided(heard: Heard):
    for followed in (FOLLOWED, FollowedMatch()):
        with followed.playing(), followed.deciding(VOTE):
            followed.report_fault(FAULT)
    assert heard.events == [("fault", logging.WARNING, {"match": "m", "game": "werewolf", "purpose": "vote"})]
    assert heard.began == [
        (
            "match",
            "werewolf",
            logging.INFO,
            {"match": "m", "game": "werewolf", "language": "en", "players": 7},
        ),
        ("request", "vote", logging.DEBUG, {"match": "m", "kind": "vote", "step": 4, "round": 2}),
    ]
    assert heard.ended == 2
