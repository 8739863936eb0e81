"""The suite `strength-mystery`: PLAYER* and its parts by the reader's strength (H1 to H4, H8).

Murderers are plain and of full strength everywhere, so that a better score is not a weaker opponent. Plain
play has as many questions as PLAYER*, and with a fourth round about as many tokens.
"""

from __future__ import annotations

from parlour.experiments import FULL, Strength, StrengthGrid, Suite
from parlour.games.mystery.arms import MysteryArm

MURDERERS = "plain@reader"
PLAIN, AS_MANY_TOKENS = "plain", "plain, as many tokens"
PLAYER_STAR, PLACEBO = "PLAYER*", "PLAYER*, placebo notes"
ROUNDS, MORE_ROUNDS = 3, 4
"""The papers', and of plain play that takes about as many tokens as PLAYER* in three."""
WITHOUT = {
    "w/o sensors": "player-star:sensors=none",
    "w/o pruner": "player-star:pruner=false",
    "asks in turn": "player-star:choice=turn,among=everybody",
}
_METHODS = {
    PLAIN: "plain:ask=best",
    AS_MANY_TOKENS: "plain:ask=best",
    PLAYER_STAR: "player-star",
    PLACEBO: "player-star:notes=shuffled",
    **WITHOUT,
}
GRID = StrengthGrid(
    arms=tuple(
        MysteryArm(
            name=name,
            method=method,
            murderers=MURDERERS,
            rounds=MORE_ROUNDS if name == AS_MANY_TOKENS else ROUNDS,
        )
        for name, method in _METHODS.items()
    ),
    strengths=(
        FULL,
        Strength(limit="attention", value=".6"),
        Strength(limit="attention", value=".3"),
        Strength(limit="span", value="1000"),
    ),
    rivals={
        PLAYER_STAR: (PLAIN, AS_MANY_TOKENS, PLACEBO, *WITHOUT),
        PLACEBO: (PLAIN,),
        AS_MANY_TOKENS: (PLAIN,),
    },
    lines=(
        MysteryArm(name="reads everything", method="plain@reader", is_played=False, omniscient=True),
        MysteryArm(name="chance", method="random", is_played=False),
    ),
)
SUITE = Suite(
    name="strength-mystery",
    title="When PLAYER* and its parts help, by the strength of the reader",
    source="PLAYER*, sections 3 and 4; ours, no paper has these numbers",
    conditions=GRID.conditions,
    metrics=("vote_accuracy.seekers", "win_rate", "play.input_tokens", "play.calls", "fault_rate"),
    stories="generated",
    games=40,
    figure="strengths",
    proposed=PLAYER_STAR,
    published={},
    against=GRID.against,
    points=GRID.points,
)
