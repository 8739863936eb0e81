"""The ablations of PLAYER* as suites: table 4, figure 7 and figure 8."""

from __future__ import annotations

from itertools import combinations

from parlour.experiments import Suite, table, with_added
from parlour.games.mystery.arms import MysteryArm
from parlour.methods.player_star.sensors import Sensor
from parlour.methods.player_star.suites.arms import (
    AS_2024,
    AS_2025,
    CHINESE,
    EVERYBODY,
    MURDERERS,
    PACKAGE,
    PLAYER_2025,
    PLAYER_STAR,
    PLAYER_STARS,
    UNCLEAR,
    WELLPLAY,
    controls,
)

SENSORS = tuple(sensor.value for sensor in Sensor)
ROUNDS, QUESTIONS = range(1, 6), range(1, 4)
NO_NUMBERS = "the paper shows a figure without numbers"
TABLE = table(PACKAGE, "player-table4")

AS_IT_SHIPS = "one prompt for all suspects"
"""The name of PLAYER* as it ships, beside the arms of a paper's own."""
_LEFT_OUT = {
    "w/o Pruner": "pruner=false",
    "w/o Sensor": "sensors=none",
    "w/o Sensor & Pruner": "sensors=none,pruner=false",
}
_YEARS = {"2025": (AS_2025, 1), "2024": (AS_2024, EVERYBODY)}


def _without(name: str, options: str) -> tuple[MysteryArm, ...]:
    printed = (
        MysteryArm(
            name=f"{name} ({year})",
            method=f"{method},{options}",
            questions=questions,
            murderers=MURDERERS,
            note=UNCLEAR,
        )
        for year, (method, questions) in _YEARS.items()
    )
    shipped = MysteryArm(
        name=name, method=f"player-star:{options}", murderers=MURDERERS, note=PLAYER_STAR.note
    )
    return (*printed, shipped)


PLAYER_TABLE_4 = Suite(
    name="player-table4",
    title="PLAYER* without its sensors, its pruner and both, and with other choices of whom to ask",
    source="PLAYER*, table 4 (Questum, table 12 prints the same); the choices of whom to ask are ours",
    conditions=(
        *PLAYER_STARS,
        *(arm for told in _LEFT_OUT.items() for arm in _without(*told)),
        *controls(MURDERERS, has_oracle=False),
    ),
    metrics=("overall", "win_rate", "play.dollars", "play.hours", "play.calls", "play.input_tokens"),
    figure="costs",
    proposed="PLAYER*",
    stories=WELLPLAY,
    languages=CHINESE,
    published=TABLE.as_suite_numbers(
        {name: tuple(f"{name} ({year})" for year in _YEARS) for name in (PLAYER_STAR.name, *_LEFT_OUT)}
    ),
    measured=TABLE.settings,
    reference=PLAYER_STAR.name,
)
_FIGURE_7 = Suite(
    name="player-figure7",
    title="Every choice of one to five sensors: scores and costs",
    source=f"PLAYER*, figure 7; {NO_NUMBERS}",
    conditions=tuple(
        MysteryArm(
            name=" + ".join(chosen),
            method=f"{AS_2025},sensors={'+'.join(chosen)}",
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
PLAYER_FIGURE_7 = with_added(_FIGURE_7, AS_IT_SHIPS, PLAYER_STAR.method)
_FIGURE_8 = Suite(
    name="player-figure8",
    title="PLAYER* over rounds, with one to three questions per victim and round",
    source=f"PLAYER*, figure 8; {NO_NUMBERS}",
    conditions=tuple(
        MysteryArm(
            name=f"rounds {rounds}, m = {questions}",
            method=PLAYER_2025.method,
            rounds=rounds,
            questions=questions,
            questions_to="one",
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
PLAYER_FIGURE_8 = with_added(_FIGURE_8, AS_IT_SHIPS, PLAYER_STAR.method)
