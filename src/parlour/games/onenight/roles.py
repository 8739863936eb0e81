"""Who there is in One Night, which side they are on, and how many of each a table has."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

from parlour.core import check_size, each_dealt, listed
from parlour.errors import SetupError

FEWEST, MOST = 3, 10


class Role(StrEnum):
    """What a player is dealt (Deng and Cai, appendix A.4)."""

    SEER = "seer"
    MASON = "mason"
    VILLAGER = "villager"
    WEREWOLF = "werewolf"
    MINION = "minion"
    TANNER = "tanner"

    @property
    def team(self) -> Team:
        """The side that the role is on."""
        match self:
            case Role.WEREWOLF | Role.MINION:
                return Team.WEREWOLF
            case Role.TANNER:
                return Team.TANNER
            case Role.SEER | Role.MASON | Role.VILLAGER:
                return Team.VILLAGE


class Team(StrEnum):
    """The three sides of One Night."""

    VILLAGE = "village"
    WEREWOLF = "werewolf"
    TANNER = "tanner"


class RoleTable(BaseModel):
    """How many of each role are dealt.

    Attributes:
        seer: at most one; points at two others by night.
        mason: two or none; they know each other.
        villager: the rest of the village.
        werewolf: exactly one, since there is one hidden question: who it is.
        minion: at most one; wins with the werewolf.
        tanner: at most one; wins by being voted out.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    seer: int = Field(default=0, ge=0)
    mason: int = Field(default=0, ge=0)
    villager: int = Field(default=0, ge=0)
    werewolf: int = Field(default=1, ge=0)
    minion: int = Field(default=0, ge=0)
    tanner: int = Field(default=0, ge=0)

    @property
    def roles(self) -> tuple[Role, ...]:
        """Every role as often as it is dealt."""
        return each_dealt(self, Role)

    def check(self, players: int) -> None:
        """Raises `SetupError` unless so many players can be dealt these roles."""
        if len(self.roles) != players:
            raise SetupError(f"{len(self.roles)} roles for {players} players: {self}")
        if self.werewolf != 1:
            raise SetupError(f"One Night has exactly one werewolf: {self}")
        if self.mason not in (0, 2):
            raise SetupError(f"masons know each other, so that there are two or none: {self}")
        alone = (Role.SEER, Role.MINION, Role.TANNER)
        if twice := [role for role in alone if self.roles.count(role) > 1]:
            raise SetupError(f"a table has one {twice[0]} at most: {self}")
        if not any(role.team is Team.VILLAGE for role in self.roles):
            raise SetupError(f"nobody here is of the village: {self}")

    def __str__(self) -> str:
        return listed(self.roles)


def usual_table(players: int) -> RoleTable:
    """The roles of so many players where nobody says otherwise; eight are those of appendix A.1.

    A seer and the werewolf are always there. The minion comes with five players, the masons with six, the
    tanner with seven; everybody else is a villager.

    Raises:
        SetupError: if there are fewer than 3 or more than 10.
    """
    check_size("One Night", players, FEWEST, MOST)
    minion, masons, tanner = int(players >= 5), 2 * int(players >= 6), int(players >= 7)
    villagers = players - 2 - minion - masons - tanner
    return RoleTable(seer=1, mason=masons, villager=villagers, minion=minion, tanner=tanner)


def counted(roles: Sequence[Role]) -> RoleTable:
    """The table that these roles make."""
    return RoleTable(**{role.value: roles.count(role) for role in Role})
