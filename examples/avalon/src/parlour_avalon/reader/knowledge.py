"""What the reader knows of a game of Avalon: what it was dealt, and every proposal with what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from parlour.core import Player

from parlour_avalon.quests import fails_needed
from parlour_avalon.roles import EVIL_PLAYERS, Role, Team


@dataclass(frozen=True, kw_only=True)
class Proposal:
    """A team that was proposed.

    Attributes:
        round: the quest it was for, from 1.
        leader: who proposed it; nobody where that is not told.
        team: who was to go; empty where the leader named nobody.
        votes: who voted how; empty before the vote, and without those who abstained.
        goes: whether it was approved.
        fails: how many fails there were on the quest; None where the team has not gone.
    """

    round: int
    leader: Player
    team: tuple[Player, ...]
    votes: Mapping[Player, str] = field(default_factory=dict[Player, str])
    goes: bool = False
    fails: int | None = None


@dataclass(frozen=True, kw_only=True)
class Knowledge:
    """What a player knows.

    Attributes:
        players: everybody, in seat order.
        me: the player.
        role: what it is.
        fellows: whom it knows to be evil, being evil itself.
        seen: whom it sees, being Merlin or Percival.
        proposals: so far, in order, the one that is being decided on among them.
    """

    players: tuple[Player, ...]
    me: Player
    role: Role
    fellows: tuple[Player, ...] = ()
    seen: tuple[Player, ...] = ()
    proposals: Sequence[Proposal] = ()

    @property
    def is_good(self) -> bool:
        """Whether the player is on the good side."""
        return self.role.team is Team.GOOD

    @property
    def evil(self) -> int:
        """How many at the table are evil."""
        return EVIL_PLAYERS[len(self.players)]

    @property
    def quests(self) -> tuple[tuple[Proposal, int], ...]:
        """The teams that have gone, with how many fails there were."""
        return tuple((each, each.fails) for each in self.proposals if each.fails is not None)

    def count(self, result: Literal["succeeded", "failed"]) -> int:
        """How many quests have ended so."""
        failed = sum(fails >= fails_needed(len(self.players), each.round) for each, fails in self.quests)
        return failed if result == "failed" else len(self.quests) - failed

    @property
    def round(self) -> int:
        """The quest that is to be played."""
        latest = self.proposals[-1] if self.proposals else None
        return latest.round + (latest.fails is not None) if latest else 1

    @property
    def attempt(self) -> int:
        """Which proposal for this quest is the latest one, from 1; before any it is 0."""
        return sum(each.round == self.round for each in self.proposals)
