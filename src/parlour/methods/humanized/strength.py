"""The suite `strength-onenight`: favor and strategy by the strength of the reader (H7, H8).

Werewolf, minion and tanner are the baseline at full strength everywhere, so that a better vote is not a
weaker opponent. The baseline plays as many rounds as all, and so many that it takes as many tokens as the
full system.
"""

from __future__ import annotations

from parlour.experiments import FULL, Strength, StrengthGrid, Suite
from parlour.games.onenight.arms import OneNightArm

CULPRITS = "humanized:condition=baseline@reader"
BASELINE, AS_MANY_TOKENS = "baseline", "baseline, as many tokens"
ROUNDS, MORE_ROUNDS = 3, 5
"""The paper's, and of a baseline that takes about as many tokens as the full system in three."""
_METHODS = {
    BASELINE: "humanized:condition=baseline",
    AS_MANY_TOKENS: "humanized:condition=baseline",
    "favor": "humanized:condition=favor",
    "favor, placebo notes": "humanized:condition=favor,notes=shuffled",
    "strategy": "humanized:condition=strategy",
    "strategy, placebo notes": "humanized:condition=strategy,notes=shuffled",
    "full": "humanized",
    "full, placebo notes": "humanized:notes=shuffled",
}
GRID = StrengthGrid(
    arms=tuple(
        OneNightArm(
            name=name,
            method=method,
            culprits=CULPRITS,
            rounds=MORE_ROUNDS if name == AS_MANY_TOKENS else ROUNDS,
        )
        for name, method in _METHODS.items()
    ),
    strengths=(
        FULL,
        Strength(limit="attention", value=".6"),
        Strength(limit="attention", value=".3"),
        Strength(limit="noise", value=".5"),
        Strength(limit="noise", value="2"),
    ),
    rivals={
        **{name: (BASELINE, f"{name}, placebo notes") for name in ("favor", "strategy")},
        "full": (BASELINE, AS_MANY_TOKENS, "full, placebo notes"),
        **{f"{name}, placebo notes": (BASELINE,) for name in ("favor", "strategy", "full")},
        AS_MANY_TOKENS: (BASELINE,),
    },
    lines=(
        OneNightArm(
            name="reads everything",
            method="humanized:condition=baseline,memory=1000@reader",
            culprits=CULPRITS,
        ),
        OneNightArm(name="chance", method="random"),
    ),
)
SUITE = Suite(
    name="strength-onenight",
    title="When favor and strategy help, by the strength of the reader",
    source="Humanized Agents, section 2; ours, no paper has these numbers",
    conditions=GRID.conditions,
    metrics=("vote_accuracy.seekers", "wins.village", "play.input_tokens", "play.calls", "fault_rate"),
    stories="onenight",
    games=40,
    figure="strengths",
    proposed="full",
    published={},
    against=GRID.against,
    points=GRID.points,
)
