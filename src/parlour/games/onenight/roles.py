"""The roles of One Night, their sides, and how many of each a table has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, model_validator

from parlour.core import DealtTimes, check_size, counts_in, each_dealt, listed
from parlour.errors import SetupError

FEWEST, MOST = 3, 10
CENTRE = 3
"""Cards that lie in the centre where people play."""
MOST_WEREWOLVES = 3


class Role(StrEnum):
    """A role: the paper's roles (Deng and Cai, appendix A.4), then those of people alone."""

    SEER = "seer"
    MASON = "mason"
    VILLAGER = "villager"
    WEREWOLF = "werewolf"
    MINION = "minion"
    TANNER = "tanner"
    ROBBER = "robber"
    TROUBLEMAKER = "troublemaker"
    DRUNK = "drunk"
    INSOMNIAC = "insomniac"
    HUNTER = "hunter"

    @property
    def team(self) -> Team:
        """The side that the role is on."""
        match self:
            case Role.WEREWOLF | Role.MINION:
                return Team.WEREWOLF
            case Role.TANNER:
                return Team.TANNER
            case _:
                return Team.VILLAGE


OF_PEOPLE = frozenset({Role.ROBBER, Role.TROUBLEMAKER, Role.DRUNK, Role.INSOMNIAC, Role.HUNTER})
"""Roles that are dealt only where people's rules are played."""


class Team(StrEnum):
    """The three sides of One Night."""

    VILLAGE = "village"
    WEREWOLF = "werewolf"
    TANNER = "tanner"


class RoleTable(BaseModel):
    """The number of each role; at a table of people, the number of cards of each.

    Attributes:
        seer: at most one; points at two others by night, or looks at a card or two.
        mason: two or none; they know each other.
        villager: the rest of the village.
        werewolf: exactly one at the paper's table; one to three cards at a table of people.
        minion: at most one; wins with the werewolf.
        tanner: at most one; wins by being voted out.
        robber: at most one, and only at a table of people, as all that follow; takes another's card.
        troublemaker: at most one; exchanges the cards of two others.
        drunk: at most one; takes a card of the centre unseen.
        insomniac: at most one; looks at its own card last.
        hunter: at most one; takes along the player it votes for.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    seer: DealtTimes = 0
    mason: DealtTimes = 0
    villager: DealtTimes = 0
    werewolf: DealtTimes = 1
    minion: DealtTimes = 0
    tanner: DealtTimes = 0
    robber: DealtTimes = 0
    troublemaker: DealtTimes = 0
    drunk: DealtTimes = 0
    insomniac: DealtTimes = 0
    hunter: DealtTimes = 0

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, data: object) -> object:
        return counts_in(data)

    @property
    def roles(self) -> tuple[Role, ...]:
        """Every role as often as it is dealt."""
        return each_dealt(self, Role)

    def check(self, players: int) -> None:
        """Raises `SetupError` unless so many players can be dealt these roles."""
        if len(self.roles) != players:
            raise SetupError(f"{len(self.roles)} roles for {players} players: {self}")
        if strange := [role for role in self.roles if role in OF_PEOPLE]:
            raise SetupError(f"the {strange[0]} sits at tables of people alone (rules=people): {self}")
        if self.werewolf != 1:
            raise SetupError(f"One Night has exactly one werewolf: {self}")
        if self.mason not in (0, 2):
            raise SetupError(f"masons know each other, so that there are two or none: {self}")
        self._check_single()

    def check_cards(self, players: int) -> None:
        """Raises `SetupError` unless these cards can be dealt to so many people and the centre."""
        if len(self.roles) != players + CENTRE:
            meant = f"{players} players and {CENTRE} in the centre"
            raise SetupError(f"{len(self.roles)} cards for {meant}: {self}")
        if not 1 <= self.werewolf <= MOST_WEREWOLVES:
            raise SetupError(f"people play with one to {MOST_WEREWOLVES} werewolves: {self}")
        if self.mason not in (0, 2):
            raise SetupError(f"masons know each other, so that there are two or none: {self}")
        self._check_single()

    def _check_single(self) -> None:
        several = (Role.VILLAGER, Role.MASON, Role.WEREWOLF)
        if twice := [role for role in Role if role not in several and self.roles.count(role) > 1]:
            raise SetupError(f"a table has one {twice[0]} at most: {self}")
        if not any(role.team is Team.VILLAGE for role in self.roles):
            raise SetupError(f"nobody here is of the village: {self}")

    def __str__(self) -> str:
        return listed(self.roles)


def usual_table(players: int) -> RoleTable:
    """Returns the usual roles of so many players; eight are those of appendix A.1.

    A seer and the werewolf are always there. The minion comes with five players, the masons with six, the
    tanner with seven; all others are villagers.

    Raises:
        SetupError: if there are fewer than 3 or more than 10.
    """
    check_size("One Night", players, FEWEST, MOST)
    minion, masons, tanner = int(players >= 5), 2 * int(players >= 6), int(players >= 7)
    villagers = players - 2 - minion - masons - tanner
    return RoleTable(seer=1, mason=masons, villager=villagers, minion=minion, tanner=tanner)


_CASTS: Mapping[str, Sequence[Role]] = {
    "usual": (
        *(Role.WEREWOLF, Role.WEREWOLF, Role.SEER, Role.ROBBER, Role.TROUBLEMAKER, Role.VILLAGER),
        *(Role.INSOMNIAC, Role.MINION, Role.DRUNK, Role.HUNTER, Role.TANNER, Role.VILLAGER, Role.VILLAGER),
    ),
    "youtube": (
        *(Role.WEREWOLF, Role.WEREWOLF, Role.SEER, Role.ROBBER, Role.TROUBLEMAKER, Role.TANNER),
        *(Role.INSOMNIAC, Role.VILLAGER, Role.HUNTER, Role.MINION, Role.MASON, Role.MASON, Role.VILLAGER),
    ),
    "ego4d": (
        *(Role.WEREWOLF, Role.WEREWOLF, Role.SEER, Role.ROBBER, Role.TROUBLEMAKER, Role.VILLAGER),
        *(Role.VILLAGER, Role.HUNTER, Role.INSOMNIAC, Role.MINION, Role.DRUNK, Role.MASON, Role.MASON),
    ),
}
"""In which order roles come in as a table of people grows."""
CAST_NAMES = tuple(_CASTS)


def usual_cards(players: int, cast: str = "usual") -> RoleTable:
    """Returns the cards for so many people: their number and three more.

    The cast *usual* begins with the cards of a first game and brings the others in one by one; *youtube* and
    *ego4d* bring in first what is seen most in those two sets of recorded games. A single mason is left out.

    Raises:
        SetupError: if there are fewer than 3 or more than 10.
    """
    check_size("One Night", players, FEWEST, MOST)
    cards = [*_CASTS[cast][: players + CENTRE]]
    if cards.count(Role.MASON) == 1:
        cards[cards.index(Role.MASON)] = Role.VILLAGER
    return count_roles(cards)


def count_roles(roles: Sequence[Role]) -> RoleTable:
    """Returns the role table of these roles."""
    return RoleTable(**{role.value: roles.count(role) for role in Role})
