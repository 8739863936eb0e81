"""The tables and figures of PLAYER* and Questum as suites, and the arms that they share.

Rounds and questions are those of the papers' released runs: three rounds, in which a
baseline asks every other player about every victim and PLAYER* (2025) asks one. The papers leave open whether
they measured that PLAYER* or the one that asks every suspect (2024): both are run as printed, beside
the same published number. The PLAYER* that ships is run too, without a published number: it reads all
suspects in one prompt, which no paper does, and costs a fraction of it.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from parlour.experiments import Published, PublishedKey, PublishedTable, Suite, table, with_added
from parlour.games.mystery.arms import MysteryArm
from parlour.llm import Language
from parlour.methods.player_star.sensors import Sensor

PACKAGE = "parlour.methods.player_star"
WELLPLAY = "wellplay"
CHINESE: tuple[Language, ...] = ("zh",)
"""The language in which all but Questum's table 9 was measured."""
MURDERERS = "plain:ask=all"
"""How murderers play in every condition. The papers fix it and do not say to what (PLAYER*, section 4.3): we
take the method that belongs to none of the compared."""
EVERYBODY = 0
UNCLEAR = "the papers leave open whether this PLAYER* was measured or that of the other year"
AS_2025, AS_2024 = "player-star:as=2025", "player-star:as=2024"

PP = MysteryArm(name="PP", method="plain", is_played=False)
OP = MysteryArm(name="OP", method="plain", is_played=False, omniscient=True)
BASELINES = tuple(
    MysteryArm(name=name, method=method, murderers=MURDERERS, questions=EVERYBODY)
    for name, method in (
        ("Werewolf", "werewolf:questions=paper"),
        ("O-CoT", "o-cot"),
        ("ThinkThrice", "think-thrice"),
    )
)
PLAYER_STAR = MysteryArm(
    name="PLAYER*",
    method="player-star",
    murderers=MURDERERS,
    note="as it ships: one prompt for all suspects; no paper's own",
)
PLAYER_2025 = MysteryArm(name="PLAYER* (2025)", method=AS_2025, murderers=MURDERERS, note=UNCLEAR)
PLAYER_2024 = MysteryArm(
    name="PLAYER* (2024)", method=AS_2024, murderers=MURDERERS, questions=EVERYBODY, note=UNCLEAR
)
PLAYED = {"PLAYER*": (PLAYER_2025.name, PLAYER_2024.name)}
"""The published column of PLAYER* stands beside both years."""


def asking_one(condition: MysteryArm) -> MysteryArm:
    """Returns a baseline that asks one question per victim and round, as PLAYER* does."""
    return replace(
        condition,
        name=f"{condition.name} (asks one)",
        method=f"{condition.method}{',' if ':' in condition.method else ':'}ask=best",
        questions=1,
        note="as many questions as PLAYER* has",
    )


def in_language(conditions: tuple[MysteryArm, ...], language: Language) -> tuple[MysteryArm, ...]:
    """Returns the same conditions on scripts of one language alone."""
    return tuple(replace(condition, language=language) for condition in conditions)


PLAYER_STARS = (PLAYER_2025, PLAYER_2024, PLAYER_STAR)
"""PLAYER* as each paper has it, and as it ships."""
METHODS = (*BASELINES, *PLAYER_STARS)
"""The four methods of the main results, the last in its three forms."""


CHANCE_SUSPECT = "asks a random suspect"
CHANCE_ANYBODY = "asks anybody at random"
TURN = "asks in turn"
HISTORY = "history alone (β = 1)"
EXACT = "asks by exact gain"
ORACLE = "an oracle: it knows what everybody would answer"


def controls(murderers: str = "", *, has_oracle: bool = True) -> tuple[MysteryArm, ...]:
    """Returns the controls: PLAYER* with another choice of the addressee, all else alike."""
    choices = {
        CHANCE_SUSPECT: "choice=random",
        CHANCE_ANYBODY: "choice=random,among=everybody",
        TURN: "choice=turn,among=everybody",
        HISTORY: "beta=1",
        **({EXACT: "choice=exact,among=everybody"} if has_oracle else {}),
    }
    return tuple(
        MysteryArm(
            name=name,
            method=f"player-star:{options}",
            murderers=murderers,
            note=ORACLE if name == EXACT else "a control of whom to ask",
        )
        for name, options in choices.items()
    )


ANSWERS = ("overall", "objective", "reasoning", "relations")
QUESTUM_2 = table(PACKAGE, "questum-table2")
TABLE_2, TABLE_2_QWEN = table(PACKAGE, "questum-table8"), table(PACKAGE, "player-table2-qwen")
TABLE_4, TABLE_7 = table(PACKAGE, "player-table4"), table(PACKAGE, "player-table7")
TABLE_9, TABLE_10 = table(PACKAGE, "questum-table9"), table(PACKAGE, "questum-table10")
WITH_PP_AND_OP: tuple[MysteryArm, ...] = (PP, OP, *METHODS)


def _of(published: PublishedTable, conditions: tuple[MysteryArm, ...]) -> dict[PublishedKey, Published]:
    names = {condition.name for condition in conditions}
    return {key: number for key, number in published.as_suite_numbers(PLAYED).items() if key[0] in names}


PLAYER_TABLE_2 = Suite(
    name="player-table2",
    title="Main results per script: three baselines and PLAYER*",
    source="PLAYER*, table 2, GPT-3.5; numbers from Questum, table 8, where its rows stand whole",
    conditions=METHODS,
    metrics=("win_rate", *ANSWERS),
    by_script=True,
    figure="bars",
    proposed="PLAYER*",
    stories=WELLPLAY,
    languages=CHINESE,
    published=_of(TABLE_2, METHODS),
    measured=TABLE_2.settings,
    reference=PLAYER_STAR.name,
)
PLAYER_TABLE_2_QWEN = replace(
    PLAYER_TABLE_2,
    name="player-table2-qwen",
    title="Main results per script, beside the published ones of Qwen2.5-32B",
    source="PLAYER*, table 2, Qwen2.5-32B",
    published=_of(TABLE_2_QWEN, METHODS),
    measured=TABLE_2_QWEN.settings,
)
QUESTUM_TABLE_2 = replace(
    PLAYER_TABLE_2,
    name="questum-table2",
    title="Main results per script: three baselines and Questum",
    source="Questum, table 2; three cells of O-CoT differ from its table 8",
    published=_of(QUESTUM_2, METHODS),
    measured=QUESTUM_2.settings,
)
QUESTUM_TABLE_8 = replace(
    PLAYER_TABLE_2,
    name="questum-table8",
    title="Main results per script in Chinese, with PP and OP",
    source="Questum, table 8",
    conditions=in_language(WITH_PP_AND_OP, "zh"),
    published=_of(TABLE_2, WITH_PP_AND_OP),
)
QUESTUM_TABLE_9 = replace(
    PLAYER_TABLE_2,
    name="questum-table9",
    title="Main results per script in English, with PP and OP",
    source="Questum, table 9",
    conditions=in_language(WITH_PP_AND_OP, "en"),
    metrics=ANSWERS,
    stories="death-wears-white,ghost-revenge,danshui-villa,unfinished-love",
    languages=("en",),
    published=_of(TABLE_9, WITH_PP_AND_OP),
    measured=TABLE_9.settings,
)
QUESTUM_TABLE_10 = Suite(
    name="questum-table10",
    title="PLAYER* on Solitary Boat Firefly with the model that is given, beside four open models",
    source="Questum, table 10",
    conditions=in_language(PLAYER_STARS, "zh"),
    metrics=ANSWERS,
    stories="孤舟萤",
    languages=CHINESE,
    by_script=True,
    published=TABLE_10.as_suite_numbers(),
    measured=TABLE_10.settings,
)
PLAYER_FIGURE_3 = replace(
    PLAYER_TABLE_2,
    name="player-figure3",
    title="The methods between reading one's own script (PP) and everybody's (OP)",
    source="PLAYER*, figure 3; its numbers are the rows Overall of Questum, table 8",
    conditions=WITH_PP_AND_OP,
    metrics=(*ANSWERS, "win_rate"),
    by_script=False,
    published=_of(TABLE_2, WITH_PP_AND_OP),
)


SENSORS = tuple(sensor.value for sensor in Sensor)
ROUNDS, QUESTIONS = range(1, 6), range(1, 4)
NO_NUMBERS = "the paper shows a figure without numbers"

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
        *(arm for pair in _LEFT_OUT.items() for arm in _without(*pair)),
        *controls(MURDERERS, has_oracle=False),
    ),
    metrics=("overall", "win_rate", "play.dollars", "play.hours", "play.calls", "play.input_tokens"),
    figure="costs",
    proposed="PLAYER*",
    stories=WELLPLAY,
    languages=CHINESE,
    published=TABLE_4.as_suite_numbers(
        {name: tuple(f"{name} ({year})" for year in _YEARS) for name in (PLAYER_STAR.name, *_LEFT_OUT)}
    ),
    measured=TABLE_4.settings,
    reference=PLAYER_STAR.name,
)
_FIGURE_7 = Suite(
    name="player-figure7",
    title="Every choice of one to five sensors: scores and costs",
    source=f"PLAYER*, figure 7; {NO_NUMBERS}",
    conditions=tuple(
        MysteryArm(
            name=" + ".join(chosen), method=f"{AS_2025},sensors={'+'.join(chosen)}", murderers=MURDERERS
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

EQUAL = tuple(map(asking_one, BASELINES))
HOURS = {
    (condition, script, metric): number
    for (condition, script, metric), number in TABLE_4.as_suite_numbers(PLAYED).items()
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
    published=TABLE_7.as_suite_numbers(PLAYED),
    measured=TABLE_7.settings,
)
PLAYER_FIGURE_6 = replace(
    PLAYER_TABLE_7,
    name="player-figure6",
    title="Time and cost of a game, by method",
    source="PLAYER*, figure 6, printed without numbers: dollars are of table 7, PLAYER*'s hours of table 4",
    conditions=(*METHODS, *EQUAL),
    metrics=("play.hours", "play.dollars", "play.input_tokens", "play.calls"),
    by_script=False,
    published={**TABLE_7.as_suite_numbers(PLAYED), **HOURS},
    not_comparable="hours depend on the server and on how many matches share it",
)
PLAYER_FIGURE_4 = Suite(
    name="player-figure4",
    title="The same asker and answerer under each method, side by side",
    source="PLAYER*, figure 4, which shows exchanges and no numbers",
    conditions=(*BASELINES, PLAYER_STAR),
    metrics=("win_rate", "overall"),
    figure="dialogues",
    stories=WELLPLAY,
    languages=CHINESE,
    published={},
)
