"""What a game of Werewolf came to: who voted against whom on which day, and how often rightly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import BaseModel

from parlour.arena import Record
from parlour.core import Player
from parlour.evaluation import Score, ballots, vote_accuracy


class DayVoteLine(BaseModel):
    """One ballot on whom to eliminate that day; `choice` is null for an abstention."""

    voter: Player
    day: int
    choice: Player | None


class WerewolfSummary:
    """Sums up games of Werewolf."""

    def votes(self, record: Record) -> Sequence[BaseModel]:
        """Every ballot, day by day."""
        return [
            DayVoteLine(voter=vote.actor or "", day=vote.round, choice=next(iter(vote.chosen), None))
            for vote in ballots(record)
        ]

    def scores(self, record: Record) -> Mapping[str, Score]:
        """How many votes named a werewolf."""
        return {"werewolf_votes": vote_accuracy(record)}


PART = WerewolfSummary()
