"""How a match ended, in a form that prints as JSON."""

from __future__ import annotations

from collections import Counter

from pydantic import BaseModel, ConfigDict

from parlour.arena import Record, team_names
from parlour.core import Player
from parlour.evaluation import verdicts


class MatchOutcome(BaseModel):
    """Who won: of several cases, the side that won more of those that are scored.

    Attributes:
        winner: the side; `draw` where none is ahead, None while nothing is decided.
        winners: the side that won each case; None for one that is not scored.
        eliminated: whom each vote put out (the last, where there were several).
        truth: by case, who was the answer.
    """

    model_config = ConfigDict(frozen=True)
    winner: str | None
    winners: dict[str, str | None]
    eliminated: dict[str, Player | None]
    truth: dict[str, tuple[Player, ...]]


def outcome_of(record: Record) -> MatchOutcome:
    """How a match ended; nothing is decided in one that did not."""
    cases = verdicts(record)
    scored = Counter(case.winner for case in cases if case.truth)
    teams = team_names(record.setup.game)
    ahead = [team for team in teams if scored[team] == max(scored[each] for each in teams)]
    winner = ahead[0] if len(ahead) == 1 else "draw"
    return MatchOutcome(
        winner=winner if scored else None,
        winners={case.case: case.winner for case in cases},
        eliminated={case.case: case.eliminated for case in cases},
        truth={case.case: case.truth for case in cases},
    )
