"""The setup of a game of One Night."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from parlour.core import (
    CHINESE_CHARACTERS_PER_WORD,
    Player,
    SpeechesSetting,
    Talk,
    WithoutStory,
    check_names,
    check_size,
    check_talk,
    dealt,
)
from parlour.errors import SetupError
from parlour.games.onenight.roles import (
    CENTRE,
    FEWEST,
    MOST,
    Role,
    RoleTable,
    count_roles,
    usual_cards,
    usual_table,
)

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
        """Refuses what cannot be dealt.

        Raises:
            SetupError: saying what is wrong with the players, the roles or the options.
        """
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
    def seats_for(cls, roles: int, told: Mapping[str, object]) -> int:
        """Returns the number of players for so many roles: people's tables have three more cards."""
        return roles - CENTRE if told.get("rules") == "people" else roles

    @property
    def is_of_people(self) -> bool:
        """True if it is played as people play it, with cards that change hands."""
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
        """The longest statement in the table's language, in words."""
        return round(self.words * (CHINESE_CHARACTERS_PER_WORD if self.language == "zh" else 1))

    @property
    def most_rounds(self) -> int:
        """The most rounds that are played."""
        return self.rounds

    @property
    def counts(self) -> Mapping[Role, int]:
        """The number of each role, the roles that are not dealt too."""
        return {role: self.table.roles.count(role) for role in Role}

    @property
    def dealt_roles(self) -> Mapping[str, int]:
        """The number of each dealt role."""
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
