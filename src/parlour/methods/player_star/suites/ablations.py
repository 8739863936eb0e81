"""What PLAYER* is made of, part by part: table 4, figure 7 and figure 8."""

from __future__ import annotations

from itertools import combinations

from parlour.experiments import Suite, table
from parlour.games.mystery.arms import MysteryArm
from parlour.methods.player_star.suites.arms import (
    CHINESE,
    MURDERERS,
    PACKAGE,
    PLAYER_STAR,
    SUSPECTS,
    UNCLEAR,
    WELLPLAY,
    asking_suspects,
)

SENSORS = ("emotion", "motivation", "opportunity", "evidence", "background")
ROUNDS, QUESTIONS = range(1, 6), range(1, 4)
NO_NUMBERS = "the paper shows a figure without numbers"
TABLE = table(PACKAGE, "player-table4")

_PARTS = (
    PLAYER_STAR,
    *(
        MysteryArm(name=name, method=f"player-star:{options}", murderers=MURDERERS, note=UNCLEAR)
        for name, options in (
            ("w/o Pruner", "pruner=false"),
            ("w/o Sensor", "sensors=none"),
            ("w/o Sensor & Pruner", "sensors=none,pruner=false"),
        )
    ),
)

PLAYER_TABLE_4 = Suite(
    name="player-table4",
    title="PLAYER* without its sensors, its pruner and both",
    source="PLAYER*, table 4 (Questum, table 12 prints the same)",
    conditions=(*_PARTS, *map(asking_suspects, _PARTS)),
    metrics=("overall", "win_rate", "play.dollars", "play.hours", "play.calls", "play.input_tokens"),
    figure="costs",
    proposed="PLAYER*",
    stories=WELLPLAY,
    languages=CHINESE,
    published=TABLE.published({part.name: (part.name, part.name + SUSPECTS) for part in _PARTS}),
    measured=TABLE.measured,
    reference=PLAYER_STAR.name,
)
PLAYER_FIGURE_7 = Suite(
    name="player-figure7",
    title="Every choice of one to five sensors: scores and costs",
    source=f"PLAYER*, figure 7; {NO_NUMBERS}",
    conditions=tuple(
        MysteryArm(
            name=" + ".join(chosen),
            method=f"player-star:sensors={'+'.join(chosen)}",
            murderers=MURDERERS,
        )
        for size in range(1, len(SENSORS) + 1)
        for chosen in combinations(SENSORS, size)
    ),
    metrics=("overall", "win_rate", "play.dollars", "play.input_tokens"),
    figure="boxes",
    proposed="emotion + motivation + opportunity",
    parts="sensors",
    stories=WELLPLAY,
    languages=CHINESE,
    published={},
)
PLAYER_FIGURE_8 = Suite(
    name="player-figure8",
    title="PLAYER* over rounds, with one to three questions per victim and round",
    source=f"PLAYER*, figure 8; {NO_NUMBERS}",
    conditions=tuple(
        MysteryArm(
            name=f"rounds {rounds}, m = {questions}",
            method="player-star",
            rounds=rounds,
            questions=questions,
            murderers=MURDERERS,
        )
        for questions in QUESTIONS
        for rounds in ROUNDS
    ),
    metrics=("overall", "objective", "reasoning", "relations", "win_rate"),
    figure="curves",
    stories=WELLPLAY,
    languages=CHINESE,
    published={},
)
