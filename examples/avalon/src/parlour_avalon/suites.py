"""Every shipped method at tables of Avalon, the same one in the seats of both sides."""

from __future__ import annotations

from parlour.experiments import Arm, Suite

METHODS = (
    "random",
    "plain",
    "gratr",
    "humanized",
    "native-rag",
    "o-cot",
    "player-star",
    "rerank-rag",
    "think-thrice",
    "werewolf",
)

AVALON_METHODS = Suite(
    name="avalon-methods",
    title="How often the good win at Avalon, how well they vote, and whether Merlin is found, by method",
    source="ours; no paper has these numbers",
    conditions=tuple(Arm(name=method, method=method, game="avalon") for method in METHODS),
    metrics=("win_rate", "avalon.clean_votes", "avalon.merlin_found", "fault_rate", "play.calls"),
    stories="avalon",
    games=25,
    published={},
    reference="plain",
)
