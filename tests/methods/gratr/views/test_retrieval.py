"""Whether retrieval moves trust towards the truth, counted by hand and off recorded matches."""

from __future__ import annotations

from functools import cache

import pytest

from parlour.arena import Record
from parlour.methods.gratr.retrieval_report import READINGS, TrustTurn, gone_through, retrieval_counts
from parlour.methods.gratr.views.history import EvidenceTaken, Learned
from tests.arena.mysteries import laid
from tests.arena.playing import play, recorded
from tests.arena.werewolves import werewolves
from tests.methods.gratr.graphs import item, trusting, villager

SIDES = {"Me": "good", "Ann": "good", "Ben": "good", "Cat": "werewolf", "Dan": "werewolf", "Eve": "good"}


@cache
def match(method: str = "gratr", game: str = "vwswxgv") -> Record:
    setup = laid(werewolves(game, days=2), model="reader", method=method, seed=2, context=1_000_000)
    return recorded(setup, play(setup))


def turn(*living: str) -> TrustTurn:
    """Ben defends Ann and Cat attacks Ben, as in the tests of an explanation."""
    said = (item("Ben", "defend", "Ann", 8, 1), item("Cat", "attack", "Ben", 10, 2))
    step = EvidenceTaken(round=1, event=2, items=said)
    known = Learned(round=1, event=3, player="Eve", is_ally=True, why="checked")
    return TrustTurn(steps=(step, known), living=living)


def test_changes_pairs_and_hops_by_hand():
    """T(Ann) = 0.9, T(Ben) = 0.8, T(Cat) = -0.6 and T(Dan) = 0; Eve is known, and in no pair.

    To Ben leads Ann, whom he defends: V = 0.8 * 0.664037 = 0.531229, u = 0.9 * 0.664037 = 0.597633 and
    H = 0.443835. So T(Ben) falls to u, away from the truth, and by eq. 9 the edge from Ben to Ann becomes
    0.1 * 0.597633 / 0.9 + 0.664037 = 0.730441.
    To Cat leads Ann by Ben: u = 0.9 * 0.730441 * -0.761594 = -0.500665. So T(Cat) rises, away from the truth.
    Her attack on Ben alone has no weight: V = 0.456956 is less than H. To Ann and Dan leads nothing.
    The pairs are Ann and Ben with Cat and Dan: all four in the right order.
    """
    start = trusting(villager(), Ann=0.9, Ben=0.8, Cat=-0.6)
    [told] = gone_through(start, [turn("Ann", "Ben", "Cat", "Dan", "Eve")], SIDES, retrieves=True)
    assert (told.moves, told.towards) == (2, 0)
    assert (told.pairs, told.above, told.auc) == (4, 4.0, 1.0)
    assert (told.chains, told.long) == (2, 1)


def test_without_retrieval_nothing_moves_and_equals_count_half():
    start = trusting(villager(), Ann=0.9, Ben=0.95, Cat=0.9)
    [told] = gone_through(start, [turn("Ann", "Ben", "Cat", "Dan")], SIDES, retrieves=False)
    assert (told.moves, told.chains, told.hits, told.hops) == (0, 0, None, None)
    assert (told.pairs, told.above) == (4, 3.5)


def test_the_seats_of_a_record_are_gone_through_under_every_reading():
    told = retrieval_counts(match())
    assert list(told) == [reading.name for reading in READINGS]
    assert len({counts.pairs for counts in told.values()}) == 1
    assert all(counts.pairs > 0 for counts in told.values())
    assert told["as printed"].moves > 0
    assert told["without retrieval"].moves == told["plain sum"].moves == 0


@pytest.mark.parametrize("method", ["plain", "gratr:trust=random"])
def test_a_match_without_a_trust_graph_tells_nothing(method: str):
    assert retrieval_counts(match(method)) == {}
