"""Trust that is no graph's: the plain sum, a draw of lots, and the truth, which only an experiment tells."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from parlour.agents.memory import BM25
from parlour.arena import Setup, lay_table
from parlour.errors import SetupError
from parlour.evaluation import MatchScore, SeatScore, audit
from parlour.experiments import Cell, Story, find_suite
from parlour.experiments.runner import lay
from parlour.games.werewolf import Role
from parlour.games.werewolf.arms import Pairing
from parlour.llm import BUILT_IN, ModelPool
from parlour.methods.gratr.evidence import Parameters
from parlour.methods.gratr.nodes import Drawn, Summed
from parlour.methods.gratr.views import trust_histories
from tests.agents.seats import seat_context
from tests.arena.mysteries import laid
from tests.arena.playing import play, played_again, recorded
from tests.arena.werewolves import werewolves
from tests.experiments.small import asked_run
from tests.methods.gratr.graphs import item, villager
from tests.methods.gratr.tables import Played

ARMS = ("sum", "random", "oracle")
ORACLE = "gratr:trust=oracle"


def table(method: str) -> Setup:
    """A table that an experiment lays."""
    seats = laid(werewolves("vwswxgv", days=2), model=BUILT_IN, method=method, context=1_000_000).seats
    return lay_table(werewolves("vwswxgv", days=2), 1, seats, embedding=BM25, is_experiment=True)


@cache
def match(trust: str) -> Played:
    setup = table(f"gratr:trust={trust}")
    return Played(record=recorded(setup, play(setup)))


def test_a_sum_adds_credibilities_whoever_they_are_of():
    """0.5 - 0.9 + 0.8 = 0.4, whose tanh is 0.379949; eq. 3 would have kept -0.45."""
    said = [
        item("Ben", "defend", "Ann", 5, 1),
        item("Cat", "attack", "Ann", 9, 2),
        item("Dan", "defend", "Ann", 8, 3),
    ]
    graph = villager(Parameters(trust="sum")).observe(said)
    assert graph.trust["Ann"] == pytest.approx(0.379949, abs=1e-6)
    ground = graph.nodes["Ann"].ground
    assert isinstance(ground, Summed)
    assert (ground.latest, ground.total) == (said[-1], pytest.approx(0.4))
    assert graph.retrieve("Ann")[0] == graph


def test_a_drawn_trust_is_the_seeds_and_nothing_said_moves_it_but_what_is_certain_does():
    graph = (
        villager(Parameters(trust="random")).knowing("Eve", why="checked", is_ally=False).with_random_trust(7)
    )
    told = graph.observe([item("Ben", "attack", "Ann", 10, 1)]).retrieve("Ann")[0]
    assert (
        told.trust
        == graph.trust
        == villager().knowing("Eve", why="checked", is_ally=False).with_random_trust(7).trust
    )
    assert graph.trust != villager().with_random_trust(8).trust
    assert (graph.trust["Eve"], graph.nodes["Ann"].ground) == (-1.0, Drawn())
    assert told.knowing("Ann", why="checked", is_ally=True).trust["Ann"] == 1.0


@pytest.mark.parametrize("trust", ARMS)
def test_each_arm_plays_replays_and_is_drawn_again_from_its_record(trust: str):
    played = match(trust)
    assert (played.record.status, played.faults) == ("finished", set())
    assert played_again(played.record).difference is None
    assert played.thoughts("trust")
    assert not played.thoughts("retrieval")
    assert len(trust_histories(played.record)) == 7


def test_an_oracle_trusts_its_own_side_and_nobody_else():
    played = match("oracle")
    wolves = {name for name, role in played.roles.items() if role == "werewolf"}
    for player in played.roles:
        for body in played.thoughts("trust", player):
            assert body == {
                name: 1.0 if (name in wolves) == (player in wolves) else -1.0
                for name in played.roles
                if name != player
            }


def test_only_an_experiment_seats_an_oracle():
    asked = laid(werewolves("vwswxgv"), model=BUILT_IN, method=ORACLE)
    with pytest.raises(SetupError, match=r"gratr:trust=oracle is told the truth: a control, and no player"):
        play(asked)
    assert lay_table(asked.game, 1, asked.seats, embedding=BM25).controls == ()
    assert table(ORACLE).controls == asked.players
    assert table("gratr:trust=random").controls == ()


def test_a_run_names_its_controls_in_the_setup_of_each_match():
    arm = Pairing(name="Oracle vs plain", method=ORACLE, rival="plain:window=15")
    run = asked_run(stories="werewolf", seed=3)
    cell = Cell(
        condition=arm, story=Story(id="werewolf", language="en", seed=3), game=0, evaluation=1, side="leaders"
    )
    setup = lay(cell, run, ModelPool())
    assert setup.controls == tuple(seat.player for seat in setup.seats if seat.method == ORACLE)
    assert len(setup.controls) == 4


def test_the_audit_reports_the_truth_in_a_seat_that_no_experiment_declared():
    record = match("oracle").record
    assert audit(record) == []
    undeclared = replace(record, setup=record.setup.model_copy(update={"controls": ()}))
    problems = {leak.problem for leak in audit(undeclared)}
    assert problems == {"the truth, which only a declared control may be told"}


def test_nobody_else_is_told_the_truth():
    record = match("sum").record
    told = {part.source.origin for call in record.calls for part in (*call.system, *call.user)}
    assert "truth" not in told
    assert seat_context().truth is None


RIVALS = {"NativeRAG": "native-rag", "RerankRAG": "rerank-rag", "LightRAG": "light-rag"}


def test_a_row_of_a_rival_counts_its_seats_alone():
    for row, rival in RIVALS.items():
        seats = tuple(
            SeatScore(player=method, method=method, role=Role.SEER, won=True)
            for method in ("gratr:as=printed", "plain", f"{rival}:counts=messages,among=window")
        )
        match = MatchScore(match="m", script="werewolf-1", language="en", seats=seats)
        told = match.seen_by(*find_suite("gratr-table3").view(row).methods)
        assert told.seats == seats[2:]
