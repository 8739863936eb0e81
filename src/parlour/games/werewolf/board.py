"""Who is who at a werewolf table, who lives, and what was done to whom that still counts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from parlour.core import Player
from parlour.games.werewolf.roles import Role
from parlour.games.werewolf.setup import WerewolfSetup


@dataclass(frozen=True, kw_only=True)
class PowerMark:
    """Something that somebody chose, or that befell somebody, by which a power goes later.

    Attributes:
        kind: what it was: the kind of the request that was answered, or a word of the power's own.
        by: whose power it was.
        on: whom it fell on; nobody where nobody was chosen.
    """

    kind: str
    by: Player
    on: tuple[Player, ...] = ()


@dataclass(frozen=True, kw_only=True)
class NightBoard:
    """What lasts from one night to the next.

    Attributes:
        setup: players and options.
        seed: the match seed.
        roles: who is what, in seat order.
        dead: who has died, in the order of death.
        marks: what powers have done, in order.
    """

    setup: WerewolfSetup
    seed: int
    roles: tuple[Role, ...]
    dead: tuple[Player, ...] = ()
    marks: tuple[PowerMark, ...] = ()

    @cached_property
    def living(self) -> tuple[Player, ...]:
        """Whoever lives, in seat order."""
        return tuple(player for player in self.setup.players if player not in self.dead)

    @cached_property
    def wolves(self) -> tuple[Player, ...]:
        """The living werewolves, in seat order."""
        return tuple(player for player in self.living if self.role(player).is_wolf)

    @cached_property
    def prey(self) -> tuple[Player, ...]:
        """Everybody else who lives, in seat order."""
        return tuple(player for player in self.living if not self.role(player).is_wolf)

    def role(self, player: Player) -> Role:
        """What a player is."""
        return self.roles[self.setup.players.index(player)]

    def marked(self, kind: str) -> tuple[Player, ...]:
        """On whom marks of a kind have fallen, in order; whoever was marked twice stands there twice."""
        return tuple(player for mark in self.marks if mark.kind == kind for player in mark.on)

    def latest(self, kind: str) -> tuple[Player, ...]:
        """On whom the latest mark of a kind fell; nobody where nobody was chosen then."""
        return next((mark.on for mark in reversed(self.marks) if mark.kind == kind), ())

    def without(self, *players: Player) -> NightBoard:
        """The board after these have died."""
        return replace(self, dead=(*self.dead, *players))

    def with_marks(self, *marks: PowerMark) -> NightBoard:
        """The board with these marks too."""
        return replace(self, marks=(*self.marks, *marks))
