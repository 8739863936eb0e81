"""The papers' main results: per script in Chinese and English, by base model, and as bars with PP and OP."""

from __future__ import annotations

from dataclasses import replace

from parlour.experiments import Published, PublishedKey, PublishedTable, Suite, table
from parlour.games.mystery.arms import MysteryArm
from parlour.methods.player_star.suites.arms import (
    CHINESE,
    METHODS,
    OP,
    PACKAGE,
    PLAYED,
    PLAYER_STAR,
    PLAYER_STARS,
    PP,
    WELLPLAY,
    in_language,
)

ANSWERS = ("overall", "objective", "reasoning", "relations")
QUESTUM_2 = table(PACKAGE, "questum-table2")
TABLE_2, TABLE_2_QWEN = table(PACKAGE, "questum-table8"), table(PACKAGE, "player-table2-qwen")
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
PLAYER_FIGURE_3 = Suite(
    name="player-figure3",
    title="The methods between reading one's own script (PP) and everybody's (OP)",
    source="PLAYER*, figure 3; its numbers are the rows Overall of Questum, table 8",
    conditions=WITH_PP_AND_OP,
    metrics=(*ANSWERS, "win_rate"),
    figure="bars",
    proposed="PLAYER*",
    stories=WELLPLAY,
    languages=CHINESE,
    published=_of(TABLE_2, WITH_PP_AND_OP),
    measured=TABLE_2.settings,
    reference=PLAYER_STAR.name,
)
