"""The setup of a game of One Night: its options, its roles, their sides, and how many of each a table has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from parlour.core import (
    CHINESE_CHARACTERS_PER_WORD,
    DealtTimes,
    Player,
    SpeechesSetting,
    Talk,
    WithoutStory,
    check_names,
    check_size,
    check_talk,
    counts_in,
    dealt,
    each_dealt,
    list_roles,
)
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
        sides = {Role.WEREWOLF: Team.WEREWOLF, Role.MINION: Team.WEREWOLF, Role.TANNER: Team.TANNER}
        return sides.get(self, Team.VILLAGE)


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
        return list_roles(self.roles)


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


_NAMES = {
    "en": ("Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Theta", "Zeta", "Eta", "Iota", "Kappa"),
    "zh": ("阿尔法", "贝塔", "伽马", "德尔塔", "艾普西龙", "西塔", "泽塔", "伊塔", "约塔", "卡帕"),
}
"""The papers' eight in their order, and two more."""


class OneNightSetup(WithoutStory, BaseModel):
    """The setup of a game of One Night.

    Attributes:
        name: the game.
        language: the table's.
        players: all players, in seat order (`seat_names` makes some).
        roles: how many of each there are; the usual ones for so many players by default.
        deal: the role of each player, in seat order, and then, where people play, the cards of the centre;
          dealt by the match seed by default.
        rounds: how often each player speaks; a secret vote follows each round, and the last one decides.
        talk: whether they speak in *turns*, or freely: players bid to speak (*bidding*), and may interrupt
          where the talk is *open*.
        speeches: the number of speeches in a round of free talk; as many as in turns by default.
        words: the limit of a statement, in English; Chinese may be longer.
        minion_knows_wolf: whether the minion learns who the werewolf is. That is the rule at most tables;
          by appendix A.4 it learns nothing. Where people play it always learns it.
        coaching: whether requests to speak and to vote advise each role how to play. Off by default: such
          advice is what the paper's *Strategy* has and its *Baseline* lacks.
        rules: the *paper*'s, or those of *people*: with three cards more than players, which change hands
          by night, and one vote by which all who are tied die.
        cast: which cards people play with where no roles are named.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    name: Literal["onenight"] = "onenight"
    language: Literal["en", "zh"] = "en"
    players: tuple[Player, ...]
    roles: RoleTable | None = None
    deal: tuple[Role, ...] = ()
    rounds: int = Field(default=3, ge=1, le=10)
    talk: Talk = "turns"
    speeches: SpeechesSetting = None
    words: int = Field(default=120, ge=10, le=500)
    minion_knows_wolf: bool = False
    coaching: bool = False
    rules: Literal["paper", "people"] = "paper"
    cast: Literal["usual", "youtube", "ego4d"] = "usual"

    @model_validator(mode="after")
    def _can_be_dealt(self) -> Self:
        check_size("One Night", len(self.players), FEWEST, MOST)
        check_names(self.players)
        check_talk(self.talk, self.rounds, self.speeches)
        if self.deal and self.roles and count_roles(self.deal) != self.roles:
            raise SetupError(f"the deal has {count_roles(self.deal)}, where the table has {self.roles}")
        if self.is_of_people:
            self.table.check_cards(len(self.players))
            return self
        self.table.check(len(self.players))
        if self.cast != "usual":
            raise SetupError(f"the cast {self.cast} is one of people's tables (rules=people)")
        if self.minion_knows_wolf and not self.table.minion:
            raise SetupError(f"no minion is dealt here who could know the werewolf: {self.table}")
        return self

    @classmethod
    def seats_for(cls, roles: int, fields: Mapping[str, object]) -> int:
        """Returns the number of players for so many roles: people's tables have three more cards."""
        return roles - CENTRE if fields.get("rules") == "people" else roles

    @property
    def is_of_people(self) -> bool:
        return self.rules == "people"

    @property
    def table(self) -> RoleTable:
        """The number of each role; where people play, with the cards of the centre."""
        if self.deal:
            return count_roles(self.deal)
        if self.is_of_people:
            return self.roles or usual_cards(len(self.players), self.cast)
        return self.roles or usual_table(len(self.players))

    @property
    def longest(self) -> int:
        return round(self.words * (CHINESE_CHARACTERS_PER_WORD if self.language == "zh" else 1))

    @property
    def most_rounds(self) -> int:
        return self.rounds

    @property
    def counts(self) -> Mapping[Role, int]:
        return {role: self.table.roles.count(role) for role in Role}

    @property
    def dealt_roles(self) -> Mapping[str, int]:
        return {role.value: self.table.roles.count(role) for role in self.table.roles}

    def dealt(self, seed: int) -> tuple[Role, ...]:
        """Returns the role of each player, in seat order, then the cards of the centre: given, or by seed."""
        return self.deal or dealt(self.table.roles, seed)


def seat_names(count: int, language: Literal["en", "zh"]) -> tuple[Player, ...]:
    """Returns so many names, by seat, as the paper calls its agents.

    Raises:
        SetupError: if there are not so many.
    """
    if not 0 <= count <= len(_NAMES[language]):
        raise SetupError(f"One Night is for {FEWEST} to {MOST} players, not {count}")
    return _NAMES[language][:count]
