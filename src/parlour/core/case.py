"""The hidden questions of a game, and how they came out."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.core.request import Player


@dataclass(frozen=True, kw_only=True)
class Case:
    """A hidden question of a game, as one player sees it: who may be the answer.

    Attributes:
        name: of the question.
        candidates: who may be the answer, or one of several.
        answers: how many of the candidates are, where the rules say so.
    """

    name: str
    candidates: tuple[Player, ...]
    answers: int | None = None


@dataclass(frozen=True, kw_only=True)
class CaseOutcome:
    """How one case ended.

    Attributes:
        case: its name.
        eliminated: who was voted out (last, where several were), None for nobody.
        truth: the players who are the answer; empty where nobody at the table is.
        winner: the side that won it, None where the case is unscored or nobody won.
        also: the sides that share the victory, where the rules let several win.
    """

    case: str
    eliminated: Player | None
    truth: tuple[Player, ...]
    winner: str | None
    also: tuple[str, ...] = ()

    def is_won_by(self, side: str) -> bool:
        """Whether a side won it, alone or with others."""
        return side == self.winner or side in self.also


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """How a match ended, case by case."""

    cases: tuple[CaseOutcome, ...]
