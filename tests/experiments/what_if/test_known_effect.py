"""An effect that is known by construction comes out as it is, and its interval holds it."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from parlour.agents import METHODS
from parlour.core import plugins
from parlour.errors import UsageError
from parlour.evaluation import ballots
from parlour.experiments.what_if import WhatIf, check_compared, effects
from parlour.store import Store
from tests.arena.onenights import one_night
from tests.cases import cases
from tests.experiments.what_if.asking import answered
from tests.store.archive.played import laid, played

MATCHES = 10


@pytest.fixture
def oracle(monkeypatch: pytest.MonkeyPatch) -> None:
    points = plugins.sorted_points
    point = EntryPoint("oracle", "tests.experiments.what_if.oracle:METHOD", METHODS.group)

    def with_it(group: str) -> tuple[EntryPoint, ...]:
        return (*points(group), *((point,) if group == METHODS.group else ()))

    monkeypatch.setattr(plugins, "sorted_points", with_it)


def test_oracles_among_bots_by_lot_add_what_they_must(oracle: None, tmp_path: Path):
    """Seven vote by lot for one of six others; one that always hits adds (1 - 1/6)/7 to the right votes."""
    game = one_night("smvmntw")
    wolf = game.players[-1]
    with Store.open(str(tmp_path / "parlour.db")) as store:
        matches = [played(store, laid(game, method="random", seed=seed)) for seed in range(MATCHES)]
        plan = answered(store, WhatIf(who="village", method=f"oracle:truth={wolf}"), matches)
        [row] = [row for row in effects(plan, store) if row.metric == "vote_accuracy"]
        voters = {fork.player for fork in plan.forks}
        right = sum(
            wolf in vote.chosen
            for match in matches
            for vote in ballots(store.record(match, with_calls=False))
            if vote.actor in voters
        )
    known, forks = (1 - 1 / 6) / 7, MATCHES * len(voters)
    assert row.effect == pytest.approx((forks - right) / forks / 7)
    assert row.low is not None
    assert row.high is not None
    assert 0 < row.low <= known <= row.high
    assert (row.placebo, row.placebo_low, row.placebo_high) == (0, 0, 0)
    assert (row.forks, row.matches, row.basis) == (forks, MATCHES, "t")


def test_a_bot_by_lot_in_place_of_one_changes_nothing_and_is_not_called_exact(tmp_path: Path):
    game = one_night("smvmntw")
    with Store.open(str(tmp_path / "parlour.db")) as store:
        matches = [played(store, laid(game, method="random", seed=seed)) for seed in range(8)]
        plan = answered(store, WhatIf(who="seer", method="random"), matches)
        [row] = [row for row in effects(plan, store) if row.metric == "vote_accuracy"]
    assert (row.effect, row.changed, row.basis) == (0, 0, "bound")
    assert row.high is not None
    assert row.high > 0.2


@cases("name", ["calls", "play.dollars", "beliefs.calls", "fault_rate", "update.seconds"])
def test_what_a_fork_takes_over_unpaid_is_refused(name: str):
    with pytest.raises(UsageError, match=f"{name} is not compared"):
        check_compared([name])
