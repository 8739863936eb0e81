"""A suite of any game, without an arm of the game's own."""

from __future__ import annotations

import pytest

from parlour.errors import UsageError
from parlour.experiments import Arm, Stories, Suite, cells, stories_of
from parlour.experiments.runner import lay
from parlour.llm import ModelPool
from tests.experiments.small import asked_run

ARMS = tuple(Arm(name=name, method=name, game="onenight") for name in ("random", "plain"))
SUITE = Suite(
    name="any",
    title="Any game",
    source="no paper",
    conditions=ARMS,
    metrics=("win_rate",),
    stories="onenight",
    published={},
)
RUN = asked_run(suite="any", stories="onenight", games=2, seed=7)


def test_all_seats_play_alike_at_tables_that_are_dealt_alike_in_every_arm():
    stories = Stories(game="onenight").find("onenight", "en", 2, 7)
    laid = [lay(cell, RUN, ModelPool()) for cell in cells(SUITE, stories, 1, 1)]
    assert [setup.seed for setup in laid] == [7, 7, 8, 8]
    assert [{seat.method for seat in setup.seats} for setup in laid] == [{"random"}, {"plain"}] * 2
    assert {len(setup.seats) for setup in laid} == {8}
    assert all(setup.game == laid[0].game for setup in laid)


def test_what_a_game_takes_besides_is_handed_to_its_setup():
    arm = Arm(name="short", method="random", game="onenight", players=6, options={"rounds": 1})
    setup = arm.setup(stories_of("onenight").find("onenight", "zh", 1, 0)[0], 1)
    assert (setup.most_rounds, len(setup.players), setup.language) == (1, 6, "zh")


def test_tables_of_one_game_are_not_those_of_another():
    with pytest.raises(UsageError, match="plays onenight is not played on 'werewolf'"):
        Stories(game="onenight").find("werewolf", None, 1, 0)
