"""What a game came to."""

from __future__ import annotations

import pytest

from parlour_avalon import Team
from parlour_avalon.scores import Ballots, score
from tables import NAMES, Plan, play, table

ANN, BO, CY, DI, EVE = NAMES[:5]


def test_quests_rejections_and_the_winner_are_counted():
    plan = Plan(teams={1: [ANN, DI]}, fails={1: [DI]}, named=BO)
    result = score(play(table(), plan.answer).events)
    assert (result.winner, result.succeeded, result.failed, result.rejected) == (Team.GOOD, 3, 1, 0)


@pytest.mark.parametrize(("named", "is_found"), [(ANN, True), (BO, False), (None, False)])
def test_whether_merlin_was_found(named: str | None, is_found: bool):
    assert score(play(table(), Plan(named=named).answer).events).is_merlin_found is is_found


def test_where_nobody_came_to_look_for_merlin_he_was_neither_found_nor_missed():
    result = score(play(table(), Plan(against=NAMES).answer).events)
    assert result.is_merlin_found is None
    assert (result.winner, result.rejected) == (Team.EVIL, 5)


def test_votes_of_the_good_are_right_that_keep_to_clean_teams():
    plan = Plan(teams={1: [ANN, DI]}, against=(BO,), abstaining=(CY,), named=BO)
    ballots = score(play(table(), plan.answer).events).ballots
    assert ballots == {
        ANN: Ballots(clean=2, approved=2, tainted=1, rejected=0),
        BO: Ballots(clean=2, approved=0, tainted=1, rejected=1),
        CY: Ballots(clean=2, approved=0, tainted=1, rejected=0, abstained=3),
    }
    assert [ballots[player].accuracy for player in (ANN, BO, CY)] == [2 / 3, 1 / 3, 0]


def test_without_votes_there_is_no_accuracy():
    assert Ballots().accuracy is None


def test_a_game_that_is_not_over_has_no_score():
    with pytest.raises(ValueError, match="not over"):
        score(play(table()).events[:20])
