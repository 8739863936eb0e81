"""The costs of methods as suites: table 7 and figure 6, as in the papers and at equal question counts."""

from __future__ import annotations

from parlour.experiments import Suite, table
from parlour.methods.player_star.suites.arms import (
    BASELINES,
    CHINESE,
    METHODS,
    OP,
    PACKAGE,
    PLAYED,
    PP,
    WELLPLAY,
    asking_one,
)

TABLE = table(PACKAGE, "player-table7")
EQUAL = tuple(map(asking_one, BASELINES))
HOURS = {
    (condition, script, metric): number
    for (condition, script, metric), number in table(PACKAGE, "player-table4")
    .as_suite_numbers(PLAYED)
    .items()
    if metric == "play.hours" and condition in PLAYED["PLAYER*"]
}

PLAYER_TABLE_7 = Suite(
    name="player-table7",
    title="What playing and answering cost, per script",
    source="PLAYER*, table 7 (Questum, table 11 prints the same)",
    conditions=(PP, OP, *METHODS, *EQUAL),
    metrics=(
        "play.dollars",
        "evaluation.dollars",
        "play.calls",
        "play.input_tokens",
        "play.output_tokens",
        "evaluation.input_tokens",
    ),
    by_script=True,
    figure="costs",
    proposed="PLAYER*",
    stories=WELLPLAY,
    languages=CHINESE,
    published=TABLE.as_suite_numbers(PLAYED),
    measured=TABLE.settings,
)
PLAYER_FIGURE_6 = Suite(
    name="player-figure6",
    title="Time and cost of a game, by method",
    source="PLAYER*, figure 6, printed without numbers: dollars are of table 7, PLAYER*'s hours of table 4",
    conditions=(*METHODS, *EQUAL),
    metrics=("play.hours", "play.dollars", "play.input_tokens", "play.calls"),
    figure="costs",
    proposed="PLAYER*",
    stories=WELLPLAY,
    languages=CHINESE,
    published={**TABLE.as_suite_numbers(PLAYED), **HOURS},
    measured=TABLE.settings,
    not_comparable="hours depend on the server and on how many matches share it",
)
