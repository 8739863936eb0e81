"""The summary of a game of One Night: the secret votes of all rounds, and their targets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import BaseModel

from parlour.arena import Record
from parlour.core import Player, event_kinds
from parlour.evaluation import Score, ballots, estimate, polls, score_match, vote_accuracy
from parlour.games.onenight.setup import Role, Team


class SecretVoteLine(BaseModel):
    """One ballot on who the werewolf is; only those after the last round decide. No choice: an abstention."""

    voter: Player
    round: int
    decides: bool
    choice: Player | None


class OneNightSummary:
    """Sums up games of One Night."""

    def votes(self, record: Record) -> Sequence[BaseModel]:
        return [
            SecretVoteLine(
                voter=vote.actor or "",
                round=vote.round,
                decides=vote.kind is event_kinds.VOTED,
                choice=next(iter(vote.chosen), None),
            )
            for vote in (*polls(record), *ballots(record))
        ]

    def scores(self, record: Record) -> Mapping[str, Score]:
        return {"werewolf_votes": vote_accuracy(record), **_shares(record)}


PART = OneNightSummary()


def _shares(record: Record) -> dict[str, Score]:
    dealt = score_match(record)
    names = [f"wins.{side}" for side in Team]
    names += [f"votes.{role}" for role in Role if role in dealt.dealt]
    names += [f"votes.for.{side}" for side in Team]
    told = {name: estimate([dealt], name) for name in names}
    return {name: Score(value=each.value, n=each.n) for name, each in told.items()}
