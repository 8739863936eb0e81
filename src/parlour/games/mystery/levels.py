"""How hard a mystery can be asked to be, and what that makes of its evening."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from parlour.errors import SetupError
from parlour.games.mystery.staging import StagingRules

USUAL_PLAYERS = 6
"""Of a mystery of which nothing else is said."""


class Difficulty(StrEnum):
    """How much must be put together.

    Nobody who is innocent can ever tell alone. In a hard mystery with four innocent people or more, none can
    after hearing only one other either. A number says how many testimonies must be combined, one's own among
    them: so many are enough for somebody innocent, and nobody innocent can do with fewer. With the number the
    murderers' lies are caught less, more innocent people have a motive, and less is known of the deaths.
    """

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"


_RULES: Mapping[Difficulty, StagingRules] = {
    Difficulty.EASY: StagingRules(herrings=1, company=0.35, traps=3, gossip=2),
    Difficulty.NORMAL: StagingRules(herrings=2, company=0.25, hides_cause=True, traps=1),
    Difficulty.HARD: StagingRules(
        herrings=3, company=0.15, hides_cause=True, hides_time=True, exposes=False, scatters=True
    ),
    Difficulty.TWO: StagingRules(herrings=1, company=0.35, traps=3, gossip=2, combined=2),
    Difficulty.THREE: StagingRules(herrings=2, company=0.2, hides_cause=True, exposes=False, combined=3),
    Difficulty.FOUR: StagingRules(
        hides_cause=True, hides_time=True, exposes=False, herrings=3, company=0.2, knowing=4, combined=4
    ),
    Difficulty.FIVE: StagingRules(
        hides_cause=True, hides_time=True, exposes=False, herrings=4, company=0.1, knowing=2, combined=5
    ),
    Difficulty.SIX: StagingRules(
        hides_cause=True,
        hides_time=True,
        exposes=False,
        herrings=5,
        company=0.0,
        hides_place=True,
        knowing=1,
        combined=6,
    ),
}


def read_difficulty(told: str | int) -> Difficulty:
    """A difficulty by its name or its number.

    Raises:
        SetupError: if there is no such difficulty.
    """
    try:
        return Difficulty(str(told))
    except ValueError as error:
        names = ", ".join(each for each in Difficulty if not each.isdecimal())
        raise SetupError(f"a mystery's difficulty is 2 to 6, or {names}, not {str(told)!r}") from error


def rules_of(difficulty: Difficulty) -> StagingRules:
    """How an evening of that difficulty is staged."""
    return _RULES[difficulty]


def usual_players(difficulty: Difficulty) -> int:
    """How many characters a mystery of that difficulty has where nothing is said."""
    return max(USUAL_PLAYERS, least_players(difficulty))


def least_players(difficulty: Difficulty) -> int:
    """How few characters a mystery of that difficulty can have."""
    return (rules_of(difficulty).combined or 1) + 2
