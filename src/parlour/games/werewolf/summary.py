"""The summary of a game of Werewolf: each vote by day, and the share that was right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import BaseModel

from parlour.arena import Record
from parlour.core import Player
from parlour.evaluation import Score, ballots, vote_accuracy


class DayVoteLine(BaseModel):
    """One ballot of a day; `choice` is null for an abstention."""

    voter: Player
    day: int
    choice: Player | None


class WerewolfSummary:
    """Sums up games of Werewolf."""

    def votes(self, record: Record) -> Sequence[BaseModel]:
        return [
            DayVoteLine(voter=vote.actor or "", day=vote.round, choice=next(iter(vote.chosen), None))
            for vote in ballots(record)
        ]

    def scores(self, record: Record) -> Mapping[str, Score]:
        return {"werewolf_votes": vote_accuracy(record)}


PART = WerewolfSummary()
