"""What a game of Avalon came to in a few figures: the votes on its teams, and how good they were."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from parlour.arena import Record
from parlour.core import Player
from parlour.evaluation import Score, estimate, score_match
from pydantic import BaseModel

from parlour_avalon import kinds


class TeamVoteLine(BaseModel):
    """One vote on a team; `choice` is null where somebody did not vote."""

    voter: Player
    quest: int
    team: tuple[Player, ...]
    choice: str | None


class AvalonSummary:
    """Sums up games of Avalon."""

    def votes(self, record: Record) -> Sequence[BaseModel]:
        """Every vote on every team, in the order in which they were cast."""
        return list(_votes(record))

    def scores(self, record: Record) -> Mapping[str, Score]:
        """Which share of the votes of the good kept to clean teams, and whether Merlin was found."""
        scored = [score_match(record)]
        told = {name: estimate(scored, f"avalon.{name}") for name in ("clean_votes", "merlin_found")}
        return {name: Score(value=each.value, n=each.n) for name, each in told.items()}


def _votes(record: Record) -> Iterator[TeamVoteLine]:
    team: tuple[Player, ...] = ()
    for event in record.events:
        if event.kind == kinds.PROPOSED:
            team = event.chosen
        if event.kind == kinds.BALLOTED:
            choice = next(iter(event.chosen), None)
            yield TeamVoteLine(voter=event.actor or "", quest=event.round, team=team, choice=choice)


PART = AvalonSummary()
