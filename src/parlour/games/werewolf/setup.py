"""The setup of a game of Werewolf."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from parlour.core import (
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
from parlour.games.werewolf.roles import FEWEST, MOST, RARER, Role, RoleTable, count_roles, usual_table


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
    roles: RoleTable | None = None
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
        """Refuses what cannot be dealt.

        Raises:
            SetupError: saying what is wrong with the players or the roles.
        """
        check_size("Werewolf", len(self.players), FEWEST, MOST)
        check_names(self.players)
        check_talk(self.talk, self.discussions, self.speeches)
        if self.deal and self.roles and count_roles(self.deal) != self.roles:
            raise SetupError(f"the deal has {count_roles(self.deal)}, where the table has {self.roles}")
        self.table.check(len(self.players))
        return self

    @property
    def table(self) -> RoleTable:
        """The number of each role."""
        if self.deal:
            return count_roles(self.deal)
        return self.roles or usual_table(len(self.players))

    @property
    def most_rounds(self) -> int:
        """The most days that are played."""
        return self.days

    @property
    def counts(self) -> Mapping[Role, int]:
        """The number of each role, the roles that are not dealt too."""
        dealt = self.table.roles
        return {role: dealt.count(role) for role in Role}

    @property
    def dealt_roles(self) -> Mapping[str, int]:
        """The number of each dealt role."""
        return {role.value: count for role, count in self.counts.items() if count}

    @property
    def rarer_roles(self) -> tuple[str, ...]:
        """The roles at this table that the usual tables lack, each once."""
        return tuple(role.value for role in Role if role in RARER and self.counts[role])

    def dealt(self, seed: int) -> tuple[Role, ...]:
        """Returns the role of each player, in seat order: as given, or by the match seed."""
        return self.deal or dealt(self.table.roles, seed)


def seat_names(count: int, language: Literal["en", "zh"]) -> tuple[Player, ...]:
    """Returns so many names, by seat, as the papers call their players."""
    name = {"en": "Player {}", "zh": "{}号玩家"}[language]
    return tuple(name.format(seat) for seat in range(1, count + 1))
