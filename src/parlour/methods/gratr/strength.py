"""The suite `strength-werewolf`: GRATR by the strength of the reader and the number of players (H5, H6, H8).

Werewolves are plain and of full strength everywhere, so that a better vote is not a weaker opponent. Plain
play has the window that GRATR has, and one that takes as many tokens. At the larger tables a player speaks
three times a day, so that the game outlasts the window on its first day.
"""

from __future__ import annotations

from collections.abc import Mapping

from parlour.experiments import FULL, Strength, StrengthGrid, Suite
from parlour.games.werewolf.arms import WerewolfArm

WEREWOLVES = "plain:window=15@reader"
PLAIN, AS_MANY_TOKENS, GRATR, PLACEBO = "plain", "plain, as many tokens", "GRATR", "GRATR, placebo notes"
WINDOW = 45
"""The window of plain play that takes about as many tokens as GRATR with its window of 15."""
CORE = {
    PLAIN: "plain:window=15",
    AS_MANY_TOKENS: f"plain:window={WINDOW}",
    GRATR: "gratr",
    PLACEBO: "gratr:notes=shuffled",
}
PARTS = {
    "w/o merging": "gratr:merging=false",
    "w/o hops": "gratr:hops=false",
    "w/o backward update": "gratr:backward=false",
    "as released": "gratr:counts=utterances,as=released",
}
WEAK = Strength(limit="attention", value=".5")
LINES = {"reads everything": "plain:window=1000@reader", "chance": "random"}


def _grid(table: str, methods: Mapping[str, str], *strengths: Strength, **rules: object) -> StrengthGrid:
    options = {"doubly_saved": "lives", **rules}
    players = int(table.split()[0])

    def arm(name: str, method: str) -> WerewolfArm:
        return WerewolfArm(name=name, method=method, players=players, options=options, werewolves=WEREWOLVES)

    return StrengthGrid(
        arms=tuple(arm(*told) for told in methods.items()),
        strengths=strengths,
        rivals={
            GRATR: (PLAIN, AS_MANY_TOKENS, PLACEBO, *(name for name in methods if name in PARTS)),
            PLACEBO: (PLAIN,),
            AS_MANY_TOKENS: (PLAIN,),
        },
        lines=tuple(arm(*told) for told in LINES.items()),
        table=table,
    )


GRIDS = (
    _grid("8 players", CORE | PARTS, FULL, WEAK),
    _grid("12 players", CORE, FULL, WEAK, discussions=3, days=2),
    _grid("16 players", CORE, WEAK, discussions=3, days=2),
)
SUITE = Suite(
    name="strength-werewolf",
    title="When GRATR helps, by the strength of the reader and the size of the table",
    source="GRATR, section 3; ours, no paper has these numbers",
    conditions=tuple(arm for grid in GRIDS for arm in grid.conditions),
    metrics=("right.good", "lwr", "play.input_tokens", "play.calls", "fault_rate"),
    stories="werewolf",
    games=40,
    figure="strengths",
    proposed=GRATR,
    published={},
    against={name: others for grid in GRIDS for name, others in grid.against.items()},
    points={name: point for grid in GRIDS for name, point in grid.points.items()},
)
