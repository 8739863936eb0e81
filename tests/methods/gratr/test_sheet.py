"""What the page of a trust graph says of each step: in words, with whoever claims what."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.methods.gratr.views import EvidenceTaken, Learned
from parlour.methods.gratr.views.clerk import Frame, sheet
from parlour.methods.gratr.views.history import ChainsRetrieved, ClaimHeard, Step, TrustHistory, trace
from tests.methods.gratr.graphs import item, villager

ALLIES = tuple(
    Learned(round=1, event=n, player=name, is_ally=True, why="revealed")
    for n, name in enumerate(("Ann", "Dan"), 1)
)
SAID = EvidenceTaken(
    round=1,
    event=3,
    items=(
        item("Ann", "attack", "Cat", 6, 3),
        item("Dan", "attack", "Cat", 8, 3),
        item("Cat", "attack", "Ann", 10, 3),
        item("Cat", "attack", "Dan", 10, 3),
        item("Ann", "defend", "Ben", 8, 3),
        item("Ben", "defend", "Ann", 9, 3),
    ),
)


def frames(*steps: Step, claims: Sequence[ClaimHeard] = (), shows_owner: bool = True) -> Sequence[Frame]:
    start = villager()
    history = TrustHistory(
        source="a test",
        language="en",
        case="",
        method="gratr",
        start=start,
        moments=trace(start, steps),
        told={3: "Cat did it."},
        truth={},
        claims=tuple(claims),
        shows_owner=shows_owner,
    )
    return sheet(history).frames


def trusts(frame: Frame) -> dict[str, float]:
    return {villager().players[each.player]: each.trust for each in frame.points}


def test_each_step_is_told_with_those_whom_it_moves():
    told = frames(*ALLIES, SAID, ChainsRetrieved(round=2, targets=("Cat", "Ben")))
    assert [(each.kind, each.round, each.caption) for each in told] == [
        ("start", 1, "Before anything happened"),
        ("learned", 1, "Now certain: Ann is on Me's side (the role was revealed)."),
        ("learned", 1, "Now certain: Dan is on Me's side (the role was revealed)."),
        ("heard", 1, "Cat did it."),
        ("asked", 2, "Me follows the evidence about Cat, Ben."),
    ]
    assert [trusts(each) for each in told[1:4]] == [{"Ann": 1.0}, {"Dan": 1.0}, {"Ben": 0.8, "Cat": -0.8}]
    assert sorted(trusts(told[0])) == ["Ann", "Ben", "Cat", "Dan", "Eve"]


def test_who_claims_a_role_that_is_dealt_once_is_named_with_whoever_else_does():
    for by, told in (
        ([("Ben", "Ben", "seer", True)], {"Ben": "claims: seer"}),
        (
            [("Ben", "Ben", "seer", True), ("Cat", "Cat", "seer", True), ("Dan", "Dan", "seer", True)],
            {
                "Ben": "claims: seer, like Cat, Dan",
                "Cat": "claims: seer, like Ben, Dan",
                "Dan": "claims: seer, like Ben, Cat",
            },
        ),
        (
            [("Ben", "Ben", "seer", True), ("Cat", "Cat", "witch", True)],
            {"Ben": "claims: seer", "Cat": "claims: witch"},
        ),
        (
            [("Ben", "Ben", "villager", False), ("Cat", "Cat", "villager", False)],
            {"Ben": "claims: villager", "Cat": "claims: villager"},
        ),
        (
            [("Ben", "Ben", "seer", True), ("Ann", "Cat", "seer", True)],
            {"Ben": "claims: seer", "Cat": "seer, says Ann"},
        ),
        ([("Ann", "Ben", "witch", True), ("Ben", "Ben", "seer", True)], {"Ben": "claims: seer"}),
        ([("Ben", "Ben", "seer", True), ("Ann", "Ben", "witch", True)], {"Ben": "claims: seer"}),
        (
            [("Ben", "Ben", "seer", True), ("Cat", "Cat", "seer", True), ("Cat", "Cat", "witch", True)],
            {"Ben": "claims: seer", "Cat": "claims: witch"},
        ),
    ):
        claims = [
            ClaimHeard(steps=1, by=who, about=about, role=role, is_single=single)
            for who, about, role, single in by
        ]
        before, after, last = frames(*ALLIES, claims=claims)
        assert {villager().players[each.player]: each.text for each in after.claims} == told
        assert {each.is_contested for each in after.claims} == {", like" in text for text in told.values()}
        assert (before.claims, last.claims) == ((), ())
