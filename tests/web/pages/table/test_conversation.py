"""A conversation shows of each remark to whom it was made."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.core import CaseOutcome
from parlour.evaluation import Sides
from parlour.store import AccessToken
from parlour.web.hosting import FeedLine
from parlour.web.pages.table.conversation import Conversation, Filter
from parlour.web.pages.table.head import Notice
from tests.web.hosting.houses import game, wolves
from tests.web.pages.table.bare import bare_page, scene_of
from tests.web.pages.visiting import text_of

FELLOW, VICTIM = "Player 2", "Player 3"


def _fellow(kind: str, said: str, *chosen: str) -> FeedLine:
    return FeedLine(number=0, type="event", kind=kind, actor=FELLOW, chosen=chosen, text=said)


def test_what_fellows_say_in_secret_is_marked_as_theirs_and_what_is_said_to_all_is_not(tmp_path: Path):
    with bare_page() as page:
        Conversation(scene_of(tmp_path, wolves())).add(
            [
                _fellow("conferred", "Her.", VICTIM),
                _fellow("conferred", "Or wait."),
                _fellow("spoke", "Good morning."),
            ]
        )
        assert text_of(page).splitlines() == [
            *(FELLOW, f"to the werewolves → {VICTIM}", "Her."),
            *(FELLOW, "to the werewolves", "Or wait."),
            *(FELLOW, "Good morning."),
        ]


ASKED = FeedLine(number=0, type="event", kind="asked", actor="Anna", to="Ben", case="Vera")
OTHER = FeedLine(number=1, type="event", kind="asked", actor="Carl", to="Dora", case="Walt")
ACCUSED = FeedLine(number=2, type="event", kind="eliminated", chosen=("Anna",), case="Walt")
ROUND = FeedLine(number=3, type="event", kind="round", round=1)
LINES = (ASKED, OTHER, ACCUSED, ROUND)


@pytest.mark.parametrize(
    ("shown", "left"),
    [
        (Filter(), LINES),
        (Filter(person="Anna"), (ASKED, ACCUSED)),
        (Filter(person="Ben"), (ASKED,)),
        (Filter(case="Walt"), (OTHER, ACCUSED, ROUND)),
    ],
)
def test_what_concerns_somebody_or_some_case_is_left(shown: Filter, left: tuple[FeedLine, ...]):
    assert tuple(filter(shown.shows, LINES)) == left


@pytest.mark.parametrize(
    ("winners", "told"),
    [
        (("civilian", "civilian"), "You have won."),
        (("civilian", "killer", "killer"), "You have won 1 of 3."),
        (("killer", "killer"), "You have lost."),
    ],
)
def test_a_player_is_told_how_many_cases_their_side_won(winners: tuple[str, ...], told: str, tmp_path: Path):
    scene, me = scene_of(tmp_path, game()), game().players[0]
    cases = [CaseOutcome(case=told, eliminated=None, truth=(me,), winner=winner) for winner in winners]
    sides = Sides(game=game().name, teams={me: "civilian"}, cases=cases, requests={})
    ticket = AccessToken(token="a", match=scene.table.match, kind="seat", player=me)
    with bare_page() as page:
        Notice(scene, ticket).tell_outcome(sides, me)
        assert text_of(page) == told
