"""What a game of Avalon came to, read from its events."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from parlour.arena import Record
from parlour.core import Event, Player, event_kinds
from parlour.evaluation import SEEKERS, MatchScore, PlainScoring, VoteCount

from parlour_avalon import kinds
from parlour_avalon.quests import APPROVE, REJECT
from parlour_avalon.roles import Role, Team


@dataclass(frozen=True, kw_only=True)
class Ballots:
    """Votes of the good on teams, by whether somebody evil was on them; a coin is right half the time.

    Attributes:
        clean: votes on teams that were all good.
        approved: how many of these approve.
        tainted: votes on teams with somebody evil.
        rejected: how many of these reject.
        abstained: how many of all are none, which is not right.
    """

    clean: int = 0
    approved: int = 0
    tainted: int = 0
    rejected: int = 0
    abstained: int = 0

    @property
    def accuracy(self) -> float | None:
        """The share of votes that kept to clean teams; None where there were none."""
        cast = self.clean + self.tainted
        return (self.approved + self.rejected) / cast if cast else None


@dataclass(frozen=True, kw_only=True)
class AvalonScore:
    """A finished game in counts.

    Attributes:
        winner: the side that won.
        succeeded: quests that succeeded.
        failed: quests that failed.
        rejected: proposals that were rejected.
        is_merlin_found: whether the assassin named Merlin; None where it never came to that.
        ballots: of each good player, its votes on teams.
    """

    winner: Team
    succeeded: int
    failed: int
    rejected: int
    is_merlin_found: bool | None
    ballots: Mapping[Player, Ballots] = field(default_factory=dict[Player, Ballots])


def score(events: Sequence[Event]) -> AvalonScore:
    """A finished game in counts.

    Args:
        events: all of them, those that the table did not see among them.

    Raises:
        ValueError: if nobody has won.
    """
    won = [event for event in events if event.kind == event_kinds.WON]
    if not won:
        raise ValueError("a game that is not over has no score")
    roles = dealt(events)
    counted = [event.kind for event in events]
    return AvalonScore(
        winner=Team(won[0].chosen[0]),
        succeeded=counted.count(kinds.SUCCEEDED),
        failed=counted.count(kinds.FAILED),
        rejected=counted.count(kinds.REJECTED),
        is_merlin_found=_is_merlin_found(events, roles),
        ballots={
            player: _ballots(events, roles, player)
            for player, role in roles.items()
            if role.team is Team.GOOD
        },
    )


def dealt(events: Sequence[Event]) -> Mapping[Player, Role]:
    """Who was dealt which role, in seat order."""
    return {
        event.actor: Role(event.role)
        for event in events
        if event.kind == event_kinds.ROLE and event.actor and event.role
    }


def _is_merlin_found(events: Sequence[Event], roles: Mapping[Player, Role]) -> bool | None:
    named = [event for event in events if event.kind == kinds.ASSASSINATED]
    return any(roles[player] is Role.MERLIN for player in named[0].chosen) if named else None


def _ballots(events: Sequence[Event], roles: Mapping[Player, Role], player: Player) -> Ballots:
    cast: list[tuple[bool, tuple[str, ...]]] = []
    is_clean = True
    for event in events:
        if event.kind == kinds.PROPOSED:
            is_clean = all(roles[member].team is Team.GOOD for member in event.chosen)
        elif event.kind == kinds.BALLOTED and event.actor == player:
            cast.append((is_clean, event.chosen))
    return Ballots(
        clean=sum(clean for clean, _ in cast),
        approved=cast.count((True, (APPROVE,))),
        abstained=sum(not chosen for _, chosen in cast),
        tainted=sum(not clean for clean, _ in cast),
        rejected=cast.count((False, (REJECT,))),
    )


class AvalonScoring(PlainScoring):
    """Scores the votes of the good on teams, and as the one vote on a role that of the assassin."""

    def score(self, record: Record, leaving_out: Collection[Player]) -> MatchScore:
        """A finished match in counts; votes of seats that are left out do not count."""
        told = record.events
        roles = dealt(told)
        cast = [each for player, each in score(told).ballots.items() if player not in leaving_out]
        votes = VoteCount(
            team=SEEKERS,
            asked=sum(each.clean + each.tainted for each in cast),
            right=sum(each.approved + each.rejected for each in cast),
            abstained=sum(each.abstained for each in cast),
        )
        named = [name for event in told if event.kind is kinds.ASSASSINATED for name in event.chosen]
        found = {"votes": (votes,), "cast": {roles[name].value: 1 for name in named}}
        return super().score(record, leaving_out).model_copy(update=found)


PART = AvalonScoring()
