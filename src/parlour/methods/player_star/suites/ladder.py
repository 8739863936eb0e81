"""The ladder: from chance through PLAYER* and its ablations to whoever has read everything.

It is ours, on mysteries made for it, whose keys are right by construction: what the paper claims of PLAYER*
is held against it rung by rung, without any number of theirs beside it. The baselines ask as many questions
as PLAYER* does: one per victim and round.
"""

from __future__ import annotations

from parlour.experiments import Suite
from parlour.games.mystery.arms import Condition

SUITE = Suite(
    name="ladder",
    title="From chance to PLAYER*, with and without its parts, to reading everything",
    source="PLAYER*, sections 4.2 and 4.3: its claims, on generated mysteries",
    conditions=(
        Condition(name="random", method="random"),
        Condition(name="PP", method="plain", is_played=False),
        Condition(name="Werewolf", method="werewolf:ask=best"),
        Condition(name="O-CoT", method="o-cot:ask=best"),
        Condition(name="ThinkThrice", method="think-thrice:ask=best"),
        Condition(name="PLAYER* w/o sensors and pruner", method="player-star:sensors=none,pruner=false"),
        Condition(name="w/o sensors", method="player-star:sensors=none"),
        Condition(name="w/o pruner", method="player-star:pruner=false"),
        Condition(name="PLAYER*"),
        Condition(name="PLAYER* (asks anybody)", method="player-star:among=everybody"),
        Condition(name="OP", method="plain", is_played=False, omniscient=True),
    ),
    metrics=("overall", "win_rate", "vote_accuracy", "calls", "input_tokens", "fault_rate"),
    stories="generated",
    games=200,
    figure="bars",
    proposed="PLAYER*",
    published={},
    reference="PLAYER*",
)
