"""The band across a page says how the match came out for whoever played."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.core import CaseOutcome
from parlour.evaluation import Sides
from parlour.store import AccessToken
from parlour.web.pages.table.head import Notice
from tests.web.hosting.houses import game
from tests.web.pages.table.bare import bare_page, scene_of
from tests.web.pages.visiting import text_of


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
