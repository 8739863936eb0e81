"""Who is who at a werewolf table, who lives, and which powers are spent."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from parlour.core import Player
from parlour.games.werewolf.roles import Role
from parlour.games.werewolf.setup import WerewolfSetup


@dataclass(frozen=True, kw_only=True)
class NightBoard:
    """What lasts from one night to the next.

    Attributes:
        setup: players and options.
        seed: the match seed.
        roles: who is what, in seat order.
        dead: who has died, in the order of death.
        has_healed: whether the witch has used the potion that saves.
        has_poisoned: whether she has used the one that kills.
        protected: whom the guard protected last night.
    """

    setup: WerewolfSetup
    seed: int
    roles: tuple[Role, ...]
    dead: tuple[Player, ...] = ()
    has_healed: bool = False
    has_poisoned: bool = False
    protected: Player | None = None

    @cached_property
    def living(self) -> tuple[Player, ...]:
        """Whoever lives, in seat order."""
        return tuple(player for player in self.setup.players if player not in self.dead)

    @cached_property
    def wolves(self) -> tuple[Player, ...]:
        """The living werewolves, in seat order."""
        return tuple(player for player in self.living if self.role(player) is Role.WEREWOLF)

    @cached_property
    def prey(self) -> tuple[Player, ...]:
        """Everybody else who lives, in seat order."""
        return tuple(player for player in self.living if self.role(player) is not Role.WEREWOLF)

    def role(self, player: Player) -> Role:
        """What a player is."""
        return self.roles[self.setup.players.index(player)]

    def holder(self, role: Role) -> Player | None:
        """Who has a role that is dealt once, if it is dealt and its player lives."""
        return next((player for player in self.living if self.role(player) is role), None)

    def without(self, *players: Player) -> NightBoard:
        """The board after these have died."""
        return replace(self, dead=(*self.dead, *players))
