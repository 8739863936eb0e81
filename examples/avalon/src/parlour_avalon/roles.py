"""Who there is in Avalon, which side they are on, and how many of each a table has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from parlour.core import DealtTimes, check_size, each_dealt, list_roles
from parlour.errors import SetupError
from pydantic import BaseModel, ConfigDict

FEWEST, MOST = 5, 10
EVIL_PLAYERS: Mapping[int, int] = {5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}
"""How many of so many players are evil, as the published game has it."""


class Role(StrEnum):
    """What a player is dealt."""

    MERLIN = "merlin"
    PERCIVAL = "percival"
    SERVANT = "servant"
    ASSASSIN = "assassin"
    MORGANA = "morgana"
    MORDRED = "mordred"
    OBERON = "oberon"
    MINION = "minion"

    @property
    def team(self) -> Team:
        """The side that the role is on."""
        return Team.GOOD if self in (Role.MERLIN, Role.PERCIVAL, Role.SERVANT) else Team.EVIL


class Team(StrEnum):
    """The two sides of Avalon."""

    GOOD = "good"
    EVIL = "evil"


class RoleTable(BaseModel):
    """How many of each role are dealt.

    Attributes:
        merlin: exactly one; sees who is evil, but for Mordred, and loses if the assassin finds him.
        percival: at most one; sees Merlin and Morgana, and not which of them is which.
        servant: the rest of the good; they know nothing.
        assassin: exactly one; names Merlin at the end.
        morgana: at most one; looks like Merlin to Percival.
        mordred: at most one; Merlin does not see him.
        oberon: at most one; the other evil players and he do not know each other.
        minion: the rest of the evil.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    merlin: DealtTimes = 1
    percival: DealtTimes = 0
    servant: DealtTimes = 0
    assassin: DealtTimes = 1
    morgana: DealtTimes = 0
    mordred: DealtTimes = 0
    oberon: DealtTimes = 0
    minion: DealtTimes = 0

    @property
    def roles(self) -> tuple[Role, ...]:
        """Every role as often as it is dealt."""
        return each_dealt(self, Role)

    def check(self, players: int) -> None:
        """Raises `SetupError` unless so many players can be dealt these roles."""
        if len(self.roles) != players:
            raise SetupError(f"{len(self.roles)} roles for {players} players: {self}")
        if self.merlin != 1 or self.assassin != 1:
            raise SetupError(f"Avalon has exactly one merlin and one assassin: {self}")
        alone = (Role.PERCIVAL, Role.MORGANA, Role.MORDRED, Role.OBERON)
        if twice := [role for role in alone if self.roles.count(role) > 1]:
            raise SetupError(f"a table has one {twice[0]} at most: {self}")
        evil = sum(role.team is Team.EVIL for role in self.roles)
        if evil != EVIL_PLAYERS[players]:
            raise SetupError(f"of {players} players, {EVIL_PLAYERS[players]} are evil, not {evil}: {self}")

    def __str__(self) -> str:
        return list_roles(self.roles)


def usual_table(players: int) -> RoleTable:
    """The roles of so many players where nobody says otherwise: the sets that Chinese tables play.

    Merlin, Percival, the assassin and Morgana are always there. Oberon comes with seven, a minion in his
    place with eight, Mordred with nine, and with ten Mordred and Oberon.

    Raises:
        SetupError: if there are fewer than 5 or more than 10.
    """
    check_size("Avalon", players, FEWEST, MOST)
    return RoleTable(
        percival=1,
        servant=players - EVIL_PLAYERS[players] - 2,
        morgana=1,
        mordred=int(players >= 9),
        oberon=int(players in (7, 10)),
        minion=int(players == 8),
    )


def counted(roles: Sequence[Role]) -> RoleTable:
    """The table that these roles make."""
    return RoleTable(**{role.value: roles.count(role) for role in Role})
