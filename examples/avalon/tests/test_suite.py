"""What matches of Avalon are scored by, and the suite that sets methods beside each other."""

from __future__ import annotations

from functools import cache

import pytest
from parlour.agents import METHODS
from parlour.arena import Record
from parlour.core import find_game, read_asked
from parlour.evaluation import SEEKERS, Cut, metric, pool, score_match
from parlour.experiments import Story, find_suite
from parlour.experiments.conformance import check_match, lay_alike

from parlour_avalon import Role
from parlour_avalon.scores import dealt, score


@cache
def played(seed: int) -> Record:
    asked = read_asked({"name": "avalon", "players": 7, "discussions": 0})
    return check_match(lay_alike(asked, "plain", seed=seed))


@pytest.mark.parametrize("seed", range(3))
def test_a_match_is_scored_by_its_quests_votes_and_the_assassins_guess(seed: int):
    record = played(seed)
    counted, told = score_match(record), score(record.events)
    assert counted.winner == told.winner
    assert (counted.won, counted.lost) == ((1, 0) if told.winner == "good" else (0, 1))
    (votes,) = counted.votes
    assert votes.team == SEEKERS
    assert votes.asked == sum(each.clean + each.tainted for each in told.ballots.values())
    assert votes.right == sum(each.approved + each.rejected for each in told.ballots.values())
    assert counted.cast.get(Role.MERLIN, 0) == (told.is_merlin_found is True)


def test_votes_of_a_seat_that_is_left_out_do_not_count():
    record = played(1)
    good = next(name for name, role in dealt(record.events).items() if role.team == "good")
    whole, without = (score_match(record, leaving_out=seats) for seats in ((), (good,)))
    assert without.votes[0].asked < whole.votes[0].asked


def test_metrics_read_these_counts():
    scored = [score_match(played(seed)) for seed in range(3)]
    for name in find_suite("avalon-methods").metrics:
        measured = metric(name)
        value = pool(scored, measured, Cut())
        assert value is None or value >= 0
    votes = pool(scored, metric("avalon.clean_votes"), Cut())
    assert votes is not None
    assert 0 < votes <= 1


def test_the_suite_seats_every_shipped_method_at_tables_that_can_be_dealt():
    suite = find_suite("avalon-methods")
    shipped = {name for name in METHODS.names if METHODS.find(name).seat.__module__.startswith("parlour.")}
    assert {arm.method for arm in suite.conditions} == shipped
    for language in ("en", "zh"):
        story = Story(id="avalon", language=language, seed=5)
        setup = suite.conditions[0].setup(story, 1)
        assert len(setup.players) == find_game("avalon").usual
        assert setup.language == language
