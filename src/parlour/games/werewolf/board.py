"""The state that lasts from night to night: who is dead, what powers have done, what a night has decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from parlour.core import LazyProperty, Player, RequestKind, copy_with, quick_init
from parlour.games.werewolf.setup import Role, Team, WerewolfSetup

WITHSTOOD, STAYED, POWERLESS, OUTVOTED = "withstood", "stayed", "powerless", "outvoted"
"""The marks of a player who survived an attack by a power, of one who should have been voted out and
stayed without a vote, of a village that has lost its powers, and of each day's vote with its victim."""


class DeathCause(StrEnum):
    """The cause of a death."""

    ATTACK = "attack"
    POISON = "poison"
    VOTE = "vote"
    SHOT = "shot"
    FRIGHT = "fright"
    DUEL = "duel"
    BLAST = "blast"
    GRIEF = "grief"
    CHARM = "charm"
    TIE = "tie"


Deaths = Mapping[Player, DeathCause]


@quick_init
@dataclass(frozen=True, kw_only=True)
class PowerMark:
    """A choice or an incident that a power refers to later.

    Attributes:
        kind: the kind of the answered request, or a word of the power's own.
        by: the player with the power.
        on: the chosen players, if any.
    """

    kind: str
    by: Player
    on: tuple[Player, ...] = ()


@quick_init
@dataclass(frozen=True, kw_only=True)
class NightBoard:
    """The roles in seat order, the dead in the order of death, and the marks of powers in order."""

    setup: WerewolfSetup
    seed: int
    roles: tuple[Role, ...]
    dead: tuple[Player, ...] = ()
    marks: tuple[PowerMark, ...] = ()

    @LazyProperty
    def living(self) -> tuple[Player, ...]:
        return others(self.setup.players, *self.dead)

    @LazyProperty
    def wolves(self) -> tuple[Player, ...]:
        """The living werewolves, in seat order."""
        return others(self.pack, *self.dead)

    @LazyProperty
    def prey(self) -> tuple[Player, ...]:
        """The living players who are no werewolves, in seat order."""
        return others(self.living, *self.wolves)

    def role(self, player: Player) -> Role:
        return self.role_of[player]

    @LazyProperty
    def role_of(self) -> Mapping[Player, Role]:
        return dict(zip(self.setup.players, self.roles, strict=True))

    @LazyProperty
    def pack(self) -> tuple[Player, ...]:
        """The werewolves, the dead too, in seat order."""
        return tuple(player for player, role in self.role_of.items() if role.is_wolf)

    @LazyProperty
    def is_powerless(self) -> bool:
        return any(mark.kind == POWERLESS for mark in self.marks)

    def power(self, player: Player) -> Role:
        """Returns the role whose power a player has: a villager's once the village has lost its powers."""
        role = self.role_of[player]
        return Role.VILLAGER if self.is_powerless and role.team is Team.GOOD else role

    def able(self, role: Role) -> tuple[Player, ...]:
        """Returns the living players with the power of a role, in seat order."""
        if role not in self.roles:
            return ()
        return tuple(player for player in self.living if self.power(player) is role)

    def marked_players(self, kind: str) -> tuple[Player, ...]:
        """Returns the players with marks of a kind, in order; a player marked twice comes twice."""
        return tuple([player for mark in self.marks if mark.kind == kind for player in mark.on])

    def latest(self, kind: str) -> tuple[Player, ...]:
        """Returns the players of the latest mark of a kind, if any."""
        for mark in reversed(self.marks):
            if mark.kind == kind:
                return mark.on
        return ()

    def without(self, *players: Player) -> NightBoard:
        return copy_with(self, "role_of", "pack", "is_powerless", dead=(*self.dead, *players))

    def with_marks(self, *marks: PowerMark) -> NightBoard:
        if not marks:
            return self
        return copy_with(self, "role_of", "pack", "living", "wolves", "prey", marks=(*self.marks, *marks))


@quick_init
@dataclass(frozen=True, kw_only=True)
class Night:
    """The decisions since nightfall.

    Attributes:
        done: the decided kinds, each once; every round of the werewolves' talk counts.
        attacked: the player under attack.
        marks: the choices of the powers; the pack's choices leave none.
    """

    done: tuple[RequestKind, ...] = ()
    attacked: Player | None = None
    marks: tuple[PowerMark, ...] = ()

    def chosen(self, kind: str) -> Player | None:
        for mark in self.marks:
            if mark.kind == kind and mark.on:
                return mark.on[0]
        return None


Due = tuple[Player, RequestKind, tuple[Player, ...]]
"""A decision that a player must make now, with its options."""


def others(players: Sequence[Player], *but: Player) -> tuple[Player, ...]:
    """Returns some players without those."""
    return tuple([player for player in players if player not in but])
