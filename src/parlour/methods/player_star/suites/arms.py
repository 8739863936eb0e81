"""The arms that several suites share, and the constants of all suites.

Rounds and questions are those of the papers' released runs: three rounds, in which a
baseline asks every other player about every victim and PLAYER* (2025) asks one. The papers leave open whether
the papers measured that PLAYER* or the one that asks every suspect (2024): both are run as printed, beside
the same published number. The PLAYER* that ships is run too, without a published number: it reads all
suspects in one prompt, which no paper does, and costs a fraction of it.
"""

from __future__ import annotations

from dataclasses import replace

from parlour.games.mystery.arms import MysteryArm
from parlour.llm import Language

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
    told = {
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
        for name, options in told.items()
    )
