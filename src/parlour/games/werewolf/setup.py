"""The setup of a game of Werewolf: its options, its roles, their sides, and how many of each a table has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, JsonValue, model_validator

from parlour.core import (
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
    list_roles,
)
from parlour.errors import SetupError

FEWEST, MOST = 5, 18
SISTERS = 2
"""The number of sisters, if any."""
_NUMBERS = {1: "one", 2: "two"}


class Team(StrEnum):
    """The sides of Werewolf."""

    GOOD = "good"
    WEREWOLF = "werewolf"
    LOVERS = "lovers"
    TANNER = "tanner"


class Role(StrEnum):
    """A role (the trust paper, appendix E.2), with its side; `night` and `day` have its power."""

    team: Team

    def __new__(cls, name: str, team: Team) -> Self:
        self = str.__new__(cls, name)
        self._value_ = name
        self.team = team
        return self

    __hash__ = str.__hash__  # an enumeration's own is written in Python, and roles are looked up all the time

    WEREWOLF = "werewolf", Team.WEREWOLF
    SEER = "seer", Team.GOOD
    WITCH = "witch", Team.GOOD
    GUARD = "guard", Team.GOOD
    HUNTER = "hunter", Team.GOOD
    VILLAGER = "villager", Team.GOOD
    IDIOT = "idiot", Team.GOOD
    ELDER = "elder", Team.GOOD
    CUPID = "cupid", Team.GOOD
    LITTLE_GIRL = "little_girl", Team.GOOD
    WHITE_WOLF_KING = "white_wolf_king", Team.WEREWOLF
    BLACK_WOLF_KING = "black_wolf_king", Team.WEREWOLF
    KNIGHT = "knight", Team.GOOD
    GRAVEKEEPER = "gravekeeper", Team.GOOD
    BEAR_TAMER = "bear_tamer", Team.GOOD
    RAVEN = "raven", Team.GOOD
    SCAPEGOAT = "scapegoat", Team.GOOD
    SISTER = "sister", Team.GOOD
    WOLF_BEAUTY = "wolf_beauty", Team.WEREWOLF
    TANNER = "tanner", Team.TANNER

    @property
    def is_wolf(self) -> bool:
        return self.team is Team.WEREWOLF

    @property
    def shown_side(self) -> Team:
        """The side that checks show: that of the pack, or the good side."""
        return Team.WEREWOLF if self.is_wolf else Team.GOOD

    @property
    def most(self) -> int | None:
        """The most of it at one table, since two of a kind need rules of their own; None without a limit."""
        if self in (Role.WEREWOLF, Role.VILLAGER):
            return None
        return SISTERS if self is Role.SISTER else 1


PACK = frozenset(role for role in Role if role.is_wolf)
"""The roles whose holders are werewolves."""
RARER = frozenset(Role) - {Role.WEREWOLF, Role.SEER, Role.WITCH, Role.GUARD, Role.HUNTER, Role.VILLAGER}
"""The roles that no usual table has."""
LEADERS = frozenset(role for role in Role if role.team is Team.GOOD and role is not Role.VILLAGER)
"""The good roles with a power of their own: the leaders of the trust paper's tables 1 and 3."""


class RoleTable(BaseModel):
    """The number of each role; each power once at most: two of a kind need rules of their own.

    Attributes:
        werewolf: at least one, and fewer than half of the table, or the game is over before it begins.
        seer: checks a player each night.
        witch: saves once and poisons once.
        guard: protects a player each night.
        hunter: shoots when dying by attack or vote.
        villager: all others.
        idiot: is not voted out, but loses the vote.
        elder: outlives a first attack; the village loses its powers with one that it kills itself.
        cupid: makes two players fall in love.
        little_girl: may watch the werewolves by night, at a risk.
        white_wolf_king: a werewolf who may blow up by day, and takes a player along.
        black_wolf_king: a werewolf who shoots when voted out or shot.
        knight: may challenge a player by day, once.
        gravekeeper: learns by night the side of the player voted out.
        bear_tamer: has a bear that growls in the morning at a werewolf beside it.
        raven: adds two votes against a player each night.
        scapegoat: goes where a vote is tied.
        sister: two or none, who know each other.
        wolf_beauty: a werewolf who charms a player each night, who dies with her.
        tanner: wins alone, by being voted out.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    werewolf: DealtTimes = 0
    seer: DealtTimes = 0
    witch: DealtTimes = 0
    guard: DealtTimes = 0
    hunter: DealtTimes = 0
    villager: DealtTimes = 0
    idiot: DealtTimes = 0
    elder: DealtTimes = 0
    cupid: DealtTimes = 0
    little_girl: DealtTimes = 0
    white_wolf_king: DealtTimes = 0
    black_wolf_king: DealtTimes = 0
    knight: DealtTimes = 0
    gravekeeper: DealtTimes = 0
    bear_tamer: DealtTimes = 0
    raven: DealtTimes = 0
    scapegoat: DealtTimes = 0
    sister: DealtTimes = 0
    wolf_beauty: DealtTimes = 0
    tanner: DealtTimes = 0

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, data: object) -> object:
        return counts_in(data)

    @property
    def roles(self) -> tuple[Role, ...]:
        return _roles_of(tuple(vars(self).items()))

    @property
    def wolves(self) -> int:
        return sum(role.is_wolf for role in self.roles)

    @property
    def is_decided_by_one_death(self) -> bool:
        """True if one death makes the werewolves as many as all others, so that they may win."""
        return 2 * self.wolves >= len(self.roles) - 1

    def check(self, players: int) -> None:
        """Raises `SetupError` unless so many players can be dealt these roles."""
        roles, wolves = self.roles, self.wolves
        if len(roles) != players:
            raise SetupError(f"{len(roles)} roles for {players} players: {self}")
        twice = [role for role in dict.fromkeys(roles) if role.most and roles.count(role) > role.most]
        if twice:
            raise SetupError(f"a table has {_NUMBERS[twice[0].most or 1]} {twice[0]} at most: {self}")
        if self.sister not in (0, SISTERS):
            raise SetupError(f"sisters know each other, so that there are two or none: {self}")
        if not 0 < 2 * wolves < players:
            raise SetupError(f"of {players} players, 1 to {(players - 1) // 2} are werewolves: {self}")

    def __str__(self) -> str:
        return list_roles(self.roles)


@lru_cache(maxsize=256)
def _roles_of(counts: tuple[tuple[str, int], ...]) -> tuple[Role, ...]:
    return tuple(role for role in Role for _ in range(dict(counts)[role.value]))


@lru_cache(maxsize=256)
def _role_counts(roles: tuple[Role, ...]) -> Mapping[Role, int]:
    return MappingProxyType({role: roles.count(role) for role in Role})


@cache
def usual_table(players: int) -> RoleTable:
    """Returns the usual roles of so many players.

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


AT_ONCE: dict[str, JsonValue] = {"werewolf": 2, "seer": 1, "witch": 1, "guard": 1, "villager": 3}
"""The roles of a table at one click: with three werewolves of eight it often ends after a single day."""


def count_roles(roles: Sequence[Role]) -> RoleTable:
    """Returns the role table of these roles."""
    return RoleTable(**{role.value: roles.count(role) for role in Role})


class WerewolfSetup(WithoutStory, BaseModel):
    """The setup of a game of Werewolf.

    Attributes:
        name: the game.
        language: the table's.
        players: all players, in seat order (`seat_names` makes some).
        roles: how many of each there are; the usual ones for so many players by default.
        deal: the role of each player, in seat order; dealt by the match seed by default.
        confers: how often the werewolves talk before they choose; a werewolf alone never does.
        self_save: whether the witch may save herself.
        guard_repeats: whether the guard may protect one player on two nights running. Appendix E.2 of the
          trust paper forbids nothing; the prompt that its authors released forbids it, as most tables do.
        parity: whether the werewolves win once they are as many as all others (appendix E.4); without it
          the good lose only when all of them are dead, as in the authors' released code.
        doubly_saved: the fate of a player saved by both guard and witch from the same attack. *dies* is the
          rule at most tables that seat both, and keeps the two from saving without thought; *lives* is what
          appendix E.2 of the trust paper says if it is taken word for word.
        discussions: how often each player speaks before a vote.
        opens: who speaks first by day: the *first* living seat, the seat *next* to the night's dead (the
          first living seat without a death), or a living player by *lot*.
        talk: whether they speak in *turns*, or freely: players bid to speak (*bidding*), and may interrupt
          where the talk is *open*.
        speeches: the number of speeches before a vote in free talk; as many as in turns by default.
        words: the limit of a speech, in English; Chinese may be longer.
        ties: what a tie for most votes does: eliminates *nobody*, one by *lot*, or calls for a second vote
          on the tied (*runoff*), where another tie eliminates no player.
        reveal: whose role is told at their death: those of the *eliminated* (the trust paper, appendix
          E.3), of *all* the dead, or of *none*.
        badge: whether the table elects a mayor on the first day, whose vote counts one and a half times
          (*half*) or twice (*double*), and who hands the badge on in death; *none* for no mayor.
        days: after how many the game ends in a draw, so that it ends even if no player ever decides
          anything.
        coaching: whether requests and reminders advise each role how to play. Off by default: such advice
          is what some conditions of the papers test, and others must lack.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    name: Literal["werewolf"] = "werewolf"
    language: Literal["en", "zh"] = "en"
    players: tuple[Player, ...]
    roles: RoleTable | None = Field(default=None, json_schema_extra={"at_once": AT_ONCE})
    deal: tuple[Role, ...] = ()
    confers: int = Field(default=1, ge=0, le=3)
    self_save: bool = True
    guard_repeats: bool = False
    parity: bool = True
    doubly_saved: Literal["dies", "lives"] = "dies"
    discussions: int = Field(default=1, ge=1, le=5)
    opens: Literal["first", "next", "lot"] = "first"
    talk: Talk = "turns"
    speeches: SpeechesSetting = None
    words: int = Field(default=100, ge=10, le=500)
    ties: Literal["nobody", "lot", "runoff"] = "nobody"
    reveal: Literal["none", "eliminated", "all"] = "eliminated"
    badge: Literal["none", "half", "double"] = "none"
    days: int = Field(default=20, ge=1, le=100)
    coaching: bool = False

    @model_validator(mode="after")
    def _can_be_dealt(self) -> Self:
        check_size("Werewolf", len(self.players), FEWEST, MOST)
        check_names(self.players)
        check_talk(self.talk, self.discussions, self.speeches)
        if self.deal and self.roles and count_roles(self.deal) != self.roles:
            raise SetupError(f"the deal has {count_roles(self.deal)}, where the table has {self.roles}")
        self.table.check(len(self.players))
        return self

    @property
    def table(self) -> RoleTable:
        if self.deal:
            return count_roles(self.deal)
        return self.roles or usual_table(len(self.players))

    @property
    def most_rounds(self) -> int:
        return self.days

    @property
    def counts(self) -> Mapping[Role, int]:
        """The number of each role, the roles that are not dealt too."""
        return _role_counts(self.table.roles)

    @property
    def dealt_roles(self) -> Mapping[str, int]:
        return {role.value: count for role, count in self.counts.items() if count}

    @property
    def rarer_roles(self) -> tuple[str, ...]:
        return tuple(role.value for role in Role if role in RARER and self.counts[role])

    def dealt(self, seed: int) -> tuple[Role, ...]:
        return self.deal or dealt(self.table.roles, seed)


def seat_names(count: int, language: Literal["en", "zh"]) -> tuple[Player, ...]:
    """Returns so many names, by seat, as the published papers call their players."""
    name = {"en": "Player {}", "zh": "{}号玩家"}[language]
    return tuple(name.format(seat) for seat in range(1, count + 1))
