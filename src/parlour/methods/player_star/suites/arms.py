"""The conditions that several suites share, and what is fixed in all of them.

Rounds and questions are those of the papers' released runs (NOTES 2 and 12): three rounds, in which a
baseline asks everybody else about every victim and PLAYER* asks one. NOTES 1 leaves open whether the papers
measured that PLAYER* (2025) or the one that asks every suspect (2024): both are run, beside the same
published number.
"""

from __future__ import annotations

from dataclasses import replace

from parlour.games.mystery.arms import MysteryArm
from parlour.llm import Language

PACKAGE = "parlour.methods.player_star"
WELLPLAY = "wellplay"
CHINESE: tuple[Language, ...] = ("zh",)
"""In which all but Questum's table 9 was measured."""
MURDERERS = "plain:ask=all"
"""How murderers play in every condition. The papers fix it and do not say to what (PLAYER*, section 4.3): we
take the method that belongs to none of the compared."""
EVERYBODY = 0
SUSPECTS = " (asks every suspect)"
UNCLEAR = "the papers leave open whether this PLAYER* was measured or the other"

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
PLAYER_STAR = MysteryArm(name="PLAYER*", method="player-star", murderers=MURDERERS, note=UNCLEAR)
PLAYED = {"PLAYER*": ("PLAYER*", "PLAYER*" + SUSPECTS)}
"""The published column of PLAYER* stands beside both of ours."""


def asking_suspects(condition: MysteryArm) -> MysteryArm:
    """A condition of PLAYER* that questions every suspect in each round, as the 2024 paper has it."""
    base, _, options = condition.method.partition(":")
    method = f"{base}:{','.join(filter(None, ('ask=suspects', options)))}"
    return replace(condition, name=condition.name + SUSPECTS, method=method, questions=EVERYBODY)


def asking_one(condition: MysteryArm) -> MysteryArm:
    """A baseline that asks one question per victim and round, as PLAYER* does."""
    return replace(
        condition,
        name=f"{condition.name} (asks one)",
        method=f"{condition.method}{',' if ':' in condition.method else ':'}ask=best",
        questions=1,
        note="as many questions as PLAYER* has",
    )


def in_language(conditions: tuple[MysteryArm, ...], language: Language) -> tuple[MysteryArm, ...]:
    """The same conditions on scripts of one language alone."""
    return tuple(replace(condition, language=language) for condition in conditions)


METHODS = (*BASELINES, PLAYER_STAR, asking_suspects(PLAYER_STAR))
"""The four methods of the main results, the last in both readings."""
