"""The share that a method had in a match of several."""

from __future__ import annotations

from parlour.evaluation import HeldBeliefs, MatchScore, SeatScore, Spent

SHARED = Spent(calls=100, dollars=25.0)


def spent(calls: int) -> Spent:
    return Spent(calls=calls, input_tokens=10 * calls, dollars=calls / 4, seconds=2.0 * calls)


def held(player: str) -> HeldBeliefs:
    return HeldBeliefs(player=player, case="werewolf", round=1, probabilities=(0.5,), sought=(True,))


ANN = SeatScore(
    player="Ann", method="gratr", model="a", role="seer", won=True, faults={"vote": 1, "speak": 2},
    actions=10, fallbacks=1, updating=spent(1), deciding=spent(2), kept=30,
)  # fmt: skip
BO = SeatScore(
    player="Bo", method="plain", model="a", role="werewolf", won=False, faults={"vote": 4}, actions=20,
    fallbacks=3, updating=spent(4), deciding=spent(8),
)  # fmt: skip
CY = SeatScore(
    player="Cy", method="plain", model="b", role="guard", won=True, faults={"bid": 1}, actions=5,
    deciding=spent(16),
)  # fmt: skip
MATCH = MatchScore(
    match="m", script="werewolf", language="en", won=1, seats=(ANN, BO, CY), shared=SHARED, winner="village",
    faults={"vote": 5, "speak": 2, "bid": 1}, actions=35, fallbacks=4, beliefs=(held("Ann"), held("Cy")),
)  # fmt: skip


def test_a_method_has_the_faults_deeds_and_costs_of_its_own_seats():
    seen = MATCH.seen_by("plain")
    assert seen.seats == (BO, CY)
    assert seen.faults == {"vote": 4, "bid": 1}
    assert (seen.actions, seen.fallbacks) == (25, 3)
    assert seen.play == spent(28)
    assert seen.beliefs == (held("Cy"),)


def test_what_was_read_for_several_belongs_to_whoever_keeps_evidence():
    assert MATCH.seen_by("plain").shared == Spent()
    seen = MATCH.seen_by("gratr")
    assert seen.shared == SHARED
    assert seen.play == Spent.of([SHARED, spent(3)])
    assert seen.faults == {"vote": 1, "speak": 2}


def test_a_method_may_be_meant_on_one_model_and_several_together():
    assert MATCH.seen_by("plain@b").seats == (CY,)
    both = MATCH.seen_by("gratr", "plain@a")
    assert both.seats == (ANN, BO)
    assert both.faults == {"vote": 5, "speak": 2}
