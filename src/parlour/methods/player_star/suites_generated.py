"""The suites of our own on generated mysteries; no published number stands beside them.

`ladder` goes from chance through PLAYER* and its ablations to a player that reads everything, and tests the
paper's claims rung by rung. The baselines ask as many questions as PLAYER* does: one per victim and round.
`strength-mystery` compares PLAYER* and its parts by the reader's strength (H1 to H4, H8). Murderers are plain
and of full strength everywhere, so that a better score is not a weaker opponent. Plain play has as many
questions as PLAYER*, and with a fourth round about as many tokens.
"""

from __future__ import annotations

from dataclasses import replace

from parlour.experiments import FULL, Strength, StrengthGrid, Suite, SuiteRow
from parlour.games.mystery.arms import MysteryArm
from parlour.methods.player_star.suites import AS_2024, AS_2025, EVERYBODY, controls

PRINTED_PARTS = tuple(
    MysteryArm(
        name=f"PLAYER* {option}",
        method=f"player-star:{option}",
        note="one part as printed, all else as it ships",
    )
    for option in ("sense=turn", "sense=turn+refine", "reading=separate", "refine=each", "gain=raw")
)
"""The changes by the papers' presets, each alone."""
LADDER = Suite(
    name="ladder",
    title="From chance to PLAYER*, with and without its parts, to reading everything",
    source="PLAYER*, sections 4.2 and 4.3: its claims, on generated mysteries",
    conditions=(
        MysteryArm(name="random", method="random"),
        MysteryArm(name="PP", method="plain", is_played=False),
        MysteryArm(name="Werewolf", method="werewolf:questions=paper,ask=best"),
        MysteryArm(name="O-CoT", method="o-cot:ask=best"),
        MysteryArm(name="ThinkThrice", method="think-thrice:ask=best"),
        MysteryArm(name="PLAYER* w/o sensors and pruner", method="player-star:sensors=none,pruner=false"),
        MysteryArm(name="w/o sensors", method="player-star:sensors=none"),
        MysteryArm(name="w/o pruner", method="player-star:pruner=false"),
        MysteryArm(name="PLAYER*", method="player-star"),
        MysteryArm(name="PLAYER* (asks anybody)", method="player-star:among=everybody"),
        *controls(),
        *PRINTED_PARTS,
        MysteryArm(name="PLAYER* (2025)", method=AS_2025),
        MysteryArm(name="PLAYER* (2024)", method=AS_2024, questions=EVERYBODY),
        MysteryArm(name="OP", method="plain", is_played=False, omniscient=True),
    ),
    metrics=("overall", "win_rate", "vote_accuracy", "calls", "input_tokens", "fault_rate"),
    stories="generated",
    games=200,
    figure="bars",
    proposed="PLAYER*",
    published={},
    reference="PLAYER*",
)
_ASKING = ("PLAYER*", "w/o pruner", "PLAYER* (asks anybody)", *(arm.name for arm in controls()))
WITNESS = replace(
    LADDER,
    name="player-witness",
    title="Whether the decisive witness is asked, and who is pruned unheard, on witness twins",
    source="PLAYER*, section 3: suspects alone are questioned; on stories that differ in who knows",
    conditions=tuple(arm for arm in LADDER.conditions if arm.name in _ASKING),
    metrics=(
        *("witness.asked.1", "witness.asked.2", "witness.asked.3"),
        *("witness.heard.4", "witness.heard.8", "witness.heard.16"),
        *("witness.pruned", "witness.lost", "overall", "win_rate", "play.calls", "fault_rate"),
    ),
    stories="twins:3",
    games=40,
)
"""Of two twins an asker cannot know which it plays, so that chance asks either witness as often."""
BINS = tuple(f"gain.told.{n}" for n in range(1, 6))
QUESTIONS = replace(
    LADDER,
    name="player-gain",
    title="What questions were worth: regret, and equations 3 to 5 against the true drop of entropy",
    source="PLAYER*, equations 1 to 5, on the matches of the ladder",
    plays=LADDER.name,
    views=tuple(SuiteRow.of(arm) for arm in LADDER.conditions if arm.is_played),
    metrics=(
        *("gain.exact", "gain.best", "gain.regret", "gain.share"),
        *("gain.order.expected", "gain.order.score", "gain.expected", "gain.told", "gain.brier"),
        *BINS,
        *("win_rate", "play.calls"),
    ),
)


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
STRENGTH = Suite(
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
