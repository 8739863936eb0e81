"""Who there is in Werewolf, which side they are on, and how many of each a table has."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from typing import Self

from pydantic import BaseModel, ConfigDict, Field

from parlour.core import check_size, each_dealt, listed
from parlour.errors import SetupError

FEWEST, MOST = 5, 18


class Team(StrEnum):
    """The sides of Werewolf."""

    GOOD = "good"
    WEREWOLF = "werewolf"


class Role(StrEnum):
    """What a player is dealt (the trust paper, appendix E.2), each with its side.

    What a role can do stands in `powers`.
    """

    team: Team

    def __new__(cls, name: str, team: Team) -> Self:
        """A role of a side."""
        self = str.__new__(cls, name)
        self._value_ = name
        self.team = team
        return self

    WEREWOLF = "werewolf", Team.WEREWOLF
    SEER = "seer", Team.GOOD
    WITCH = "witch", Team.GOOD
    GUARD = "guard", Team.GOOD
    HUNTER = "hunter", Team.GOOD
    VILLAGER = "villager", Team.GOOD

    @property
    def is_wolf(self) -> bool:
        """Whether it is one of the pack, which kills by night and which the others look for."""
        return self.team is Team.WEREWOLF

    @property
    def most(self) -> int | None:
        """How many a table has at most, since two of a kind need rules of their own; None for any."""
        return None if self in (Role.WEREWOLF, Role.VILLAGER) else 1


PACK = frozenset(role for role in Role if role.is_wolf)
"""The roles whose holders are werewolves."""
LEADERS = frozenset(role for role in Role if role.team is Team.GOOD and role is not Role.VILLAGER)
"""The good roles with a power of their own: the leaders of the trust paper's tables 1 and 3."""


class RoleTable(BaseModel):
    """How many of each role are dealt; each power once at most, since two of a kind need rules of their own.

    Attributes:
        werewolf: at least one, and fewer than half of the table, or the game is over before it begins.
        seer: checks a player each night.
        witch: saves once and poisons once.
        guard: protects a player each night.
        hunter: shoots when dying by attack or vote.
        villager: everybody else.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    werewolf: int = Field(ge=0)
    seer: int = Field(default=0, ge=0)
    witch: int = Field(default=0, ge=0)
    guard: int = Field(default=0, ge=0)
    hunter: int = Field(default=0, ge=0)
    villager: int = Field(default=0, ge=0)

    @property
    def roles(self) -> tuple[Role, ...]:
        """Every role as often as it is dealt."""
        return each_dealt(self, Role)

    @property
    def wolves(self) -> int:
        """How many are of the pack."""
        return sum(role.is_wolf for role in self.roles)

    def check(self, players: int) -> None:
        """Raises `SetupError` unless so many players can be dealt these roles."""
        if len(self.roles) != players:
            raise SetupError(f"{len(self.roles)} roles for {players} players: {self}")
        twice = [role for role in Role if role.most and self.roles.count(role) > role.most]
        if twice:
            raise SetupError(f"a table has one {twice[0]} at most: {self}")
        if not 0 < 2 * self.wolves < players:
            raise SetupError(f"of {players} players, 1 to {(players - 1) // 2} are werewolves: {self}")

    def __str__(self) -> str:
        return listed(self.roles)


@cache
def usual_table(players: int) -> RoleTable:
    """The roles of so many players where nobody says otherwise.

    A third are werewolves, rounded down, but three of eight: that is the trust paper's table. Powers come
    with size, as is usual: the seer first, then the guard (6), the witch (7), the hunter in the guard's
    place (9, 10) and beside him (11 and more).

    Raises:
        SetupError: if there are fewer than 5 or more than 18.
    """
    check_size("Werewolf", players, FEWEST, MOST)
    wolves = 3 if players == 8 else players // 3
    witch, guard, hunter = int(players >= 7), int(players in (6, 7, 8) or players >= 11), int(players >= 9)
    villagers = players - wolves - 1 - witch - guard - hunter
    return RoleTable(werewolf=wolves, seer=1, witch=witch, guard=guard, hunter=hunter, villager=villagers)


def counted(roles: Sequence[Role]) -> RoleTable:
    """The table that these roles make."""
    return RoleTable(**{role.value: roles.count(role) for role in Role})
