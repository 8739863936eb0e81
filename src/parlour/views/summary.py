"""What a match came to in a few figures: its votes and scores, as each game counts them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from pydantic import BaseModel

from parlour.arena import Record
from parlour.core import Player, find_game
from parlour.evaluation import Score, ballots, vote_accuracy


@runtime_checkable
class Summary(Protocol):
    """A game's part `summary`."""

    def votes(self, record: Record) -> Sequence[BaseModel]:
        """Every ballot of a match, in the order in which they were cast."""
        ...

    def scores(self, record: Record) -> Mapping[str, Score]:
        """The scores of a match by name; the game's word `score_NAME` says what each is."""
        ...


class VoteLine(BaseModel):
    """One ballot of some round; `choice` is null for an abstention."""

    voter: Player
    round: int
    choice: Player | None


class PlainSummary:
    """Of a game that counts nothing of its own."""

    def votes(self, record: Record) -> Sequence[BaseModel]:
        """Every vote that counted."""
        return [
            VoteLine(voter=vote.actor or "", round=vote.round, choice=next(iter(vote.chosen), None))
            for vote in ballots(record)
        ]

    def scores(self, record: Record) -> Mapping[str, Score]:
        """How many votes were right."""
        return {"vote_accuracy": vote_accuracy(record)}


def summary_of(game: str) -> Summary:
    """What sums up the matches of that game."""
    return find_game(game).find_part("summary", Summary) or PlainSummary()
