"""What PLAYER*'s choice of whom to ask is held against: chance, turns, history alone, and an oracle."""

from __future__ import annotations

from parlour.games.mystery.arms import MysteryArm

CHANCE_SUSPECT = "asks a random suspect"
CHANCE_ANYBODY = "asks anybody at random"
TURN = "asks in turn"
HISTORY = "history alone (β = 1)"
EXACT = "asks by exact gain"
ORACLE = "an oracle: it knows what everybody would answer"


def controls(murderers: str = "", *, has_oracle: bool = True) -> tuple[MysteryArm, ...]:
    """PLAYER* with another choice of whom to ask, all else alike.

    Args:
        murderers: how murderers play.
        has_oracle: whether the stories are such that what everybody would answer can be known.
    """
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
